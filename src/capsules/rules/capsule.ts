import type { Instant } from '#model'
import type { CapsuleType } from './capsule-types.js'

/** The part of a key exchange that a sender stores for a recipient. The bytes are useless without the recipient's private key. */
export interface Capsule {
  readonly type: CapsuleType
  /** Public key of the recipient: an uncompressed point, or the DER of RSAPublicKey. */
  readonly recipient: Uint8Array
  /** The sender's ephemeral point, or the key encrypted to an RSA recipient. */
  readonly keyMaterial: Uint8Array
}

export interface StoredCapsule extends Capsule {
  readonly id: string
  /** From this time on it cannot be fetched. Whole milliseconds. */
  readonly expiry: Instant
  /** Whether the sender requested a later expiry than the maximum. */
  readonly adjusted: boolean
}

/** The record of a capsule whose bytes were deleted: its id is never reused (`decisions.md#capsule-ids`). */
export interface DeletedCapsule {
  readonly id: string
  readonly expiry: Instant
  readonly adjusted: boolean
}

export type CapsuleRecord =
  | { readonly kind: 'stored'; readonly capsule: StoredCapsule }
  | { readonly kind: 'deleted'; readonly capsule: DeletedCapsule }

/** The parts of a request that a refusal can name: members, a header, and the id in the path. */
export type CapsuleField = 'recipient_id' | 'ephemeral_key_material' | 'capsule_type' | 'x-expiry-time' | 'transactionId'

/** Codes of refusals, with the status. A code is never reused after removal. */
export type CapsuleProblemCode =
  /** 400. A member is missing or null. */
  | 'CAPSULE_FIELD_MISSING'
  /** 400. A member is no string. */
  | 'CAPSULE_FIELD_NOT_TEXT'
  /** 400. A member is no base64 with its padding. */
  | 'CAPSULE_FIELD_NOT_BASE64'
  /** 400. The type of the capsule is none that is stored here. */
  | 'CAPSULE_TYPE_UNKNOWN'
  /** 400. The decoded value has another length than is allowed. */
  | 'CAPSULE_FIELD_LENGTH'
  /** 400. The point of a curve is compressed. */
  | 'CAPSULE_POINT_FORM'
  /** 400. The point does not lie on its curve. */
  | 'CAPSULE_POINT_NOT_ON_CURVE'
  /** 400. The RSA key is no RSAPublicKey in DER, or something stands beside it. */
  | 'CAPSULE_RSA_KEY_FORM'
  /** 400. The modulus has another size than is allowed, or is even. */
  | 'CAPSULE_RSA_KEY_SIZE'
  /** 400. The exponent is none that an RSA key can have. */
  | 'CAPSULE_RSA_KEY_EXPONENT'
  /** 400. The time of expiry is no time in the form of RFC 3339. */
  | 'EXPIRY_TIME_FORM'
  /** 400. The time of expiry is not in the future. */
  | 'EXPIRY_TIME_PAST'
  /** 400. The id has not 18 to 34 letters and digits. */
  | 'TRANSACTION_ID_FORM'

export interface CapsuleProblem {
  readonly field: CapsuleField
  readonly code: CapsuleProblemCode
  /** One sentence for people, without bytes of the capsule. */
  readonly message: string
}

/** Checks the bytes of one field. Null: accepted; otherwise why they are refused, to which the caller adds the name of the field. */
export type FieldCheck = (bytes: Uint8Array) => Omit<CapsuleProblem, 'field'> | null

/** Thrown for an invalid request, with one problem for each invalid field, in the order of the fields. */
export class CapsuleRefused extends Error {
  override readonly name = 'CapsuleRefused'
  readonly problems: readonly CapsuleProblem[]
  constructor(problems: readonly CapsuleProblem[]) {
    super(problems.map((problem) => `${problem.field}: ${problem.code}`).join('; '))
    this.problems = problems
  }
}
