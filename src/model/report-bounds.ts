/** How much of a document one report shows. Policy, report and print take no limits as arguments, so these are defined here; `limits.report` lists them too. */
export const reportBounds = {
  /** Findings per check: a later revision of a PDF may change thousands of objects. The detailed report lists all changes of a PDF. */
  maxFindings: 10,
  /** Names of files or form fields in one message. */
  maxNames: 20,
  /** Names of files in a headline, which is read at a glance. */
  headlineNames: 5,
  /** Characters of one text from the document in the facts of a check. */
  excerptCharacters: 200,
  /** Characters of one value in a message; a value may join several texts. */
  messageCharacters: 400,
  /** Characters of one text on a printed page: a name of ten thousand characters would push the verdict off the page. */
  printedCharacters: 300,
} as const
