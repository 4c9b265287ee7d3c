/** Digest algorithms that the readers recognise. Which of them are acceptable is decided by the policy. */
export type DigestAlgorithm =
  | 'MD5'
  | 'SHA1'
  | 'SHA224'
  | 'SHA256'
  | 'SHA384'
  | 'SHA512'
  | 'SHA3-224'
  | 'SHA3-256'
  | 'SHA3-384'
  | 'SHA3-512'
  | 'RIPEMD160'
  | 'WHIRLPOOL'

export type EncryptionAlgorithm = 'RSA' | 'RSASSA-PSS' | 'ECDSA' | 'DSA' | 'EDDSA'

/** A signature algorithm as a document names it. `encryption` and `digest` are null when the identifier is not known to the reader. */
export interface SignatureAlgorithm {
  /** The URI (XML) or the dotted OID (ASN.1) as written. */
  readonly identifier: string
  readonly encryption: EncryptionAlgorithm | null
  readonly digest: DigestAlgorithm | null
}

/** A digest as a document states it. `algorithm` is null when the identifier is not known; `value` is lower-case hex. */
export interface DigestFacts {
  readonly identifier: string
  readonly algorithm: DigestAlgorithm | null
  readonly value: string
}
