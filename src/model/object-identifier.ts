/** Whether a text is an object identifier in dotted notation. Avoids a repeated group, for which the regular expression engine needs memory per character. */
export function isDottedOid(text: string): boolean {
  return !/[^\d.]/.test(text) && text.includes('.') && !text.startsWith('.') && !text.endsWith('.') && !text.includes('..')
}
