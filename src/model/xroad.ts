import type { DigestFacts } from './algorithm.js'
import type { ArchivedFile } from './document.js'
import type { StructureFinding } from './signature-facts.js'

/** The entry of an X-Road container that holds the message. */
export const xroadMessageFile = 'message.xml'

/** A member of an X-Road instance: who signs. A subsystem plays no role in a signature. */
export interface XroadMember {
  /** Instance identifier: `EE`, `FI-TEST`. */
  readonly instance: string
  readonly memberClass: string
  readonly memberCode: string
}

/** What the header of a message says, and what is wrong with it. */
export interface XroadMessage {
  /** `rest`: a textual message of request or status line and header lines. Null when it is neither. */
  readonly protocol: 'soap' | 'rest' | null
  /** A request is signed by the client, a response by the member that provides the service. */
  readonly kind: 'request' | 'response' | null
  /** Who must have signed; null when the header does not say. */
  readonly sender: XroadMember | null
  readonly findings: readonly StructureFinding[]
}

/** An entry of an X-Road container that is read whole. */
export interface XroadFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** A hash chain: its steps, and the result that is signed or time-stamped. */
export interface XroadChainFiles {
  readonly steps: XroadFile
  readonly result: XroadFile
}

/** What an X-Road container holds beside its data files. */
export interface XroadParts {
  readonly message: XroadMessage
  readonly signatureChain: XroadChainFiles | null
  readonly timeStampChain: XroadChainFiles | null
  /** The token of a batch time-stamp. */
  readonly timeStamp: XroadFile | null
  /** What a signature or a hash chain may refer to, by name without the leading slash; null when the container has no such entry. */
  readonly entry: (name: string) => ArchivedFile | null
}

/** Something that a hash chain binds. */
export interface XroadChainInput {
  /** As written: `/message.xml`. */
  readonly uri: string
  /** `absent`: the container has no such entry; the stated digest is bound, the content is not here. */
  readonly status: 'match' | 'mismatch' | 'absent' | 'algorithm-unknown'
  readonly digest: DigestFacts
}

/** What the computation of a hash chain gave. */
export interface XroadChain {
  /** Entry of the chain: `sig-hashchain.xml`. */
  readonly file: string
  /** It has no findings that matter, and binds the required input. */
  readonly intact: boolean
  /** In the order in which steps are computed. */
  readonly inputs: readonly XroadChainInput[]
  /** Digest methods that the result rests on, as written, each once. */
  readonly digests: readonly Pick<DigestFacts, 'identifier' | 'algorithm'>[]
  readonly findings: readonly StructureFinding[]
}

/** Facts for the checks of X-Road only. */
export interface XroadFacts {
  readonly name: 'xroad'
  /** The container holds a hash chain of the signature, referenced or not. */
  readonly batchSignature: boolean
  readonly message: XroadMessage
  /** Null when the signature references none. */
  readonly signatureChain: XroadChain | null
  /** Null when there is none. */
  readonly timeStampChain: XroadChain | null
  /** What is not as it must be: one signature, over the message, with one time-stamp. */
  readonly findings: readonly StructureFinding[]
}
