/** Numbers from a seed: the same seed gives the same tests. `random(n)` is a whole number from 0 to n - 1. */
export type Random = (n: number) => number

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return (n) => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) % n
  }
}

const prefixes = ['p', 'q', 'ds', 'z\u00e9', '\u{10000}', '\uff21']
const uris = ['urn:a', 'urn:b', 'http://example.com/x?a=1#b', 'urn:x%3Cy']
/** The namespaces of the documents, to tell those that a mutation made from them. */
export const namespaceUris: ReadonlySet<string> = new Set([...uris, ''])

const names = ['a', 'b', 'Reference', '\u00f5', 'c.d-e_f1', '\u{10400}x', '\uff22']
const texts = [
  '',
  ' ',
  '\n  ',
  'text',
  'a\r\nb\rc',
  '&#13;&#10;',
  '&lt;&amp;&gt;',
  '"\'>',
  '\u20ac\u{1F600}',
  '&#x1F600;',
  '<![CDATA[<&\r\n]]>',
  '<![CDATA[]]>',
]
const values = ['', '1', ' a  b ', 'a\r\nb\tc', '&#9;&#10;&#13;&#32;', '&quot;&apos;&lt;&gt;&amp;', 'x>y', '\u00a0\u{1F600}']
const bases = ['http://example.com/a/b/c/d/e/f', '../x', 'y/z/', 'y']

/** A well-formed document with what canonicalization can get wrong: declarations, xml:* attributes, line breaks, sections, comments. */
export function randomDocument(random: Random, maxDepth = 4): string {
  const pick = <T>(list: readonly [T, ...T[]] | readonly T[]): T => {
    const chosen = list[random(list.length)]
    if (chosen === undefined) throw new Error('an empty list')
    return chosen
  }
  const asides = () => {
    let text = ''
    while (random(4) === 0) text += pick(['<!-- c\r\nd -->', '<!---->', '<?pi some  data ?>', '<?pi?>', '\n', ' <?x-y a="b"?>\r\n'])
    return text
  }

  const element = (scope: ReadonlyMap<string, string>, depth: number): string => {
    const inner = new Map(scope)
    const parts: string[] = []
    for (const prefix of prefixes) {
      if (random(6) !== 0 && !(depth === 0 && random(2) === 0)) continue
      const uri = pick(uris)
      inner.set(prefix, uri)
      parts.push(`xmlns:${prefix}="${uri}"`)
    }
    if (random(4) === 0) parts.push(`xmlns="${random(3) === 0 ? '' : pick(uris)}"`)
    const bound = [...inner.keys()]
    const taken = new Set<string>()
    for (let n = random(4); n > 0; n--) {
      const prefix = bound.length > 0 && random(2) === 0 ? pick(bound) : ''
      const name = pick(names)
      const key = `${name} ${prefix === '' ? '' : inner.get(prefix)}`
      if (taken.has(key)) continue
      taken.add(key)
      const quote = random(2) === 0 ? '"' : "'"
      parts.push(`${prefix === '' ? '' : `${prefix}:`}${name}${random(3) === 0 ? ' = ' : '='}${quote}${pick(values)}${quote}`)
    }
    if (random(6) === 0) parts.push(`xml:lang="${pick(['et', 'en', ''])}"`)
    if (random(8) === 0) parts.push('xml:space="preserve"')
    if (random(8) === 0) parts.push(`xml:other="${pick(values)}"`)
    if (random(10) === 0) parts.push(`xml:base="${pick(bases)}"`)
    for (let i = parts.length - 1; i > 0; i--) {
      const j = random(i + 1)
      const [a, b] = [parts[i], parts[j]]
      if (a !== undefined && b !== undefined) [parts[i], parts[j]] = [b, a]
    }
    const prefix = bound.length > 0 && random(2) === 0 ? pick(bound) : ''
    const name = `${prefix === '' ? '' : `${prefix}:`}${pick(names)}`
    const start = [name, ...parts].join(pick([' ', '\r\n\t', '  ']))
    if (random(6) === 0) return `<${start}/>`
    let content = pick(texts)
    if (depth < maxDepth) for (let n = random(4); n > 0; n--) content += element(inner, depth + 1) + pick(texts) + asides()
    return `<${start}>${content}</${name}${pick(['', ' ', '\n'])}>`
  }

  const declaration = pick(['', '<?xml version="1.0"?>', '<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>\r\n'])
  return declaration + asides() + element(new Map(), 0) + asides()
}

const fragments = [
  '<',
  '>',
  '&',
  '"',
  "'",
  '=',
  '/',
  '?',
  '!',
  '-',
  '--',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?',
  '?>',
  'xmlns',
  ' xmlns:a="urn:a"',
  'xml:',
  ':',
  ' ',
  '\n',
  '\r',
  '\t',
  '\0',
  '\u00e9',
  '\u0085',
  '\u2028',
  '\ufffe',
  '&#0;',
  '&#x41;',
  '&amp;',
  '&foo;',
  '&#xD800;',
  'a',
  '1',
  '.',
  '<a>',
  '</a>',
  '<a/>',
  '<b:c/>',
  ' a="1"',
  ' xmlns=""',
  '\u{1F600}',
  '<!DOCTYPE a>',
  '<?xml version="1.0"?>',
] as const

/** One to three changes at random places: something put in, cut out, or replaced. */
export function mutate(text: string, random: Random): string {
  let changed = text
  for (let n = 1 + random(3); n > 0; n--) {
    const at = random(changed.length + 1)
    const fragment = fragments[random(fragments.length)] ?? ''
    const cut = [0, 1 + random(4), 1][random(3)] ?? 0
    changed = changed.slice(0, at) + (cut > 1 ? '' : fragment) + changed.slice(at + cut)
  }
  return changed
}
