/** Whether a text is an object identifier in dotted notation. Without a repeated expression, for which the engine needs memory for each character of a long text. */
export function isDottedOid(text: string): boolean {
  return !/[^\d.]/.test(text) && text.includes('.') && !text.startsWith('.') && !text.endsWith('.') && !text.includes('..')
}
