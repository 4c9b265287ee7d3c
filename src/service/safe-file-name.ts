import { deviceNames, replacedInFileName } from '#model'

/** A device name, with any extension. */
const deviceName = new RegExp(`^(?:${deviceNames})(?=\\.|$)`, 'i')

/** Maximum length in bytes of UTF-8: file systems allow 255, and a number may be appended. */
const maxLength = 200
const maxExtensionLength = 20

/**
 * Characters at each end of a name that are used. A name in a document may have twenty million, and the time of the expressions grows with the square of the
 * length.
 */
const examined = 1_000

/**
 * A name under which a data file can be saved on any system: not a path, not hidden, not a device. The page also shows the original name.
 */
export function safeFileName(name: string): string {
  const plain = withoutMiddle(lastSegment(name))
    .replace(replacedInFileName, '_')
    .replace(/^[.\s]+/, '_')
    .replace(/[.\s]+$/, '')
    .replace(deviceName, '_$&')
  return shortened(plain === '' ? 'file' : plain)
}

/** The last non-empty segment of a path. */
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
  if (Buffer.byteLength(name) <= maxLength) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && Buffer.byteLength(name.slice(dot)) <= maxExtensionLength ? name.slice(dot) : ''
  let kept = ''
  for (const character of name.slice(0, name.length - extension.length)) {
    if (Buffer.byteLength(kept + character + extension) > maxLength) break
    kept += character
  }
  return kept + extension
}

/** Safe names for files of one folder. A repeated name gets a number, even if it differs in letter case. */
export function distinctFileNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  // For each name, the first number that may be free: trying all numbers for each of two thousand files with one name would take quadratic time.
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
