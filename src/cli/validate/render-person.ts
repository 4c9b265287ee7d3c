import { type CountedFiles, reportBounds, type SignatureReport, type ValidationReport } from '#model'
import type { Colour, Paint } from '../colour.js'
import { counted, terminalText } from '../terminal-text.js'

/** The report of a file for a person at a terminal, with one block for each signature. */
export function renderForPerson(file: string, report: ValidationReport, paint: Paint = plain): string {
  return [
    `${terminalText(file)}: ${headlineOf(report)} (${report.signatureForm}, ${report.policy.name}, at ${report.validationTime})`,
    ...report.validationWarnings.map((warning) => line('warning', warning.text)),
    ...report.signatures.flatMap((signature, index) => renderSignature(signature, index, paint)),
  ].join('\n')
}

/** How many signatures pass, and which files they leave out: `1 of 1 signature passes, but 1 file is not signed: x.txt`. */
export function headlineOf({ signaturesCount, validSignaturesCount, filesLeftOut: { byAll, bySome } }: ValidationReport): string {
  if (signaturesCount === 0) return 'no signatures'
  const passing = `${validSignaturesCount} of ${signaturesCount} ${signaturesCount === 1 ? 'signature passes' : 'signatures pass'}`
  const leftOut = [...sentenceAbout(byAll, 'not signed'), ...sentenceAbout(bySome, 'not signed by every signature')]
  if (leftOut.length === 0) return passing
  return `${passing}, ${validSignaturesCount === signaturesCount ? 'but' : 'and'} ${leftOut.join('; ')}`
}

function sentenceAbout({ names, count }: CountedFiles, state: string): readonly string[] {
  if (count === 0) return []
  const shown = names.slice(0, reportBounds.headlineNames).map(terminalText)
  return [
    `${counted(count, 'file')} ${count === 1 ? 'is' : 'are'} ${state}: ${[...shown, ...(count > shown.length ? ['…'] : [])].join(', ')}`,
  ]
}

/** The text for a document that was refused. `undone` names the operation that was not performed. */
export function renderRefusal(file: string, message: string, undone: 'validated' | 'read' = 'validated', paint: Paint = plain): string {
  return `${terminalText(file)}: ${paint('red', `not ${undone}`)}\n${line('cause', message)}`
}

const plain: Paint = (_colour, text) => text

/** Colour of the indication of a signature or of a building block. */
export function verdictColour(indication: string): Colour {
  return indication.endsWith('PASSED') ? 'green' : indication.endsWith('FAILED') ? 'red' : 'yellow'
}

function renderSignature(signature: SignatureReport, index: number, paint: Paint): readonly string[] {
  const reason = signature.subIndication === '' ? '' : ` ${signature.subIndication}`
  return [
    '',
    `  Signature ${index + 1}: ${paint(verdictColour(signature.indication), signature.indication)}${reason}`,
    line('signer', signature.signedBy === '' ? 'unknown' : signature.signedBy),
    line('time', timeOf(signature)),
    line(
      'level',
      `${signature.signatureFormat === '' ? 'unknown' : signature.signatureFormat}, legal level ${signature.signatureLevel === '' ? 'not determined' : signature.signatureLevel}`,
    ),
    line('signs', signature.signatureScopes.length === 0 ? 'nothing' : signature.signatureScopes.map((scope) => scope.name).join(', ')),
    ...signature.errors.map((error) => line('cause', error.text)),
    ...signature.warnings.map((warning) => line('warning', warning.text)),
  ]
}

function timeOf({ bestSignatureTime, claimedSigningTime }: SignatureReport): string {
  if (bestSignatureTime !== '') return `${bestSignatureTime} (proven)`
  return claimedSigningTime === '' ? 'unknown' : `${claimedSigningTime} (claimed by the signer, not proven)`
}

function line(label: string, text: string): string {
  return `    ${label.padEnd(8)} ${terminalText(text)}`
}
