/**
 * The name of a member that stands twice in one object of a JSON text, or null. `JSON.parse` keeps the last one without a word, so two readers could see two
 * settings. `text` has to be JSON already: only strings and braces are looked at.
 */
export function repeatedMember(text: string): string | null {
  /** The names of each open object; null for an open array. */
  const open: (Set<string> | null)[] = []
  for (const [token, name] of text.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    else if (name !== undefined) {
      // The same name may be written in two ways, with escapes and without.
      const member = String(JSON.parse(name))
      const names = open.at(-1)
      if (names?.has(member) === true) return member
      names?.add(member)
    }
  }
  return null
}
