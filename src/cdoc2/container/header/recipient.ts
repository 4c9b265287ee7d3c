/** Curves of the enumeration `EllipticCurve`, by the names of SEC 2. */
export type CurveName = 'secp256r1' | 'secp384r1' | 'secp521r1'

/** A public key as containers and key servers write it. */
export type RecipientKey =
  /** Uncompressed point, 0x04 X Y. */
  | { readonly kind: 'elliptic-curve'; readonly curve: CurveName; readonly publicKey: Uint8Array }
  /** DER of RSAPublicKey (PKCS#1). */
  | { readonly kind: 'rsa'; readonly publicKey: Uint8Array }

/** A share of a key and the server that stores it. */
export interface KeyShare {
  readonly serverBaseUrl: string
  readonly shareId: string
}

/**
 * How one recipient gets the key-encryption key: the union `Capsule` of header.fbs, with octets as in the file. `curve` and other enumerations are the numbers
 * of the schema, because an unknown number makes only one recipient unusable, not the container.
 */
export type Capsule =
  | { readonly kind: 'elliptic-curve'; readonly curve: number; readonly publicKey: Uint8Array; readonly senderKey: Uint8Array }
  | { readonly kind: 'rsa'; readonly publicKey: Uint8Array; readonly encryptedKek: Uint8Array }
  | {
      readonly kind: 'key-server'
      readonly key:
        | { readonly kind: 'elliptic-curve'; readonly curve: number; readonly publicKey: Uint8Array }
        | { readonly kind: 'rsa'; readonly publicKey: Uint8Array }
        | null
      readonly serverId: string
      readonly transactionId: string
    }
  | { readonly kind: 'symmetric-key'; readonly salt: Uint8Array }
  | {
      readonly kind: 'password'
      readonly salt: Uint8Array
      readonly passwordSalt: Uint8Array
      readonly algorithm: number
      readonly iterations: number
    }
  | {
      readonly kind: 'key-shares'
      readonly shares: readonly KeyShare[]
      readonly salt: Uint8Array
      readonly recipientType: number
      readonly scheme: number
      readonly recipientId: string
    }
  /** A member of the union that is newer than schema 2.1. */
  | { readonly kind: 'unknown'; readonly member: number }

export interface Recipient {
  readonly capsule: Capsule
  /** As in the file; `readKeyLabel` parses it. */
  readonly label: string
  readonly encryptedFmk: Uint8Array
  /** 1 is XOR; other values are unknown. */
  readonly fmkMethod: number
}

export interface Header {
  /** 1 is ChaCha20-Poly1305; other values are unknown. */
  readonly payloadMethod: number
  readonly recipients: readonly Recipient[]
}

export const FMK_METHOD_XOR = 1
export const PAYLOAD_METHOD_CHACHA20_POLY1305 = 1
export const KDF_PBKDF2_HMAC_SHA256 = 1

/** The enumeration `EllipticCurve`: each curve at the index of its number. */
const CURVES: readonly (CurveName | null)[] = [null, 'secp384r1', 'secp256r1', 'secp521r1']

/** Name of a curve by its number; null when schema 2.1 has no such number. */
export function curveOf(number: number): CurveName | null {
  return CURVES[number] ?? null
}

export function numberOfCurve(curve: CurveName): number {
  return CURVES.indexOf(curve)
}
