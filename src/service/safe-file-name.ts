import { deviceNames, replacedInFileName } from '#model'

/** Whatever follows the dot. */
const deviceName = new RegExp(`^(?:${deviceNames})(?=\\.|$)`, 'i')

/** Maximum length in bytes of UTF-8: file systems allow 255, and a number may be appended. */
const longest = 200
const longestExtension = 20

/** Characters at each end of a name that are looked at. A document may hold one of twenty million, and the expressions take the square of its length. */
const examined = 1_000

/**
 * A name under which a data file can be saved on any system: never a path, never hidden, never a device. The page shows the original name beside it.
 */
export function safeFileName(name: string): string {
  const plain = withoutMiddle(lastSegment(name))
    .replace(replacedInFileName, '_')
    .replace(/^[.\s]+/, '_')
    .replace(/[.\s]+$/, '')
    .replace(deviceName, '_$&')
  return shortened(plain === '' ? 'file' : plain)
}

/** What stands behind the last separator that something stands behind; separators at the end do not count. */
function lastSegment(path: string): string {
  let end = path.length
  while (end > 0 && isSeparator(path.charCodeAt(end - 1))) end--
  let start = end
  while (start > 0 && !isSeparator(path.charCodeAt(start - 1))) start--
  return path.slice(start, end)
}

function isSeparator(code: number): boolean {
  return code === 0x2f || code === 0x5c
}

function withoutMiddle(name: string): string {
  return name.length <= 2 * examined ? name : name.slice(0, examined) + name.slice(-examined)
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= longest) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && Buffer.byteLength(name.slice(dot)) <= longestExtension ? name.slice(dot) : ''
  let kept = ''
  for (const character of name.slice(0, name.length - extension.length)) {
    if (Buffer.byteLength(kept + character + extension) > longest) break
    kept += character
  }
  return kept + extension
}

/** Safe names for files of one folder: a repeated name gets a number, also when it differs in letter case only. */
export function distinctFileNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  // By name, the first number that may be free: trying them all again for each of two thousand files of one name takes the square of their number.
  const next = new Map<string, number>()
  return names.map((given) => {
    const name = safeFileName(given)
    const dot = name.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    let distinct = name
    let number = next.get(name.toLowerCase()) ?? 2
    while (taken.has(distinct.toLowerCase())) distinct = `${stem} (${number++})${extension}`
    next.set(name.toLowerCase(), number)
    taken.add(distinct.toLowerCase())
    return distinct
  })
}
