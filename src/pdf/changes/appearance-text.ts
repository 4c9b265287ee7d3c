import { ifReadable } from '../pdf-error.js'
import type { PdfRevision } from '../pdf-revision.js'
import { dictionaryOf, nameOf, PdfStream } from '../syntax/values.js'

/** The operators that show text (ISO 32000-1, table 109). */
const textOperator = /T[jJ]|['"]/
/** The operator that draws another form or a picture (table 87). */
const formOperator = /\bDo\b/

/**
 * Whether an appearance, or a form that it draws, shows text. Content that cannot be unpacked or searched counts as text, and so does a form whose resources are
 * elsewhere.
 */
export function drawsText(revision: PdfRevision, appearance: PdfStream): boolean {
  const seen = new Set<PdfStream>()
  const pending = [appearance]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    if (next !== appearance && nameOf(revision.resolve(next.dictionary.get('Subtype'))) === 'Image') continue
    const content = contentOf(revision, next)
    if (content === null || textOperator.test(content)) return true
    const forms = formsOf(revision, next)
    if (forms.length === 0 && formOperator.test(content)) return true
    pending.push(...forms)
  }
  return false
}

function contentOf(revision: PdfRevision, stream: PdfStream): string | null {
  const content = ifReadable(() => revision.drawnContentOf(stream))
  if (content === null || content.length > revision.budget.limits.maxSearchedBytes) return null
  revision.budget.countText(content.length)
  return content.toString('latin1')
}

/** The forms and pictures in the resources of a form. */
function formsOf(revision: PdfRevision, stream: PdfStream): readonly PdfStream[] {
  const resources = dictionaryOf(revision.resolve(stream.dictionary.get('Resources')))
  const objects = dictionaryOf(revision.resolve(resources?.get('XObject') ?? null))
  return [...(objects?.entries.values() ?? [])].map((each) => revision.resolve(each)).filter((each) => each instanceof PdfStream)
}
