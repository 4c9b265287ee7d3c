import type { DigestFacts } from './algorithm.js'
import type { ArchivedFile } from './document.js'
import type { StructureFinding } from './signature-facts.js'

/** The entry of an X-Road container that holds the message. */
export const xroadMessageFile = 'message.xml'

/** A member of an X-Road instance: the signer of a message. Subsystems are not compared. */
export interface XroadMember {
  /** Instance identifier: `EE`, `FI-TEST`. */
  readonly instance: string
  readonly memberClass: string
  readonly memberCode: string
}

/** The header fields of a message that identify its sender, and findings about them. */
export interface XroadMessage {
  /** `rest`: a text message with a request or status line and header lines. Null when it is neither SOAP nor REST. */
  readonly protocol: 'soap' | 'rest' | null
  /** A request is signed by the client, a response by the member that provides the service. */
  readonly kind: 'request' | 'response' | null
  /** The member that must have signed; null when the header does not state it. */
  readonly sender: XroadMember | null
  /** Code of the service that is requested or answers; null when the header does not state it. */
  readonly service: string | null
  readonly findings: readonly StructureFinding[]
}

/** An entry of an X-Road container with its complete content. */
export interface XroadFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** The two files of a hash chain: its steps, and the result that is signed or time-stamped. */
export interface XroadChainFiles {
  readonly steps: XroadFile
  readonly result: XroadFile
}

/** The contents of an X-Road container other than its data files. */
export interface XroadParts {
  readonly message: XroadMessage
  readonly signatureChain: XroadChainFiles | null
  readonly timeStampChain: XroadChainFiles | null
  /** The token of a batch time-stamp. */
  readonly timeStamp: XroadFile | null
  /** Looks up an entry that a signature or hash chain refers to, by name without the leading slash; null when the container has no such entry. */
  readonly entry: (name: string) => ArchivedFile | null
}

/** An entry of the container whose digest is part of a hash chain. */
export interface XroadChainInput {
  /** As written: `/message.xml`. */
  readonly uri: string
  /** `absent`: the container has no such entry. The chain covers its stated digest, but the content cannot be compared. */
  readonly status: 'match' | 'mismatch' | 'absent' | 'algorithm-unknown'
  readonly digest: DigestFacts
}

/** The result of verifying a hash chain. */
export interface XroadChain {
  /** Entry of the chain: `sig-hashchain.xml`. */
  readonly file: string
  /** The chain has no finding that fails, and covers the required input. */
  readonly intact: boolean
  /** In the order in which the steps are computed. */
  readonly inputs: readonly XroadChainInput[]
  /** Digest methods used in the chain, as written, each once. */
  readonly digests: readonly Pick<DigestFacts, 'identifier' | 'algorithm'>[]
  readonly findings: readonly StructureFinding[]
}

/** The facts that only X-Road signatures have. */
export interface XroadFacts {
  readonly name: 'xroad'
  /** The container contains a hash chain for the signature, whether or not the signature references it. */
  readonly batchSignature: boolean
  readonly message: XroadMessage
  /** Null when the signature does not reference a hash chain. */
  readonly signatureChain: XroadChain | null
  /** Null when there is no hash chain for the time-stamp. */
  readonly timeStampChain: XroadChain | null
  /** Deviations from the required structure: one signature, over the message, with one time-stamp. */
  readonly findings: readonly StructureFinding[]
}
