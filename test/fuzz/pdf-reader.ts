import { limits } from '#config'
import { judgeRevisions, openPdfFile, readSignatureDictionaries } from '#readers/pdf'
import { PdfError } from '../../src/readers/pdf/pdf-error.js'
import { PdfDraft } from '../support/pdf/draft.js'
import { encryptedDraft } from '../support/pdf/encryption.js'
import { plain, plainDraft } from '../support/pdf/plain-document.js'
import { addFieldSignature, addSecurityStore, withEntry } from '../support/pdf/signature.js'
import { type FuzzResult, fuzz, type Random } from './fuzz.js'

const sign = () => Buffer.from('30020500', 'hex')

/** Documents from which broken ones are made: each kind of structure that the reader knows. */
export function seeds(): readonly Buffer[] {
  const grown = (stream: boolean) => {
    const draft = plainDraft({ form: true, stream, packed: stream ? [plain.catalog, plain.text] : [] })
    const reference = '/Reference [<< /TransformMethod /DocMDP /TransformParams << /P 2 >> >>]'
    addFieldSignature(draft, { sign, reserved: 64, entries: reference, fieldEntries: '/Lock << /Action /All >>', revision: { stream } })
    addSecurityStore(draft, { certificates: [Buffer.from('a')], ocsps: [Buffer.from('b')], revision: { stream } })
    draft.update({ [plain.text]: withEntry(draft.object(plain.text), 'V', '(Jaan)') }, { stream })
    addFieldSignature(draft, { sign, reserved: 64, type: '/DocTimeStamp', subFilter: '/ETSI.RFC3161', revision: { stream } })
    return draft
  }
  const nested = new PdfDraft().update({ 1: `<< /Type /Catalog /AcroForm << /Fields ${'['.repeat(50)}${']'.repeat(50)} >> >>` })
  return [grown(false), grown(true), nested, encryptedDraft({ method: 'AESV2' }), encryptedDraft({ method: 'RC4-40' })].map(
    ({ bytes }) => bytes,
  )
}

/** Words whose loss, repetition or exchange changes what a file is. */
const words = [
  'obj',
  'endobj',
  'stream',
  'endstream',
  'xref',
  'trailer',
  'startxref',
  '%%EOF',
  '/Prev',
  '/Root',
  '/Kids',
  '/Fields',
  '/Length',
  '/W',
  '/Index',
  '/Size',
  '/ByteRange',
  '/Contents',
  '/V',
  '/Type',
  '/XRefStm',
  '/Filter',
  '/FlateDecode',
  '/ASCII85Decode',
  '/Encrypt',
  ' R',
  '<<',
  '>>',
  '[',
  ']',
  '<',
  '>',
  '(',
  ')',
  '0',
  '-1',
  '65535',
  '4294967296',
  '99999999999999999999',
  '1 0 R',
  '2 0 R',
  '7 0 R',
  'null',
]

/** Changes a document the way hostile ones differ from sound ones: numbers, words and whole pieces rather than single bits. */
function mutate(bytes: Buffer, random: Random): Buffer {
  let text = bytes.toString('latin1')
  for (let changes = 1 + random(4); changes > 0; changes--) {
    const at = random(text.length)
    const length = random(40)
    switch (random(7)) {
      case 0:
        text = text.slice(0, at) + String.fromCharCode(random(256)) + text.slice(at + 1)
        break
      case 1:
        text = text.slice(0, at) + text.slice(at + length)
        break
      case 2:
        text = text.slice(0, at) + pick(words, random) + text.slice(at)
        break
      case 3:
        text = replaceNear(text, at, /\d+/, () => String(pick([0, 1, 2, 7, 20, at, 2 ** 31, 2 ** 53], random)))
        break
      case 4:
        text = replaceNear(text, at, /[/A-Za-z<>[\]()]+/, () => pick(words, random))
        break
      case 5: {
        const from = random(text.length)
        text = text.slice(0, at) + text.slice(from, from + random(600)) + text.slice(at)
        break
      }
      default:
        text = text.slice(0, random(2) === 0 ? at : text.length)
    }
  }
  return Buffer.from(text, 'latin1')
}

function pick<T>(items: readonly T[], random: Random): T {
  const item = items[random(items.length)]
  if (item === undefined) throw new Error('nothing to pick')
  return item
}

function replaceNear(text: string, at: number, pattern: RegExp, by: () => string): string {
  return text.slice(0, at) + text.slice(at).replace(pattern, by)
}

/** Reads everything that the service reads of a file. Returns what became of it; throws for what is no refusal. */
export function readWhole(bytes: Buffer): string {
  try {
    const file = openPdfFile(bytes, limits.pdf)
    const signatures = readSignatureDictionaries(file)
    const covered = signatures.flatMap(({ coveredRevision }) => coveredRevision ?? [])
    const changes = file.rebuiltBecause === null && covered.length > 0 ? judgeRevisions(file, Math.min(...covered)) : []
    return file.rebuiltBecause !== null
      ? 'rebuilt'
      : changes.some(({ rule }) => rule === null)
        ? 'unexplained'
        : `${signatures.length} signatures`
  } catch (error) {
    if (error instanceof PdfError) return error.code
    throw error
  }
}

export function fuzzPdfReader(seed: number, bounds: { readonly inputs?: number; readonly milliseconds?: number }): FuzzResult {
  return fuzz({ seed, seeds: seeds(), mutate, run: readWhole, ...bounds })
}
