// The chart component inside the page of `bigmuddy stats --html`: the script of that page, without a browser.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Bar {
	label: string;
	value: number;
	words: string | number;
	low?: number;
	high?: number;
}
type Chart = (figure: { title: string; bars: Bar[]; upright?: boolean; foot?: (string | number)[] }) => string;

const html = readFileSync("../src/cli/stats_page.html", "utf8");
const script = /<script>([^]*)<\/script>/.exec(html)![1]!;
const chart = new Function(`${script}; return chart;`)() as Chart;

const numbers = (svg: string, name: string) =>
	[...svg.matchAll(new RegExp(` ${name}="([\\d.]+)"`, "g"))].map((m) => +m[1]!);

test("lying bars are as long as their values, and whiskers span their intervals", () => {
	const svg = chart({
		title: "wins",
		bars: [
			{ label: "Red", value: 0.5, words: "50.0 %", low: 0.4, high: 0.6 },
			{ label: "Blue", value: 0.25, words: "25.0 %", low: 0.2, high: 0.3 },
		],
	});
	const [first, second] = numbers(svg.replace(/viewBox="[^"]*"/, ""), "width");
	expect(first! / second!).toBeCloseTo(2, 1);
	const [from, to] = [numbers(svg, "x1")[0]!, numbers(svg, "x2")[0]!];
	expect((to - from) / first!).toBeCloseTo(0.2 / 0.5, 2);
	expect(svg).toContain("50.0 %");
});

test("standing bars share the width, and have words below", () => {
	const bars = [1, 4, 2, 0].map((n, i) => ({ label: String(i), value: n, words: n }));
	const svg = chart({ title: "turns", upright: true, bars, foot: [0, "mean 1", 3] });
	const tall = numbers(svg, "height");
	expect(tall.map((t) => t / tall[1]!)).toEqual([0.25, 1, 0.5, 0]);
	expect(svg).toContain("mean 1");
});

test("labels cannot become tags, and nothing at all is a chart as well", () => {
	expect(chart({ title: "<b>", bars: [{ label: '"<i>', value: 0, words: "<u>" }] })).not.toMatch(/<[biu]>/);
	expect(chart({ title: "none", upright: true, bars: [{ label: "0", value: 0, words: 0 }] })).not.toContain("NaN");
});
