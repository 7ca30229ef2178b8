/** The icon of the tab: with a brass spot when something waits for you. */
export function markTab(turn: boolean): void {
	const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
	if (icon && icon.href.includes("icon-turn") !== turn)
		icon.href = icon.href.replace(/icon(-turn)?\.svg/, turn ? "icon-turn.svg" : "icon.svg");
}
