/** The ids of rules to read on. `_about`: a word that the paragraph of each of them has, or several with | between. Nothing on the page shows it:
 *  web/tests/cited.test.ts looks it up in docs/rules, so that an id is known to mean what the help means by it. */
export const cite = (_about: string, ...ids: string[]): string[] => ids;
