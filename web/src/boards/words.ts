// Small words that every board needs.

export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
/** "3 coal", "1 step", "2 boxes" */
export const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
export const inWords = (n: number) => NUMBERS[n] ?? String(n);
/** "flour, apples and pork" */
export const list = (words: string[]) =>
	words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join("");
