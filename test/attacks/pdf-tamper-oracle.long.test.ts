import { describe, expect, it } from 'vitest'
import type { Siva1Report } from '#writers/siva1'
import { type Answer, validate } from '../conformance/validate-sample.js'
import { lookOf } from '../readers/pdf/second-opinions.js'
import { PdfDraft } from '../support/pdf/draft.js'
import { plain, plainDraft } from '../support/pdf/plain-document.js'
import type { AddedSignature } from '../support/pdf/signature.js'
import { addDocumentTimeStamp, addValidationData, signPdf } from '../support/pdf/signed-pdf.js'
import { pki } from '../support/pki.js'
import { trustPath } from '../support/trust.js'
import { realFiles } from './pdf-real-files.js'
import { additions, cuts, messageChanges, octetChanges, redefinitions, type SignedFile } from './pdf-tampering.js'
import { randomNumbers, type Tampered } from './tampering.js'

/** How often each document is changed in each way; `TAMPER_ROUNDS=20` does twenty times as much. */
const { TAMPER_ROUNDS = '1' } = process.env
const flips = 30 * Number(TAMPER_ROUNDS)
/** Objects of a document of another writer that are written anew: it may have hundreds, and each is drawn eight times. */
const mostObjects = 12 * Number(TAMPER_ROUNDS)
const validationTime = '2026-06-01T12:00:00Z'

function signedFile(make: (draft: PdfDraft) => readonly AddedSignature[], draft: PdfDraft): SignedFile {
  const signatures = make(draft)
  return { bytes: draft.bytes, draft, signatures }
}

const lt = (draft: PdfDraft) => {
  const signature = signPdf(draft)
  addValidationData(draft)
  return [signature]
}

const files: readonly (readonly [string, () => SignedFile])[] = [
  ['LT', () => signedFile(lt, plainDraft({ form: true }))],
  ['LTA', () => signedFile((draft) => [...lt(draft), addDocumentTimeStamp(draft)], plainDraft())],
  ['LT with cross-reference streams', () => signedFile(lt, plainDraft({ stream: true, packed: [plain.font, plain.information] }))],
  [
    'two signatures',
    () =>
      signedFile((draft) => {
        const first = signPdf(draft)
        const second = signPdf(draft, { signer: pki.secondSigner })
        addValidationData(draft)
        addValidationData(draft, { signer: pki.secondSigner })
        return [first, second]
      }, plainDraft()),
  ],
]

interface Row {
  readonly make: () => SignedFile
  /** Trust settings, below `fixtures/`. */
  readonly trust: string
  /** Of another writer: the places in its messages are its own. */
  readonly isForeign: boolean
}

const rows: readonly (readonly [string, Row])[] = [
  ...files.map(([name, make]) => [name, { make, trust: trustPath('standard'), isForeign: false }] as const),
  ...realFiles(validationTime).map(([name, row]) => [name, { ...row, isForeign: true }] as const),
]

const token = '^0\\.1\\.0\\.4\\.0\\.6\\.0\\.1\\.0\\.1\\.0'

/** Places of its own message where a change may leave a signature TOTAL-PASSED, and why that is no harm. */
const harmless: readonly { readonly place: RegExp; readonly why: string }[] = [
  { place: /^0\.1\.0\.0|^0\.1\.0\.4\.0\.0/, why: 'versions of SignedData and SignerInfo: not signed' },
  { place: /^0\.1\.0\.1(\.| |$)/, why: 'list of digest algorithms: a hint for one-pass readers, not signed' },
  { place: /^0\.1\.0\.4\.0\.1\.0\.\d\.0\.1( header)?$/, why: 'letter case and string type do not tell two issuers apart (RFC 5280 7.1)' },
  { place: /^0\.1\.0\.4\.0\.[24]\.1( header)?$/, why: 'parameters of an algorithm that has none' },
  { place: new RegExp(`${token}\\.(0|4\\.0\\.0)( header)?$`), why: 'versions of SignedData and SignerInfo: not signed' },
  { place: new RegExp(`${token}\\.1(\\.| |$)`), why: 'list of digest algorithms: a hint, not signed' },
  { place: new RegExp(`${token}\\.3(\\.| |$)`), why: 'certificate of the unit: listed, so the copy in the token is not needed' },
  {
    place: new RegExp(`${token}\\.4\\.0\\.1\\.0\\.\\d\\.0\\.1( header)?$`),
    why: 'writing of the issuer: the signing-certificate attribute binds the certificate',
  },
  { place: new RegExp(`${token}\\.4\\.0\\.[24]\\.1( header)?$`), why: 'parameters of an algorithm that has none' },
]

function some<T>(items: T[], random: (below: number) => number): readonly T[] {
  return items.length <= mostObjects ? items : Array.from({ length: mostObjects }, () => items.splice(random(items.length), 1)).flat()
}

/** What a reader of the report learns about a signature. A change that leaves the verdict must leave this as well. */
function saidBy({ id, signedBy, claimedSigningTime, info }: ReportedSignature): string {
  return JSON.stringify([id, signedBy, claimedSigningTime, info.bestSignatureTime])
}

/** Why a signature may pass all the same; null when nothing explains it. */
async function excuseOf(
  file: SignedFile,
  tampered: Tampered,
  index: number,
  signature: ReportedSignature,
  look: string,
): Promise<string | null> {
  const own = file.signatures[index]
  if (own === undefined) return null
  const [, gap, start, length] = own.ranges
  if (tampered.layer === `message ${index}`) {
    if (/[0-9a-f]/i.test(String.fromCharCode(file.bytes[tampered.offset] ?? 0)) && sameMessage(file.bytes, tampered.document, gap, start))
      return 'other writing of the digits'
    return harmless.find(({ place }) => place.test(tampered.place))?.why ?? null
  }
  if (tampered.offset < start + length) return null
  if (signature.warnings.some(({ key }) => told.has(key ?? ''))) return 'told'
  if (tampered.change === 'cut' && /%%EOF\s*$/.test(tampered.document.toString('latin1', tampered.document.length - 10)))
    return 'an earlier version'
  return (await lookOf(tampered.document)) === look ? 'behind what is covered, and the pages look the same' : null
}

const told: ReadonlySet<string> = new Set(['pdf-form-unchanged', 'pdf-annotations-unchanged'])

function sameMessage(bytes: Buffer, other: Buffer, gap: number, behind: number): boolean {
  const message = (of: Buffer) => of.toString('latin1', gap, behind).toLowerCase().replace(/\s/g, '')
  return message(bytes) === message(other)
}

describe('tamper oracle for PDF', () => {
  describe.each(rows)('%s', (name, { make, trust, isForeign }) => {
    const file = make()
    const random = randomNumbers(name.length)
    const whole = signaturesOf(judge(file.bytes, trust))
    const reopen = () => {
      const draft = new PdfDraft()
      draft.bytes = file.bytes
      draft.root = file.draft.root
      draft.section = file.draft.section
      for (const [number, text] of file.draft.objects) draft.objects.set(number, text)
      return draft
    }

    it('a PDF file passes as it is', () => {
      expect(whole.length).toBeGreaterThan(0)
      expect(whole.map(({ indication }) => indication)).toEqual(whole.map(() => 'TOTAL-PASSED'))
    })

    it.each<[string, () => Iterable<Tampered>]>([
      ['octets', () => octetChanges(file, flips, random)],
      ['bits of messages', () => (isForeign ? [] : messageChanges(file, flips * 3, random))],
      ['cuts', () => cuts(file, flips, random)],
      ['additions', () => additions(file)],
      [
        'redefined objects',
        () => redefinitions(file, isForeign ? some([...file.draft.objects.keys()], random) : file.draft.objects.keys(), reopen),
      ],
    ])('a PDF file does not pass with a change that matters: %s', async (_, changes) => {
      const look = await lookOf(file.bytes)
      const unexplained: string[] = []
      for (const tampered of changes()) {
        if (isForeign && tampered.layer.startsWith('message')) continue
        const passing = signaturesOf(judge(tampered.document, trust)).filter(({ indication }) => indication === 'TOTAL-PASSED')
        for (const signature of passing) {
          const index = whole.findIndex((one) => saidBy(one) === saidBy(signature))
          const excuse = await excuseOf(file, tampered, index, signature, look)
          if (excuse === null)
            unexplained.push(`${tampered.layer} at ${tampered.offset}: ${tampered.place}, ${tampered.change}, signature ${index}`)
        }
      }
      expect(unexplained).toEqual([])
    })
  })
})

type ReportedSignature = Siva1Report['signatures'][number]

function judge(document: Buffer, trust: string): Answer {
  return validate(document, trust, { policy: 'POLv1', validationTime, documentType: 'PDF' })
}

function signaturesOf(answer: Answer): readonly ReportedSignature[] {
  return answer.kind === 'report' ? answer.report.signatures : []
}
