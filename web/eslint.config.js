import js from "@eslint/js";
import prettier from "eslint-config-prettier";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
	{ ignores: ["dist/", "node_modules/", "tests/pictures/kept/", "tests/pictures/new/"] },
	js.configs.recommended,
	ts.configs.recommended,
	svelte.configs.recommended,
	prettier,
	svelte.configs.prettier,
	{
		languageOptions: { globals: { ...globals.browser, ...globals.node } },
		linterOptions: { reportUnusedDisableDirectives: "error" },
		rules: {
			eqeqeq: ["error", "always", { null: "ignore" }],
			"one-var": ["error", "never"],
			// A name that begins with _ says that a value is there but not needed.
			"@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
			// The compiler finds names that do not exist, and knows the types of the DOM.
			"no-undef": "off",
			// Maps and sets are replaced as a whole, in $state.raw or $derived, and not changed after that.
			"svelte/prefer-svelte-reactivity": "off",
			// Every {@html} is a drawing made by our own code. Text that people type never goes through one.
			"svelte/no-at-html-tags": "off",
		},
	},
	{
		files: ["**/*.ts", "**/*.svelte"],
		languageOptions: {
			parserOptions: { projectService: true, extraFileExtensions: [".svelte"], parser: ts.parser, svelteConfig },
		},
		rules: { "@typescript-eslint/no-floating-promises": "error" },
	},
	// Playwright reads from the pattern of its first parameter which fixtures a fixture needs; {} is none.
	{ files: ["tests/browser/*.ts"], rules: { "no-empty-pattern": "off" } },
);
