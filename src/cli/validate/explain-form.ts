/** `--explain=json` is an option of its own here: a value that may be left out would take the name of the file behind it. */
export function withExplainForm(args: readonly string[]): readonly string[] {
  return args.map((arg) => (arg === '--explain=json' ? '--explain-json' : arg))
}
