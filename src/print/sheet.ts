import {
  type DetailedBlock,
  type DetailedReport,
  type DetailedSignature,
  reportBounds,
  type SignatureReport,
  shortened,
  type TimedEvent,
  unsafeToShow,
  type ValidationReport,
} from '#model'
import { type Language, type Texts, textsOf } from './texts.js'

/** A label with its value. */
type Row = readonly [label: string, value: string]

/** One signature as HTML and PDF show it. Text from the document has passed through `safeText`. `problems` and `warnings` are in English. */
export interface SheetSignature {
  readonly title: string
  readonly verdict: 'passed' | 'failed' | 'undecided'
  readonly verdictText: string
  /** The indication and sub-indication as the standard names them. */
  readonly codes: string
  readonly reason: string
  readonly rows: readonly Row[]
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
  readonly times: readonly Row[]
  readonly certificates: readonly { readonly role: string; readonly name: string; readonly lines: readonly string[] }[]
  readonly blocks: readonly SheetBlock[]
}

export interface SheetBlock {
  readonly title: string
  readonly status: string
  readonly checks: readonly { readonly outcome: string; readonly text: string; readonly clause: string }[]
}

/** A file inside the document. */
export interface PrintedFile {
  readonly name: string
  /** Size in bytes; null when it is not known. */
  readonly size: number | null
  /** File name for a download; null when the document contains only the digest of the file. */
  readonly safeName: string | null
}

export interface SheetFile extends PrintedFile {
  /** Size, and whether a signature covers it. */
  readonly about: string
}

export interface Sheet {
  readonly language: Language
  readonly texts: Texts
  readonly rows: readonly Row[]
  readonly summary: string
  /** `passed`: every signature, and they leave out no file. */
  readonly verdict: SheetSignature['verdict']
  readonly warnings: readonly string[]
  readonly signatures: readonly SheetSignature[]
  readonly trustSources: readonly string[]
  /** SHA-256 of the document, lower-case hex. */
  readonly digest: string
  readonly files: readonly SheetFile[]
}

/** The contents of the printed report in one language. Every value comes from the report and the detailed report. */
export function buildSheet(
  report: ValidationReport,
  detailed: DetailedReport,
  language: Language,
  files: readonly PrintedFile[] = [],
): Sheet {
  const texts = textsOf(language)
  return {
    language,
    texts,
    rows: [
      [texts.document, safeText(report.documentName)],
      [texts.form, report.signatureForm],
      [texts.sizeLabel, texts.size(detailed.documentSize)],
      [texts.documentDigest, detailed.documentDigest],
      [texts.policy, report.policy.name],
      [texts.validationTime, writeTime(report.validationTime)],
      [texts.trustSnapshot, detailed.trustSnapshot],
    ],
    summary: summaryOf(report, texts),
    verdict: verdictOf(report),
    warnings: report.validationWarnings.map(({ text }) => safeText(text)),
    signatures: report.signatures.map((signature, index) => sheetSignature(signature, detailed.signatures[index] ?? null, index, texts)),
    trustSources: detailed.trustSources.map(({ id, sequenceNumber, issued, digest }) =>
      safeText([id, ...(sequenceNumber === null ? [] : [`no. ${sequenceNumber}`, writeTime(issued), digest])].join(', ')),
    ),
    digest: detailed.documentDigest,
    files: sheetFiles(report, files, texts),
  }
}

/** How many signatures passed, and which files they leave out (`decisions.md#unsigned-files`). */
function summaryOf({ signaturesCount, validSignaturesCount, filesLeftOut }: ValidationReport, texts: Texts): string {
  const leftOut = (['byAll', 'bySome'] as const).flatMap((by) => {
    const { names, count } = filesLeftOut[by]
    const shown = names.slice(0, reportBounds.headlineNames).map(safeText)
    return count === 0 ? [] : [texts.leftOut[by](count, [...shown, ...(count > shown.length ? ['…'] : [])].join(', '))]
  })
  return texts.summary(validSignaturesCount, signaturesCount, leftOut)
}

function verdictOf({ signaturesCount, validSignaturesCount, filesLeftOut: { byAll, bySome } }: ValidationReport): Sheet['verdict'] {
  if (signaturesCount === 0) return 'undecided'
  if (validSignaturesCount < signaturesCount) return 'failed'
  return byAll.count + bySome.count === 0 ? 'passed' : 'undecided'
}

/** The files in the document. Files that no signature covers are listed too, and marked (`decisions.md#page-downloads`). */
function sheetFiles(report: ValidationReport, files: readonly PrintedFile[], texts: Texts): readonly SheetFile[] {
  const covered = new Set(report.signatures.flatMap(({ signatureScopes }) => signatureScopes.map(({ name }) => name)))
  return files.map(({ name, size, safeName }) => ({
    name: safeText(name),
    size,
    safeName,
    about: [
      ...(size === null ? [] : [texts.size(size)]),
      ...(safeName === null ? [texts.digestOnly] : []),
      ...(covered.has(name) ? [] : [texts.notCovered]),
    ].join(', '),
  }))
}

function sheetSignature(signature: SignatureReport, detailed: DetailedSignature | null, index: number, texts: Texts): SheetSignature {
  const { indication, subIndication, bestSignatureTime, claimedSigningTime } = signature
  const time =
    bestSignatureTime === ''
      ? claimedSigningTime === ''
        ? texts.unknown
        : `${writeTime(claimedSigningTime)} (${texts.claimed})`
      : `${writeTime(bestSignatureTime)} (${texts.proven})`
  return {
    title: texts.signature(index + 1),
    verdict: indication === 'TOTAL-PASSED' ? 'passed' : indication === 'TOTAL-FAILED' ? 'failed' : 'undecided',
    verdictText: texts.verdict[indication],
    codes: subIndication === '' ? indication : `${indication}, ${subIndication}`,
    reason: subIndication === '' ? '' : texts.reason[subIndication],
    rows: [
      [texts.signer, signature.signedBy === '' ? texts.unknown : safeText(signature.signedBy)],
      [texts.time, time],
      [texts.level, signature.signatureLevel === '' ? texts.noLevel : texts.levels[signature.signatureLevel]],
      [texts.format, signature.signatureFormat === '' ? texts.unknown : signature.signatureFormat],
      [
        texts.covers,
        signature.signatureScopes.length === 0 ? texts.nothing : signature.signatureScopes.map(({ name }) => safeText(name)).join(', '),
      ],
    ],
    problems: signature.errors.map(({ text }) => safeText(text)),
    warnings: signature.warnings.map(({ text }) => safeText(text)),
    times: (detailed?.times ?? []).map(({ time: at, event, about }) => [
      writeTime(at),
      about === '' || event.startsWith('certificate') ? texts.event[event] : `${texts.event[event]} (${aboutOf(event, about, texts)})`,
    ]),
    certificates: (detailed?.certificates ?? []).map(({ role, subject, issuer, serialNumber, notBefore, notAfter, services }) => ({
      role: texts.role[role],
      name: safeText(subject),
      lines: [
        `${texts.issuedBy} ${safeText(issuer)} (${serialNumber})`,
        texts.validity(writeTime(notBefore), writeTime(notAfter)),
        ...services.map(({ name, source, types }) => `${texts.listed} ${safeText(name)}: ${types.join(', ')} (${safeText(source)})`),
      ],
    })),
    blocks: (detailed?.blocks ?? []).flatMap(flatten),
  }
}

function aboutOf(event: TimedEvent['event'], about: string, { timeStampOver }: Texts): string {
  const over = event === 'time-stamp' ? Object.entries(timeStampOver).find(([kind]) => kind === about) : undefined
  return over?.[1] ?? safeText(about)
}

/** A block and its nested blocks as a flat list: the sheet shows no nesting. */
function flatten(block: DetailedBlock): readonly SheetBlock[] {
  const applicable = block.checks.filter(({ outcome }) => outcome !== 'not-applicable')
  const about = block.subjectName === 'signature' ? '' : ` – ${safeText(block.subjectName)}`
  return [
    {
      title: `${block.name}${about}`,
      status: block.subIndication === '' ? block.indication : `${block.indication}, ${block.subIndication}`,
      checks: applicable.map(({ outcome, question, answer, clause, key }) => ({
        outcome,
        text: safeText(answer ?? question),
        clause: `${key}, ${clause}`,
      })),
    },
    ...block.blocks.flatMap(flatten),
  ]
}

/** Writes `2026-03-10T10:00:05Z` as `2026-03-10 10:00:05 UTC`; an empty text stays empty. */
function writeTime(time: string): string {
  return time.replace('T', ' ').replace('Z', ' UTC')
}

/** Text from a document in a form that is safe to display: unsafe characters become `\u` escapes, and a long text is shortened. */
export function safeText(text: string): string {
  return shortened(text, reportBounds.printedCharacters).replace(
    unsafeToShow,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
