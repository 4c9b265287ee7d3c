import { memberOf } from '#std'

/** The interfaces of SiVa that are compared with. Those of 2 and 3 differ in the member `documentType` of a request only. */
export const sivaInterfaces = ['siva1', 'siva2', 'siva3'] as const
export type SivaInterface = (typeof sivaInterfaces)[number]

/** A message of an answer. `key`: the stable key of ours, or the field that a refusal names; null where there is none. */
export interface ComparedMessage {
  readonly key: string | null
  readonly text: string
}

/** What is compared of a signature, or of a time-stamp token that a container holds in the place of signatures. An empty text: the answer does not say. */
export interface ComparedSignature {
  readonly id: string
  readonly signedBy: string
  readonly indication: string
  readonly subIndication: string
  readonly format: string
  readonly level: string
  readonly claimedSigningTime: string
  readonly bestSignatureTime: string
  readonly errors: readonly ComparedMessage[]
}

/** An answer to a document, from either service, in one form for all interfaces. */
export type ComparedAnswer =
  | {
      readonly kind: 'report'
      readonly form: string
      readonly signatures: readonly ComparedSignature[]
      /** Of an ASiC-S container. Each has its time as the claimed one. */
      readonly tokens: readonly ComparedSignature[]
    }
  | {
      readonly kind: 'refused'
      readonly problems: readonly ComparedMessage[]
      /** The service says that the failure is its own (status 500), and nothing about the document. */
      readonly isFailure: boolean
    }

/** Signatures and messages that are read of one answer. A document has at most a thousand signatures here. */
const MAX_ITEMS = 2_000
/** Characters of a text that are kept: it is shown to people. */
const MAX_TEXT = 2_000

/**
 * Reads the JSON of a report. Whatever another service sends, a member that is missing or of another type counts as not said. Null: this is no report of SiVa.
 *
 * @param body the parsed JSON
 */
export function readReport(body: unknown): ComparedAnswer | null {
  const report = memberOf(memberOf(body, 'validationReport'), 'validationConclusion') ?? body
  if (typeof memberOf(report, 'signaturesCount') !== 'number') return null
  return {
    kind: 'report',
    form: textOf(report, 'signatureForm'),
    signatures: listOf(report, 'signatures').map(readSignature),
    tokens: listOf(report, 'timeStampTokens').map(readToken),
  }
}

/** Reads the JSON of a refusal. Null: it has no `requestErrors`. */
export function readRefusal(status: number, body: unknown): ComparedAnswer | null {
  if (!Array.isArray(memberOf(body, 'requestErrors'))) return null
  const problems = listOf(body, 'requestErrors').map((item) => ({ key: textOf(item, 'key') || null, text: textOf(item, 'message') }))
  return { kind: 'refused', problems, isFailure: status === 500 }
}

function readSignature(signature: unknown): ComparedSignature {
  return {
    id: textOf(signature, 'id'),
    signedBy: textOf(signature, 'signedBy'),
    indication: textOf(signature, 'indication'),
    subIndication: textOf(signature, 'subIndication'),
    format: textOf(signature, 'signatureFormat'),
    level: levelOf(textOf(signature, 'signatureLevel')),
    claimedSigningTime: textOf(signature, 'claimedSigningTime'),
    bestSignatureTime: textOf(memberOf(signature, 'info'), 'bestSignatureTime'),
    errors: errorsOf(signature),
  }
}

function readToken(token: unknown): ComparedSignature {
  return {
    id: 'time-stamp token',
    signedBy: textOf(token, 'signedBy'),
    indication: textOf(token, 'indication'),
    subIndication: textOf(token, 'subIndication'),
    format: '',
    level: levelOf(textOf(token, 'timestampLevel')),
    claimedSigningTime: textOf(token, 'signedTime'),
    bestSignatureTime: '',
    errors: errorsOf(token),
  }
}

function errorsOf(value: unknown): readonly ComparedMessage[] {
  return listOf(value, 'errors').map((error) => ({ key: textOf(error, 'key') || null, text: textOf(error, 'content') }))
}

/** SiVa 1 writes two levels in another way than its own description. */
function levelOf(written: string): string {
  if (written === 'AdESqc') return 'AdES/QC'
  return written === 'NA' ? '' : written
}

function listOf(value: unknown, name: string): readonly unknown[] {
  const list: unknown = memberOf(value, name)
  return Array.isArray(list) ? list.slice(0, MAX_ITEMS).filter((item) => typeof item === 'object' && item !== null) : []
}

function textOf(value: unknown, name: string): string {
  const text = memberOf(value, name)
  return typeof text === 'string' ? text.slice(0, MAX_TEXT) : ''
}
