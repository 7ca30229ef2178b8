export interface Weight {
	name: string;
	bytes: number;
}
export function weigh(dist: string): { first: number; rules: number; later: Weight[]; nets: Weight[] };
