/**
 * The name of a member that occurs twice in one object of a JSON text; null when there is none. `JSON.parse` silently keeps the last one, while another reader
 * may use the first. `text` must be well-formed JSON: only strings and brackets are examined.
 */
export function repeatedMember(text: string): string | null {
  /** The names of each open object; null for an open array. */
  const open: (Set<string> | null)[] = []
  // A loop without alternatives for the characters of a string: another form overflows the stack in a string of ten million.
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
