/** Bounds of one structure; `config/document-limits.ts` has their values and reasons. */
export interface Asn1Limits {
  /** Octets of the encoding. */
  readonly maxBytes: number
  /** Nesting of values. */
  readonly maxDepth: number
  /** Values that are read. */
  readonly maxElements: number
  /** Octets of one INTEGER or OBJECT IDENTIFIER that is converted to digits. */
  readonly maxNumberBytes: number
  /** Octets of one distinguished name. */
  readonly maxNameBytes: number
}

/** Leniencies beyond DER. The README.md of the folder that sets an option names the document that needs it. */
export interface EncodingRules {
  readonly indefiniteLength: boolean
  /** OCTET STRING in pieces. */
  readonly constructedStrings: boolean
  readonly nonMinimalLength: boolean
  readonly nonMinimalInteger: boolean
  /** Any octet except zero is TRUE. */
  readonly anyTrue: boolean
  /** UTCTime without seconds or with an offset from UTC. */
  readonly looseTime: boolean
}

/** X.690, 10 and 11: one encoding for each value. */
export const DER: EncodingRules = {
  indefiniteLength: false,
  constructedStrings: false,
  nonMinimalLength: false,
  nonMinimalInteger: false,
  anyTrue: false,
  looseTime: false,
}
