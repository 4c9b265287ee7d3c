import { type DocumentType, type Instant, type PolicyName, RequestError, type RequestProblem, type ValidationRequest } from '#model'
import { decodeBase64 } from './decode-base64.js'

const documentTypes: readonly DocumentType[] = ['BDOC', 'DDOC', 'PDF', 'XROAD']
const policies: readonly PolicyName[] = ['POLv1', 'POLv2']
const defaultPolicy: PolicyName = 'POLv1'

/**
 * Characters that no file system agrees on. The reference refuses `&` and `%` as well, but its own suite validates containers with such names,
 * and a name that is only echoed does no harm with them.
 */
const forbiddenInFilename = /[*/"\\:?]/
const policyForm = /^[A-Za-z0-9_ -]*$/

/** What a member holds: missing, null, empty and blank are one and the same. */
export type Text = { readonly kind: 'blank' } | { readonly kind: 'text'; readonly text: string } | { readonly kind: 'other' }

/** Makes a request of the members of a JSON body, or throws `RequestError` with one problem for each wrong field, in the order of ruling 30. */
export function readValidationRequest(members: ReadonlyMap<string, unknown>, validationTime: Instant): ValidationRequest {
  const problems: RequestProblem[] = []
  const field = <T>(name: RequestProblem['field'], read: (value: Text) => T | RefusedField): T | null => {
    const found = read(textOf(members.get(name)))
    if (!(found instanceof RefusedField)) return found
    problems.push({ field: name, code: found.code, message: found.message })
    return null
  }
  const document = field('document', readDocument)
  const filename = field('filename', readFilename)
  const documentType = field('documentType', readDocumentType)
  const policy = field('signaturePolicy', readPolicy)
  if (document === null || filename === null || documentType === null || policy === null) throw new RequestError(problems)
  return { document, filename, documentType, policy, validationTime }
}

/** A field that is missing or wrong, and why. */
export class RefusedField {
  readonly code: string
  readonly message: string
  constructor(code: string, message: string) {
    this.code = code
    this.message = message
  }
}

export function textOf(value: unknown): Text {
  if (value === undefined || value === null) return { kind: 'blank' }
  if (typeof value !== 'string') return { kind: 'other' }
  return /\S/.test(value) ? { kind: 'text', text: value } : { kind: 'blank' }
}

export function readDocument(value: Text): Uint8Array | RefusedField {
  if (value.kind === 'blank') return new RefusedField('DOCUMENT_MISSING', 'Send the signed document, encoded in base64.')
  if (value.kind === 'other') return new RefusedField('DOCUMENT_NOT_TEXT', 'The document must be a string in base64.')
  const bytes = decodeBase64(value.text)
  return bytes === null ? new RefusedField('DOCUMENT_NOT_BASE64', 'The document is not valid base64.') : ownBytes(bytes)
}

/** Small buffers are slices of a pool that everybody shares: only bytes in a buffer of their own can be handed to another thread. */
function ownBytes(bytes: Buffer): Uint8Array {
  return bytes.buffer.byteLength === bytes.length ? bytes : new Uint8Array(bytes)
}

function readFilename(value: Text): string | RefusedField {
  if (value.kind === 'blank') return new RefusedField('FILENAME_MISSING', 'Send the name of the file.')
  if (value.kind === 'other') return new RefusedField('FILENAME_NOT_TEXT', 'The file name must be a string.')
  if (forbiddenInFilename.test(value.text))
    return new RefusedField('FILENAME_NOT_ALLOWED', 'The file name must not hold any of the characters * / " \\ : ?')
  return value.text
}

export function readDocumentType(value: Text): DocumentType | RefusedField {
  const list = `one of ${documentTypes.join(', ')}`
  if (value.kind === 'blank') return new RefusedField('DOCUMENT_TYPE_MISSING', `Send the type of the document: ${list}.`)
  if (value.kind === 'other') return new RefusedField('DOCUMENT_TYPE_NOT_TEXT', `The document type must be a string: ${list}.`)
  const found = documentTypes.find((type) => sameLetters(type, value.text))
  return found ?? new RefusedField('DOCUMENT_TYPE_UNKNOWN', `The document type must be ${list}.`)
}

function readPolicy(value: Text): PolicyName | RefusedField {
  const list = `The available policies are ${policies.join(' and ')}.`
  if (value.kind === 'other') return new RefusedField('SIGNATURE_POLICY_NOT_TEXT', `The signature policy must be a string. ${list}`)
  if (value.kind === 'blank') return defaultPolicy
  if (!policyForm.test(value.text))
    return new RefusedField('SIGNATURE_POLICY_NOT_ALLOWED', `The signature policy may hold letters, digits, spaces, _ and - only. ${list}`)
  const found = policies.find((policy) => sameLetters(policy, value.text))
  return found ?? new RefusedField('SIGNATURE_POLICY_UNKNOWN', `There is no signature policy ${value.text.slice(0, 100)}. ${list}`)
}

/** Equal but for the case of ASCII letters; `toLowerCase` alone would also fold other alphabets' letters into ours. */
function sameLetters(name: string, text: string): boolean {
  return text.length === name.length && /^[A-Za-z0-9]+$/.test(text) && text.toLowerCase() === name.toLowerCase()
}
