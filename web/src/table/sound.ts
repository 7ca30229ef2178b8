// What can be heard, for who asks for it: a few tones each, made by the browser. There are no files.
import { settings } from "../settings.svelte";

/** A tone: when it begins, its pitch and where that glides to, how loud it is, how long it lasts. Times in seconds, pitches in hertz. */
interface Tone {
	at: number;
	pitch: number;
	to?: number;
	loud: number;
	lasts: number;
	/** A sine unless said: a reed is rich in overtones, steam is noise around the pitch. */
	of?: "reed" | "steam";
}

/** A bell: a tone with the overtones of metal, the higher the shorter. */
const bell = (at: number, pitch: number, loud: number, lasts: number): Tone[] => [
	{ at, pitch, loud, lasts },
	{ at, pitch: pitch * 2.76, loud: loud * 0.45, lasts: lasts / 2.76 },
	{ at, pitch: pitch * 5.4, loud: loud * 0.2, lasts: lasts / 5.4 },
];
const steam = (at: number, lasts: number): Tone[] => [
	...[392, 466, 587].map((pitch): Tone => ({ at, pitch: pitch * 0.96, to: pitch, loud: 0.05, lasts, of: "reed" })),
	{ at, pitch: 2400, loud: 0.05, lasts, of: "steam" },
];

const SOUNDS = {
	/** It is your turn. */
	bell: [...bell(0, 880, 0.16, 1.1), ...bell(0.22, 880, 0.16, 1.1)],
	/** A steamer lands. */
	whistle: [...steam(0, 0.28), ...steam(0.36, 0.7)],
	/** A ship sails. */
	horn: [110, 138.6, 165].map((pitch): Tone => ({ at: 0, pitch, loud: 0.07, lasts: 1, of: "reed" })),
	/** A contract is met. */
	ding: [...bell(0, 1047, 0.1, 0.6), ...bell(0.14, 1568, 0.1, 0.9)],
	/** A season turns. */
	chime: [784, 659, 587, 523].flatMap((pitch, i) => bell(0.13 * i, pitch, 0.07, 0.8)),
	/** You are pushed. */
	thud: [
		{ at: 0, pitch: 120, to: 45, loud: 0.4, lasts: 0.3 },
		{ at: 0, pitch: 500, loud: 0.12, lasts: 0.12, of: "steam" },
	],
} satisfies Record<string, Tone[]>;
export type Sound = keyof typeof SOUNDS;

let audio: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Half a second of noise, over and over. */
function hiss(on: AudioContext): AudioBufferSourceNode {
	if (!noise) {
		noise = on.createBuffer(1, on.sampleRate / 2, on.sampleRate);
		const wave = noise.getChannelData(0);
		for (let i = 0; i < wave.length; i++) wave[i] = 2 * Math.random() - 1;
	}
	const source = on.createBufferSource();
	source.buffer = noise;
	source.loop = true;
	return source;
}

function play(on: AudioContext, tone: Tone): void {
	const begin = on.currentTime + tone.at;
	const end = begin + tone.lasts;
	const gain = on.createGain();
	gain.gain.setValueAtTime(0.0001, begin);
	gain.gain.exponentialRampToValueAtTime(tone.loud, begin + 0.012);
	gain.gain.exponentialRampToValueAtTime(0.0001, end);
	gain.connect(on.destination);
	const filter = on.createBiquadFilter();
	filter.type = tone.of === "steam" ? "bandpass" : "lowpass";
	filter.frequency.value = Math.min(tone.of === "steam" ? tone.pitch : tone.pitch * 6, on.sampleRate / 2);
	filter.connect(gain);
	if (tone.of === "steam") {
		const source = hiss(on);
		source.connect(filter);
		source.start(begin);
		source.stop(end);
		return;
	}
	const source = on.createOscillator();
	source.type = tone.of === "reed" ? "sawtooth" : "sine";
	source.frequency.setValueAtTime(tone.pitch, begin);
	if (tone.to) source.frequency.exponentialRampToValueAtTime(tone.to, begin + tone.lasts / 2);
	source.connect(filter);
	source.start(begin);
	source.stop(end);
}

/** Browsers keep silent until the page has been touched once. */
export function sound(name: Sound): void {
	if (!settings.sound) return;
	audio ??= new AudioContext();
	for (const tone of SOUNDS[name]) play(audio, tone);
}
