import { deviceNames, replacedInEntryName, replacedInFileName } from './unsafe-characters.js'

/** A device name, with any extension. Windows ignores spaces before it. */
const device = new RegExp(`^(?:${deviceNames})(?= *(?:\\.|$))`, 'i')

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
    .replace(device, '_$&')
  return shortened(plain === '' ? 'file' : plain, maxLength)
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

function shortened(name: string, most: number): string {
  if (Buffer.byteLength(name) <= most) return name
  const { stem, extension } = partsOf(name)
  const beginning = beginningOf(stem, most - Buffer.byteLength(extension))
  return extension === '' ? beginning.replace(/[. ]+$/, '') : beginning + extension
}

/** A longer extension is none: it would leave no room for the name. */
function partsOf(name: string): { readonly stem: string; readonly extension: string } {
  const dot = name.lastIndexOf('.')
  const isExtension = dot > 0 && Buffer.byteLength(name.slice(dot)) <= maxExtensionLength
  return isExtension ? { stem: name.slice(0, dot), extension: name.slice(dot) } : { stem: name, extension: '' }
}

/** The first characters of a name that have at most so many bytes. */
function beginningOf(name: string, bytes: number): string {
  let kept = ''
  let used = 0
  for (const character of name) {
    used += Buffer.byteLength(character)
    if (used > bytes) break
    kept += character
  }
  return kept
}

/** Safe names for files of one folder. A repeated name gets a number, even if it differs in letter case. */
export function distinctFileNames(names: readonly string[]): readonly string[] {
  return numberRepeated(names.map(safeFileName), new Set())
}

/** File systems allow 255 bytes of UTF-8. */
const maxBytes = 255

/**
 * Names under which the files of a container are written: their own where every system has such a name and no other file gets it, otherwise a name that differs
 * in the characters that some system does not have (`a:b.txt`, `-a`, `a.`, `nul.txt`), in a number, or is cut. Two files never get one name, also where letter
 * case or the form of Unicode makes no difference; a file that can keep its own name keeps it, wherever it stands.
 *
 * @param names without path separators and control characters
 */
export function namesOnDisk(names: readonly string[]): readonly string[] {
  const wanted = names.map(onEverySystem)
  const own = new Map<string, number>()
  wanted.forEach((name, index) => {
    if (name === names[index] && !own.has(identityOf(name))) own.set(identityOf(name), index)
  })
  return numberRepeated(wanted, new Set(own.values()))
}

function onEverySystem(name: string): string {
  const plain = name
    .replace(replacedInEntryName, '_')
    .replace(/^[ -]/, '_')
    .replace(/[. ]+$/, '')
    .replace(device, '_$&')
  return shortened(plain === '' ? '_' : plain, maxBytes)
}

/** Characters that a file system may ignore in a name (HFS+), and that nobody sees. */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu

/** What two names that some system takes for one have in common (NTFS: letter case; APFS: the form of Unicode; HFS+: characters without a visible form). */
function identityOf(name: string): string {
  return name.normalize('NFC').replace(ignorable, '').toUpperCase().toLowerCase().normalize('NFC')
}

/** Appends a number to each name that another file has. The files at the indexes `own` keep theirs. */
function numberRepeated(names: readonly string[], own: ReadonlySet<number>): readonly string[] {
  const taken = new Set([...own].map((index) => identityOf(names[index] ?? '')))
  // For each name, the first number that may be free: trying all numbers for each of two thousand files with one name would take quadratic time.
  const next = new Map<string, number>()
  return names.map((name, index) => {
    if (own.has(index)) return name
    const { stem, extension } = partsOf(name)
    // Long names that become one when they are cut for a number share it.
    const counted = identityOf(withNumber(stem, ' (99999)', extension))
    let distinct = name
    let number = next.get(counted) ?? 2
    while (taken.has(identityOf(distinct))) distinct = withNumber(stem, ` (${number++})`, extension)
    next.set(counted, number)
    taken.add(identityOf(distinct))
    return distinct
  })
}

function withNumber(stem: string, number: string, extension: string): string {
  return beginningOf(stem, maxBytes - Buffer.byteLength(number + extension)) + number + extension
}
