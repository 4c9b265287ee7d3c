import { ifReadable } from '../pdf-error.js'
import type { PdfRevision } from '../pdf-revision.js'
import { dictionaryOf, nameOf, PdfStream } from '../syntax/values.js'

/** The operators that draw nothing themselves (ISO 32000-1, table 51). Any other word in content counts as drawing. */
const silentOperators: ReadonlySet<string> = new Set(
  (
    'q Q cm w J j M d ri i gs m l c v y h re n W W* BT ET Tc Tw Tz TL Tf Tr Ts Td TD Tm T* CS cs SC SCN sc scn G g RG rg K k BMC BDC EMC MP DP BX EX ' +
    'true false null'
  ).split(' '),
)
/** The operator that draws another form or a picture (table 87). */
const FORM_OPERATOR = 'Do'
const number = /^[+-]?\d*\.?\d*$/

/**
 * Whether an appearance, or a form or picture that it shows, draws something. Content that cannot be unpacked or searched counts as drawing, and so does a form whose
 * resources are elsewhere.
 */
export function drawsSomething(revision: PdfRevision, appearance: PdfStream): boolean {
  const seen = new Set<PdfStream>()
  const pending = [appearance]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    if (next !== appearance && nameOf(revision.resolve(next.dictionary.get('Subtype'))) === 'Image') return true
    const drawing = drawingOf(contentOf(revision, next))
    if (drawing === 'own') return true
    if (drawing === 'none') continue
    const forms = formsOf(revision, next)
    if (forms.length === 0) return true
    pending.push(...forms)
  }
  return false
}

/** Whether content draws something itself, or at most what it refers to. */
function drawingOf(content: string | null): 'none' | 'own' | 'forms' {
  // A comment could start within a string.
  if (content === null || content.includes('(')) return 'own'
  let found: 'none' | 'forms' = 'none'
  const withoutComments = content.replace(/%[^\r\n]*/g, '')
  for (const [word] of withoutComments.matchAll(/\/?[^\0\t\n\f\r ()<>[\]{}/%]+/g)) {
    if (word === FORM_OPERATOR) found = 'forms'
    else if (!word.startsWith('/') && !silentOperators.has(word) && !number.test(word)) return 'own'
  }
  return found
}

function contentOf(revision: PdfRevision, stream: PdfStream): string | null {
  const content = ifReadable(() => revision.drawnContentOf(stream))
  if (content === null || content.length > revision.budget.limits.maxSearchedBytes) return null
  // Many fields may share the content, of which each word is looked up.
  revision.budget.countValues(content.length >>> 2)
  return content.toString('latin1')
}

/** The forms and pictures in the resources of a form. */
function formsOf(revision: PdfRevision, stream: PdfStream): readonly PdfStream[] {
  const resources = dictionaryOf(revision.resolve(stream.dictionary.get('Resources')))
  const objects = dictionaryOf(revision.resolve(resources?.get('XObject') ?? null))
  return [...(objects?.entries.values() ?? [])].map((each) => revision.resolve(each)).filter((each) => each instanceof PdfStream)
}
