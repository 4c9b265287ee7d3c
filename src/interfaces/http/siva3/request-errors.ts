import type { ProblemItem } from '../problem.js'

/** One item of `requestErrors`, with the key and the text that clients of SiVa 3 know. */
export interface Siva3Error {
  readonly key: string
  readonly message: string
}

/** Why a request is refused, with its status. `code` is for the log; `causes` say more than the texts that clients know. */
export class Siva3Refusal extends Error {
  override readonly name = 'Siva3Refusal'
  readonly status: number
  readonly items: readonly Siva3Error[]
  readonly code: string
  readonly causes: readonly ProblemItem[]
  constructor(status: number, code: string, items: readonly Siva3Error[], causes: readonly ProblemItem[] = []) {
    super(items.map(({ key, message }) => `${key}: ${message}`).join('; '))
    this.status = status
    this.code = code
    this.causes = causes
    this.items = items
  }
}

/** Fields of a request that are wrong: one item for each rule that a field violates, as SiVa lists them. */
export function wrongFields(items: readonly Siva3Error[]): Siva3Refusal {
  return new Siva3Refusal(400, 'SIVA3_FIELDS', items)
}

export const texts = {
  malformed: 'Document malformed or not matching documentType',
  requirements: 'Document does not meet the requirements',
  notBase64: 'Document is not encoded in a valid base64 string',
  signatureNotBase64: 'Signature file is not valid base64 encoded string',
  signatureMalformed: 'Signature file malformed',
  blank: 'must not be blank',
  empty: 'must not be empty',
  nothing: 'must not be null',
  unreadable: 'Request body is malformed and cannot be read',
  unexpected: 'An unexpected error has occurred',
  notFound: 'Endpoint not found',
  mediaTypes: 'Only the following content types are supported: application/json, application/*+json',
  methods: (allowed: string) => `Only the following request methods are supported: ${allowed}`,
  tooLarge: (bytes: string, limit: number) => `Request content-length (${bytes} bytes) exceeds request size limit (${limit} bytes)`,
  size: (most: number) => `size must be between 1 and ${most}`,
} as const

export function unreadableBody(): Siva3Refusal {
  return new Siva3Refusal(400, 'JSON_MALFORMED', [{ key: 'requestBodyNotReadable', message: texts.unreadable }])
}
