import type { SignatureReport, ValidationReport } from '#model'
import type { Colour, Paint } from '../colour.js'
import { terminalText } from '../terminal-text.js'

/** The report of a file for a person at a terminal, with one block for each signature. */
export function renderForPerson(file: string, report: ValidationReport, paint: Paint = plain): string {
  return [
    `${terminalText(file)}: ${passingSignatures(report)} (${report.signatureForm}, ${report.policy.name}, at ${report.validationTime})`,
    ...report.validationWarnings.map((warning) => line('warning', warning.text)),
    ...report.signatures.flatMap((signature, index) => renderSignature(signature, index, paint)),
  ].join('\n')
}

/** How many signatures pass, such as `1 of 2 signatures pass`. */
export function passingSignatures({ signaturesCount, validSignaturesCount }: ValidationReport): string {
  if (signaturesCount === 0) return 'no signatures'
  return `${validSignaturesCount} of ${signaturesCount} ${signaturesCount === 1 ? 'signature passes' : 'signatures pass'}`
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
