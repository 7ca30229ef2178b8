/** The address of a picture that is drawn at the build: drawn.ts beside the configuration of Vite. */
declare module "drawn:*" {
	const address: string;
	export default address;
}
