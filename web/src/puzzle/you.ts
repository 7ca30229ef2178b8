// Sentences of a puzzle for whoever is asked. Its file tells of every seat by its colour, as records do; in the page one of them is "you".

/** "sells" to "sell": what a verb of these sentences is beside "you". */
function plain(verb: string): string {
	if (verb === "is") return "are";
	if (verb === "has") return "have";
	if (verb.endsWith("ies")) return `${verb.slice(0, -3)}y`;
	return /(sh|ch|ss|o)es$/.test(verb) ? verb.slice(0, -2) : verb.replace(/s$/, "");
}

/** What that seat does is done by "you"; so is what stands behind "and" or "and now", and what is done to it. */
function asked(sentence: string, seat: string): string {
	if (!sentence.startsWith(`${seat} `)) return sentence.replace(new RegExp(`\\b${seat}\\b`), "you");
	return sentence
		.replace(/^\S+ ([a-z]+)/, (_, verb: string) => `You ${plain(verb)}`)
		.replace(
			/\band (now )?([a-z]+s)\b/g,
			(_, now: string | undefined, verb: string) => `and ${now ?? ""}${plain(verb)}`,
		);
}

export const asYou = (words: string, seat: string): string =>
	words
		.split(/(?<=\.) (?=[A-Z])/)
		.map((sentence) => asked(sentence, seat))
		.join(" ");
