// When it becomes somebody's turn: the tab's title and icon change, and a bell rings for who wants it.
import { settings } from "../settings.svelte";

let audio: AudioContext | null = null;

/** Two strokes of a ship's bell. Browsers keep silent until the page has been touched once. */
export function ring(): void {
	if (!settings.sound)
		return;
	audio ??= new AudioContext();
	for (const [at, pitch] of [[0, 880], [0.22, 880]] as const)
		for (const [overtone, loud] of [[1, 0.16], [2.76, 0.07], [5.4, 0.03]] as const) {
			const tone = audio.createOscillator(), gain = audio.createGain(), start = audio.currentTime + at;
			tone.frequency.value = pitch * overtone;
			gain.gain.setValueAtTime(loud, start);
			gain.gain.exponentialRampToValueAtTime(0.0001, start + 1.1 / overtone);
			tone.connect(gain).connect(audio.destination);
			tone.start(start);
			tone.stop(start + 1.2);
		}
}

/** The icon of the tab: with a brass spot when something waits for you. */
export function markTab(turn: boolean): void {
	const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
	if (icon && icon.href.includes("icon-turn") !== turn)
		icon.href = icon.href.replace(/icon(-turn)?\.svg/, turn ? "icon-turn.svg" : "icon.svg");
}
