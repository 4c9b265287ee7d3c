import type { PdfRevision } from '../../pdf-revision.js'
import { isArray, nameOf, PdfDictionary, type PdfValue } from '../../syntax/values.js'

/** The names of the letters 0x20 to 0x7e (ISO 32000-1, annex D). */
const namesOfAscii = (
  'space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen period slash ' +
  'zero one two three four five six seven eight nine colon semicolon less equal greater question at ' +
  'A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft backslash bracketright asciicircum underscore grave ' +
  'a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde'
).split(' ')
/** The names of the letters 0xc0 to 0xff of ISO 8859-1. */
const namesOfLatin = (
  'Agrave Aacute Acircumflex Atilde Adieresis Aring AE Ccedilla Egrave Eacute Ecircumflex Edieresis Igrave Iacute Icircumflex Idieresis ' +
  'Eth Ntilde Ograve Oacute Ocircumflex Otilde Odieresis multiply Oslash Ugrave Uacute Ucircumflex Udieresis Yacute Thorn germandbls ' +
  'agrave aacute acircumflex atilde adieresis aring ae ccedilla egrave eacute ecircumflex edieresis igrave iacute icircumflex idieresis ' +
  'eth ntilde ograve oacute ocircumflex otilde odieresis divide oslash ugrave uacute ucircumflex udieresis yacute thorn ydieresis'
).split(' ')
const letters: ReadonlyMap<string, string> = new Map([
  ...namesOfAscii.map((name, index) => [name, String.fromCharCode(0x20 + index)] as const),
  ...namesOfLatin.map((name, index) => [name, String.fromCharCode(0xc0 + index)] as const),
  ['Scaron', 'Š'],
  ['scaron', 'š'],
  ['Zcaron', 'Ž'],
  ['zcaron', 'ž'],
  ['Euro', '€'],
])
/** Codes of WinAnsiEncoding outside of ISO 8859-1. */
const ofWinAnsi: ReadonlyMap<number, string> = new Map([
  [0x80, '€'],
  [0x8a, 'Š'],
  [0x8e, 'Ž'],
  [0x9a, 'š'],
  [0x9e, 'ž'],
  // A space that breaks no line: iText draws it in an empty field.
  [0xa0, ' '],
])
const baseEncodings: ReadonlySet<string> = new Set(['WinAnsiEncoding', 'StandardEncoding', 'MacRomanEncoding'])
const keysOfEncoding: ReadonlySet<string> = new Set(['Type', 'BaseEncoding', 'Differences'])

/**
 * The text that codes show in a standard font for texts, with its own encoding or another one (ISO 32000-1, 9.6.6); null where programs may show something else.
 * `font` must be a standard font apart from its encoding.
 */
export function shownLetters(revision: PdfRevision, font: PdfDictionary, codes: string): string | null {
  const encoding = revision.resolve(font.get('Encoding'))
  const [base, differences] = encodingOf(revision, encoding)
  if (base === null || differences === null) return null
  let shown = ''
  for (const each of codes) {
    const code = each.charCodeAt(0)
    const name = differences.get(code)
    const letter = name === undefined ? letterOf(code, base) : (letters.get(name) ?? null)
    if (letter === null) return null
    shown += letter
  }
  return shown
}

function letterOf(code: number, base: string): string | null {
  // The quotation marks 0x27 and 0x60 are curved in StandardEncoding.
  if (code >= 0x20 && code < 0x7f) return String.fromCharCode(code)
  if (base !== 'WinAnsiEncoding') return null
  return code >= 0xc0 && code <= 0xff ? String.fromCharCode(code) : (ofWinAnsi.get(code) ?? null)
}

/** The base encoding, and the names of single codes; null for another encoding. */
function encodingOf(
  revision: PdfRevision,
  encoding: PdfValue,
): readonly [base: string | null, differences: ReadonlyMap<number, string> | null] {
  if (!(encoding instanceof PdfDictionary)) return [baseOf(encoding), new Map()]
  const isKnown = encoding.repeated.length === 0 && [...encoding.entries.keys()].every((key) => keysOfEncoding.has(key))
  if (!isKnown) return [null, null]
  return [baseOf(revision.resolve(encoding.get('BaseEncoding'))), differencesOf(revision, revision.resolve(encoding.get('Differences')))]
}

/** Without an encoding a standard font has StandardEncoding. */
function baseOf(encoding: PdfValue): string | null {
  const name = encoding === null ? 'StandardEncoding' : nameOf(encoding)
  return name !== null && baseEncodings.has(name) ? name : null
}

/** The names of single codes (table 114): a code, and the names of it and those that follow. */
function differencesOf(revision: PdfRevision, list: PdfValue): ReadonlyMap<number, string> | null {
  const names = new Map<number, string>()
  if (list === null) return names
  if (!isArray(list)) return null
  revision.budget.countValues(list.length)
  let code: number | null = null
  for (const item of list) {
    const name = nameOf(item)
    if (typeof item === 'number') code = item
    // MuPDF counts another code as the last one.
    else if (name === null || code === null || !(code >= 0 && code <= 0xff)) return null
    else names.set(code++, name)
  }
  return names
}
