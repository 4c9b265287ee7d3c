/**
 * The name of a member that occurs twice in one object of a JSON text; null when there is none. `JSON.parse` silently takes the last value, while another
 * reader may take the first. `text` must be well-formed JSON: only strings and brackets are examined.
 */
export function repeatedMember(text: string): string | null {
  /** Member names of each object that encloses the current position, outermost first; null for an array. */
  const open: (Set<string> | null)[] = []
  // The characters of a string are matched by repeated classes, not by a repeated alternation, which overflows the stack on a string of ten million characters.
  for (const [token, name] of text.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")\s*:|"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    else if (name !== undefined) {
      // Decoded, because the same name can be written with and without escapes.
      const member = String(JSON.parse(name))
      const names = open.at(-1)
      if (names?.has(member) === true) return member
      names?.add(member)
    }
  }
  return null
}
