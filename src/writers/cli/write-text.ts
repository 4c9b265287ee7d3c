import {
  type CheckResult,
  type CountedFiles,
  commonLevelOf,
  type DocumentReport,
  type FilesLeftOut,
  formatInstant,
  type Instant,
  reportBounds,
  type SignatureReport,
  type TokenReport,
} from '#model'
import { messageOf, scopeNameOf, signerNameOf, withoutCode, writeInstant } from '#validation/report'
import { leavingOut } from '../left-out.js'
import { isNote } from '../technical-notes.js'
import type { Colour, Paint } from './colour.js'
import { formatNameOf, formNameOf } from './names.js'
import { counted, terminalText } from './terminal-text.js'

type Used = 'document' | 'policy' | 'validationTime' | 'findings' | 'filesLeftOut' | 'signatures' | 'timeStampTokens'

/** Members of the report that the text for a person does not show without `--explain`. */
export const leftOutOfReport = leavingOut<DocumentReport, Used>()(['ownPolicy', 'trust', 'nested'])

/** The report of a file for a person at a terminal, with one block for each signature. */
export function writeText(file: string, report: Pick<DocumentReport, Used>, paint: Paint): string {
  const { document, policy, validationTime, findings, filesLeftOut, signatures, timeStampTokens } = report
  const passing = signatures.filter(({ indication }) => indication === 'TOTAL-PASSED').length
  const about = `${formNameOf(document.form)}, ${policy}, at ${formatInstant(validationTime)}`
  return [
    `${terminalText(file)}: ${headlineOf({ signatures: signatures.length, passing, filesLeftOut })}${tokensLine(timeStampTokens)} (${about})`,
    ...findings.map(warningLine),
    ...timeStampTokens.flatMap((token) => tokenLines(token, paint)),
    ...signatures.flatMap((signature, index) => signatureLines(signature, index, validationTime, paint)),
  ].join('\n')
}

/** How many of the time-stamp tokens pass that stand by themselves; nothing where there are none. */
function tokensLine(tokens: DocumentReport['timeStampTokens']): string {
  if (tokens.length === 0) return ''
  const passing = tokens.filter(({ indication }) => indication === 'TOTAL-PASSED').length
  return `, ${passing} of ${tokens.length} ${tokens.length === 1 ? 'time-stamp passes' : 'time-stamps pass'}`
}

/** How many signatures pass, and which files they leave out: `1 of 1 signature passes, but 1 file is not signed: x.txt`. */
export function headlineOf({ signatures, passing, filesLeftOut: { byAll, bySome } }: Headline): string {
  if (signatures === 0) return 'no signatures'
  const passed = `${passing} of ${signatures} ${signatures === 1 ? 'signature passes' : 'signatures pass'}`
  const leftOut = [...sentenceAbout(byAll, 'not signed'), ...sentenceAbout(bySome, 'not signed by every signature')]
  if (leftOut.length === 0) return passed
  return `${passed}, ${passing === signatures ? 'but' : 'and'} ${leftOut.join('; ')}`
}

interface Headline {
  readonly signatures: number
  readonly passing: number
  readonly filesLeftOut: FilesLeftOut
}

function sentenceAbout({ names, count }: CountedFiles, state: string): readonly string[] {
  if (count === 0) return []
  const shown = names.slice(0, reportBounds.headlineNames).map(terminalText)
  return [
    `${counted(count, 'file')} ${count === 1 ? 'is' : 'are'} ${state}: ${[...shown, ...(count > shown.length ? ['…'] : [])].join(', ')}`,
  ]
}

/** The text for a document that was refused. `undone` names the operation that was not performed. */
export function writeRefusal(file: string, message: string, undone: 'validated' | 'read' = 'validated', paint: Paint = plain): string {
  return `${terminalText(file)}: ${paint('red', `not ${undone}`)}\n${line('cause', message)}`
}

const plain: Paint = (_colour, text) => text

/** Colour of the indication of a signature or of a building block. */
export function verdictColour(indication: string): Colour {
  return indication.endsWith('PASSED') ? 'green' : indication.endsWith('FAILED') ? 'red' : 'yellow'
}

type TextSignature = Pick<
  SignatureReport,
  | 'indication'
  | 'subIndication'
  | 'errors'
  | 'warnings'
  | 'form'
  | 'level'
  | 'leastLevel'
  | 'signer'
  | 'scopes'
  | 'bestSignatureTime'
  | 'claimedSigningTime'
  | 'validationTime'
  | 'claimedRoles'
  | 'productionPlace'
  | 'reason'
>

/** Members of a signature that the text for a person does not show; most of them are in the detailed report, which `--explain` shows. */
export const leftOutOfSignature = leavingOut<SignatureReport, keyof TextSignature>()([
  'id',
  'source',
  'policy',
  'signingCertificate',
  'certificationPath',
  'blocks',
  'proofsOfExistence',
  'signatureAlgorithm',
  'certificates',
  'timeStamps',
  'revocations',
  'evidence',
  'provable',
  'unreadable',
])

function tokenLines(
  { file, indication, subIndication, unit, facts, scopes, errors, warnings }: TokenReport,
  paint: Paint,
): readonly string[] {
  const verdict = subIndication === null ? indication : `${indication}, ${subIndication}`
  return [
    '',
    `  time-stamp ${terminalText(file)}: ${paint(verdictColour(indication), verdict)}`,
    line('made by', unit === null ? 'unknown' : (signerNameOf(unit.certificate) ?? 'unknown')),
    line('time', formatInstant(facts.genTime)),
    line('covers', scopes.length === 0 ? 'nothing' : scopes.map((scope) => scopeNameOf(scope)).join(', ')),
    ...causeLines(errors),
    ...warnings.map(warningLine),
  ]
}

function signatureLines(signature: TextSignature, index: number, validationTime: Instant, paint: Paint): readonly string[] {
  const { indication, subIndication, signer, form, scopes } = signature
  const level = signature.level ?? signature.leastLevel
  // Nobody may rely on the level of a signature that does not pass.
  const legal = indication === 'TOTAL-PASSED' ? `, legal level ${level === null ? 'not determined' : commonLevelOf(level)}` : ''
  const codes = `${indication}${subIndication === null ? '' : ` ${subIndication}`}`
  return [
    '',
    `  Signature ${index + 1}: ${paint(verdictColour(indication), verdictWords[indication])} (${codes})`,
    line('signer', signerNameOf(signer) ?? 'unknown'),
    line('time', timeOf(signature)),
    line('level', `${form === null ? 'unknown' : formatNameOf(form)}${legal}`),
    line('signs', scopes.length === 0 ? 'nothing' : scopes.map((scope) => scopeNameOf(scope)).join(', ')),
    // A document in a container of time-stamps is judged at the time of one of them.
    ...(signature.validationTime === validationTime
      ? []
      : [line('judged', `at ${formatInstant(signature.validationTime)}, the time of the time-stamp`)]),
    ...statementsOf(signature),
    ...causeLines(signature.errors),
    ...signature.warnings.map(warningLine),
  ]
}

/** Two checks can find the same, such as at two times: a person reads it once. */
function causeLines(errors: readonly CheckResult[]): readonly string[] {
  return [...new Set(errors.map((error) => line('cause', sentenceOf(error))))]
}

/** What a reader can do nothing about is a note, as on the page: a warning that each ordinary contract gets is one that nobody reads. */
function warningLine(finding: CheckResult): string {
  return line(isNote(finding.key) ? 'note' : 'warning', sentenceOf(finding))
}

function sentenceOf(finding: CheckResult): string {
  return withoutCode(messageOf(finding).text)
}

/** What a reader asks, beside the indication of the standard. */
const verdictWords: Readonly<Record<SignatureReport['indication'], string>> = {
  'TOTAL-PASSED': 'valid',
  'TOTAL-FAILED': 'not valid',
  INDETERMINATE: 'cannot be decided',
}

/** What the signer states about the signature; nothing proves it. */
function statementsOf({ claimedRoles, productionPlace, reason }: TextSignature): readonly string[] {
  const { city, stateOrProvince, postalCode, country, location } = productionPlace ?? {}
  const place = [city, stateOrProvince, postalCode, country, location].flatMap((part) => part?.trim() || [])
  return [
    ...(claimedRoles.length === 0 ? [] : [line('role', `${claimedRoles.join(', ')} (stated by the signer)`)]),
    ...(place.length === 0 ? [] : [line('place', `${place.join(', ')} (stated by the signer)`)]),
    ...(reason === null ? [] : [line('reason', `${reason} (stated by the signer)`)]),
  ]
}

function timeOf({ bestSignatureTime, claimedSigningTime }: TextSignature): string {
  const proven = writeInstant(bestSignatureTime)
  if (proven !== '') return `${proven} (proven)`
  const claimed = writeInstant(claimedSigningTime)
  return claimed === '' ? 'unknown' : `${claimed} (claimed by the signer, not proven)`
}

function line(label: string, text: string): string {
  return `    ${label.padEnd(8)} ${terminalText(text)}`
}
