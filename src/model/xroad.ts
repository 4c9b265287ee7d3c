import type { DigestFacts } from './algorithm.js'

/** What can be wrong with a hash chain of an X-Road container. */
export type XroadChainProblemCode =
  /** The root is not that of a chain, or of a result. */
  | 'CHAIN_ROOT'
  | 'CHAIN_RESULT_STRUCTURE'
  | 'CHAIN_DEFAULT_METHOD'
  | 'CHAIN_STRUCTURE'
  | 'CHAIN_STEP_EMPTY'
  /** Two steps have one id. */
  | 'CHAIN_STEP_REPEATED'
  | 'CHAIN_TOO_MANY_STEPS'
  | 'CHAIN_TRANSFORMS'
  | 'CHAIN_REFERENCE'
  | 'CHAIN_DIGEST_VALUE'
  | 'CHAIN_ALGORITHM_UNKNOWN'
  | 'CHAIN_STEP_NOT_FOUND'
  | 'CHAIN_CYCLE'
  /** An entry of the container has another digest than the chain states. */
  | 'CHAIN_INPUT_MISMATCH'
  /** What the chain must lead to is not among its inputs. */
  | 'CHAIN_INPUT_NOT_BOUND'
  | 'CHAIN_INPUT_BOUND_TWICE'
  /** The result that the signature or time-stamp covers is not that of the chain. */
  | 'CHAIN_RESULT_MISMATCH'

export interface XroadChainProblem {
  readonly code: XroadChainProblemCode
  readonly place: {
    /** Name of the entry. */
    readonly file: string
    /** Id of a step, URI, or name of an element. */
    readonly element: string
  }
}

/** Something that a chain binds. */
export interface XroadChainInput {
  /** As written: `/message.xml`. */
  readonly uri: string
  /** `absent`: the container has no such entry; the stated digest is bound, the content is not here. */
  readonly status: 'match' | 'mismatch' | 'absent' | 'algorithm-unknown'
  readonly digest: DigestFacts
}

/** What the computation of a hash chain gave. It is intact when there are no problems. */
export interface XroadChainFacts {
  readonly file: string
  /** In the order in which steps are computed. */
  readonly inputs: readonly XroadChainInput[]
  readonly problems: readonly XroadChainProblem[]
}
