/// <reference types="node" />
// A seat goes to another device, seats are kept in a file, a table is deleted and a name taken out.
import { readFileSync } from "node:fs";
import { qrOf } from "../../src/ui/qr";
import { expect, test } from "./kit";
import { begin, join, makeTable, menu } from "./tables";

const RACE = { "The race": "First race" };

test("a seat goes to another device by a QR code", async ({ visitor }) => {
	const ann = await visitor();
	await makeTable(ann, "queen", "Ann", ["person", "easy", "easy"], RACE);
	await begin(ann);
	const dialog = await menu(ann);
	const link = await dialog.getByLabel("Link to your seat").inputValue();
	const code = dialog.getByRole("img", { name: "QR code of the link to your seat" });
	await expect(code).toHaveCount(0);
	await dialog.getByRole("button", { name: "Show it as a QR code" }).click();
	const path = (await code.locator("path").getAttribute("d"))!;
	const rows = qrOf(link)!;
	const drawn = rows.map((row) => row.map(() => false));
	for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) drawn[Number(y) - 4]![Number(x) - 4] = true;
	expect(drawn).toEqual(rows);
	await dialog.getByRole("button", { name: "Hide the code" }).click();
	await expect(code).toHaveCount(0);

	const telephone = await visitor();
	await telephone.goto(link);
	await expect(telephone.locator(".say")).toHaveText("Where to, Captain?");
	expect(telephone.url()).not.toContain("#");
});

test("all seats go into a file, and a browser that has lost them gets them back", async ({ visitor }) => {
	const ann = await visitor();
	const link = await makeTable(ann, "queen", "Ann", ["person", "easy", "easy"], RACE);
	await begin(ann);
	await (await menu(ann)).getByRole("button", { name: "Settings" }).click();
	const coming = ann.waitForEvent("download");
	await ann.getByRole("button", { name: "Save your seat" }).click();
	const file = readFileSync(await (await coming).path(), "utf8");

	const other = await visitor();
	await other.goto("/");
	await other.getByRole("button", { name: "Settings" }).click();
	await expect(other.getByRole("button", { name: "Save your seats" })).toBeDisabled();
	const give = (text: string) =>
		other
			.getByLabel("A file of seats")
			.setInputFiles({ name: "seats.json", mimeType: "application/json", buffer: Buffer.from(text) });
	await give("{}");
	await expect(other.getByRole("alert")).toHaveText("This is not a file of seats.");
	await give(file);
	await expect(other.getByText("One seat was added.")).toBeVisible();
	await other.getByRole("button", { name: "Done" }).click();
	await expect(other.getByLabel("Your games")).toContainText("Mississippi Queen");
	await other.goto(link);
	await expect(other.locator(".say")).toHaveText("Where to, Captain?");
	// What is the host's came along.
	await expect((await menu(other)).getByRole("button", { name: "Close the table" })).toBeVisible();
});

test("a name is taken out of a table, and its host deletes it", async ({ visitor }) => {
	const ann = await visitor();
	const bob = await visitor();
	const link = await makeTable(ann, "queen", "Ann", ["person", "person", "easy"], RACE);
	await join(bob, link, "Bob");
	await begin(ann, bob);
	let dialog = await menu(ann);
	await expect(dialog.getByRole("button", { name: "Take my name out" })).toHaveCount(0);
	await expect(dialog.getByRole("button", { name: "Delete the table" })).toHaveCount(0);
	await dialog.getByRole("button", { name: "Close the table" }).click();
	await dialog.getByRole("button", { name: "Yes" }).click();
	await expect(ann.locator(".players")).toContainText("Bob");

	dialog = await menu(bob);
	await expect(dialog.getByRole("button", { name: "Delete the table" })).toHaveCount(0);
	await dialog.getByRole("button", { name: "Take my name out" }).click();
	await dialog.getByRole("button", { name: "Yes" }).click();
	await expect(ann.locator(".players")).not.toContainText("Bob");
	await expect(ann.locator(".players")).toContainText("Somebody");
	await expect(dialog.getByRole("button", { name: "Take my name out" })).toHaveCount(0);

	dialog = await menu(ann);
	await dialog.getByRole("button", { name: "Delete the table" }).click();
	await dialog.getByRole("button", { name: "Yes" }).click();
	await expect(ann.getByRole("heading", { name: "Big Muddy" })).toBeVisible();
	const guest = await visitor();
	await guest.goto(link);
	await expect(guest.getByText("There is no such table", { exact: false })).toBeVisible();
});
