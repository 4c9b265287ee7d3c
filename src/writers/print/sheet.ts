import {
  commonLevelOf,
  type DocumentReport,
  type FilesLeftOut,
  type Instant,
  type ProductionPlace,
  reportBounds,
  type SignatureReport,
  shortened,
} from '#model'
import { unsafeToShow } from '#std'
import { messageOf, provableText, scopeNameOf, signerNameOf, writeInstant } from '#validation/report'
import { type DetailedBlock, type DetailedSignature, type TimedEvent, writeDetailedReport } from '#writers/detailed'
import { leavingOut } from '../left-out.js'
import { formatNameOf, formNameOf } from './names.js'
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

/** The members of the report that this writer uses. */
type SheetInput = Pick<
  DocumentReport,
  'document' | 'policy' | 'ownPolicy' | 'validationTime' | 'trust' | 'findings' | 'filesLeftOut' | 'signatures'
>

/** Members of the report that are not printed. */
export const leftOutOfReport = leavingOut<DocumentReport, keyof SheetInput>()(['timeStampTokens', 'nested'])

/** The contents of the printed report in one language. Every value comes from the report. */
export function buildSheet(report: SheetInput, language: Language, files: readonly PrintedFile[] = []): Sheet {
  const { document, policy, ownPolicy, validationTime, trust, findings, filesLeftOut, signatures } = report
  const detailed = writeDetailedReport(report)
  const texts = textsOf(language)
  const passing = signatures.filter(({ indication }) => indication === 'TOTAL-PASSED').length
  return {
    language,
    texts,
    rows: [
      [texts.document, safeText(document.name)],
      [texts.form, formNameOf(document.form)],
      [texts.sizeLabel, texts.size(document.size)],
      [texts.documentDigest, document.digest],
      [texts.policy, ownPolicy === null ? policy : `${policy} (${ownPolicy.basis}; SHA-256 ${ownPolicy.digest})`],
      [texts.validationTime, timeOf(validationTime)],
      [texts.trustSnapshot, trust.digest],
    ],
    summary: summaryOf({ all: signatures.length, passing, filesLeftOut }, texts),
    verdict: verdictOf({ all: signatures.length, passing, filesLeftOut }),
    warnings: findings.map((finding) => safeText(messageOf(finding).text)),
    signatures: signatures.map((signature, index) => sheetSignature(signature, detailed.signatures[index] ?? null, index, language)),
    trustSources: detailed.trustSources.map(({ id, sequenceNumber, issued, digest }) =>
      safeText([id, ...(sequenceNumber === null ? [] : [`no. ${sequenceNumber}`, writeTime(issued), digest])].join(', ')),
    ),
    digest: document.digest,
    files: sheetFiles(signatures, files, texts),
  }
}

interface Counts {
  readonly all: number
  readonly passing: number
  readonly filesLeftOut: FilesLeftOut
}

/** How many signatures passed, and which files they leave out (`decisions.md#unsigned-files`). */
function summaryOf({ all, passing, filesLeftOut }: Counts, texts: Texts): string {
  const leftOut = (['byAll', 'bySome'] as const).flatMap((by) => {
    const { names, count } = filesLeftOut[by]
    const shown = names.slice(0, reportBounds.headlineNames).map(safeText)
    return count === 0 ? [] : [texts.leftOut[by](count, [...shown, ...(count > shown.length ? ['…'] : [])].join(', '))]
  })
  return texts.summary(passing, all, leftOut)
}

function verdictOf({ all, passing, filesLeftOut: { byAll, bySome } }: Counts): Sheet['verdict'] {
  if (all === 0) return 'undecided'
  if (passing < all) return 'failed'
  return byAll.count + bySome.count === 0 ? 'passed' : 'undecided'
}

/** The files in the document. Files that no signature covers are listed too, and marked (`decisions.md#page-downloads`). */
function sheetFiles(signatures: SheetInput['signatures'], files: readonly PrintedFile[], texts: Texts): readonly SheetFile[] {
  const covered = new Set(signatures.flatMap(({ scopes }) => scopes.map(scopeNameOf)))
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

/** The members of a signature that this writer uses itself; the detailed report has the others. */
type SheetSignatureInput = Pick<
  SignatureReport,
  | 'indication'
  | 'subIndication'
  | 'errors'
  | 'warnings'
  | 'bestSignatureTime'
  | 'claimedSigningTime'
  | 'signer'
  | 'level'
  | 'leastLevel'
  | 'form'
  | 'scopes'
  | 'claimedRoles'
  | 'productionPlace'
  | 'reason'
  | 'provable'
>

/** Members of a signature that are not printed as such: those for archives, and what the detailed report has in words. */
export const leftOutOfSignature = leavingOut<SignatureReport, keyof SheetSignatureInput>()([
  'source',
  'id',
  'policy',
  'validationTime',
  'signingCertificate',
  'certificationPath',
  'blocks',
  'proofsOfExistence',
  'signatureAlgorithm',
  'certificates',
  'timeStamps',
  'revocations',
  'evidence',
  'unreadable',
])

function sheetSignature(
  signature: SheetSignatureInput,
  detailed: DetailedSignature | null,
  index: number,
  language: Language,
): SheetSignature {
  const texts = textsOf(language)
  const { indication, subIndication, signer, form, scopes, provable } = signature
  const level = signature.level ?? signature.leastLevel
  return {
    title: texts.signature(index + 1),
    verdict: indication === 'TOTAL-PASSED' ? 'passed' : indication === 'TOTAL-FAILED' ? 'failed' : 'undecided',
    verdictText: texts.verdict[indication],
    codes: subIndication === null ? indication : `${indication}, ${subIndication}`,
    reason: subIndication === null ? '' : texts.reason[subIndication],
    rows: [
      [texts.signer, safeText(signerNameOf(signer) ?? texts.unknown)],
      [texts.time, signingTimeOf(signature, texts)],
      [texts.level, level === null ? texts.noLevel : texts.levels[commonLevelOf(level)]],
      [texts.format, form === null ? texts.unknown : formatNameOf(form)],
      [texts.covers, scopes.length === 0 ? texts.nothing : scopes.map((scope) => safeText(scopeNameOf(scope))).join(', ')],
      ...(provable === null || provable.state === 'not-passing' ? [] : [[texts.provable, provableText(provable, language)] as const]),
      ...statementsOf(signature, texts),
    ],
    problems: signature.errors.map((error) => safeText(messageOf(error).text)),
    warnings: signature.warnings.map((warning) => safeText(messageOf(warning).text)),
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

/** The earliest proven time or, without one, the claimed time; times whose year does not have four digits are not shown. */
function signingTimeOf({ bestSignatureTime, claimedSigningTime }: SheetSignatureInput, texts: Texts): string {
  const proven = timeOf(bestSignatureTime)
  if (proven !== '') return `${proven} (${texts.proven})`
  const claimed = timeOf(claimedSigningTime)
  return claimed === '' ? texts.unknown : `${claimed} (${texts.claimed})`
}

/** What the signer states about the signature; nothing for what is not stated. */
function statementsOf({ claimedRoles, productionPlace, reason }: SheetSignatureInput, texts: Texts): readonly Row[] {
  const place = productionPlace === null ? [] : partsOf(productionPlace)
  return [
    ...(claimedRoles.length === 0 ? [] : [[texts.claimedRole, claimedRoles.map(safeText).join(', ')] as const]),
    ...(place.length === 0 ? [] : [[texts.place, place.map(safeText).join(', ')] as const]),
    ...(reason === null ? [] : [[texts.statedReason, safeText(reason)] as const]),
  ]
}

function partsOf({ city, stateOrProvince, postalCode, country, location }: ProductionPlace): readonly string[] {
  return [city, stateOrProvince, postalCode, country, location].flatMap((part) => part?.trim() || [])
}

/** A time in UTC; empty for null, and for a time whose year does not have four digits. */
function timeOf(instant: Instant | null): string {
  return writeTime(writeInstant(instant))
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
