import { digest } from '#crypto'
import { encode, OCTET_STRING, SEQUENCE } from '#der'
import type { XroadChainFacts, XroadChainInput, XroadChainProblem } from '#model'
import type { ChainChild, ChainDigestMethod, HashChainFile, HashChainResult } from './read-hash-chain.js'

/** What a chain may refer to: entries of the container by name, and other chain files. */
export interface ChainContext {
  /** Name of the file that holds the chain. */
  readonly file: string
  readonly chain: HashChainFile
  /** Octets of an entry; null when the container has none of that name. */
  readonly entry: (name: string) => Uint8Array | null
  /** URI of the input that the chain must bind, such as `/message.xml`. */
  readonly requiredInput: string
}

const UTF8_STRING = 0x0c
const NO_TRANSFORMS = Buffer.of(SEQUENCE, 0)

/**
 * Computes a hash chain from the step of its result downwards ("Profile for High-Performance Digital Signatures" 1.2): the value of a step is the DER of
 * `SEQUENCE OF SEQUENCE { digestValue OCTET STRING, digestMethod UTF8String, transforms SEQUENCE OF UTF8String }` over its children.
 *
 * Only steps that the result leads to count. Each is computed once, and without recursion: the depth of a chain is its author's choice. Everything that is
 * wrong is told, and nothing throws.
 */
export function computeHashChain(result: HashChainResult, context: ChainContext): XroadChainFacts {
  const computation = new Computation(context)
  const first = computation.stepOf(result.uri)
  if (first === null) computation.tell('CHAIN_STEP_NOT_FOUND', result.uri)
  const value = first === null ? null : computation.valueOf(first)
  const computed = value === null ? null : digestOf(result.method, value)
  const matches = computed !== null && Buffer.from(computed).equals(result.digest)
  if (value !== null && computed === null) computation.tell('CHAIN_ALGORITHM_UNKNOWN', result.method.identifier)
  else if (value !== null && !matches) computation.tell('CHAIN_RESULT_MISMATCH', result.uri)
  const inputs = computation.inputs()
  const uses = inputs.filter(({ uri }) => uri === context.requiredInput).length
  if (uses === 0) computation.tell('CHAIN_INPUT_NOT_BOUND', context.requiredInput)
  for (const uri of repeated(inputs)) computation.tell('CHAIN_INPUT_BOUND_TWICE', uri)
  return { file: context.file, inputs, problems: computation.problems() }
}

function repeated(inputs: readonly XroadChainInput[]): readonly string[] {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const { uri } of inputs) (seen.has(uri) ? twice : seen).add(uri)
  return [...twice]
}

class Computation {
  readonly #context: ChainContext
  readonly #values = new Map<string, Buffer | null>()
  readonly #inputs: XroadChainInput[] = []
  readonly #problems: XroadChainProblem[] = []

  constructor(context: ChainContext) {
    this.#context = context
  }

  inputs(): readonly XroadChainInput[] {
    return this.#inputs
  }

  problems(): readonly XroadChainProblem[] {
    return this.#problems
  }

  tell(code: XroadChainProblem['code'], element: string): void {
    this.#problems.push({ code, place: { file: this.#context.file, element } })
  }

  /** Id of the step that a URI names: `#STEP0`, or `/sig-hashchain.xml#STEP0` with the name of this very file. */
  stepOf(uri: string): string | null {
    const at = uri.indexOf('#')
    if (at === -1) return null
    const file = uri.slice(0, at)
    if (file !== '' && file !== `/${this.#context.file}`) return null
    const id = uri.slice(at + 1)
    return this.#context.chain.steps.has(id) ? id : null
  }

  /** The value of a step after those of all steps below it; null when one of them cannot be computed. */
  valueOf(first: string): Buffer | null {
    const open = new Set<string>()
    const pending = [first]
    for (let id = pending.at(-1); id !== undefined; id = pending.at(-1)) {
      const children = this.#context.chain.steps.get(id) ?? []
      if (this.#values.has(id)) {
        pending.pop()
      } else if (open.has(id)) {
        // All steps below are computed, or lead back to here.
        open.delete(id)
        pending.pop()
        this.#values.set(id, this.#combine(children))
      } else {
        open.add(id)
        pending.push(...this.#stepsBelow(children, open))
      }
    }
    return this.#values.get(first) ?? null
  }

  #stepsBelow(children: readonly ChainChild[], open: ReadonlySet<string>): readonly string[] {
    const below: string[] = []
    for (const child of children) {
      if (child.kind !== 'step') continue
      const id = this.stepOf(child.uri)
      if (id === null) this.tell('CHAIN_STEP_NOT_FOUND', child.uri)
      else if (open.has(id)) this.tell('CHAIN_CYCLE', child.uri)
      else if (!this.#values.has(id)) below.push(id)
    }
    return below
  }

  #combine(children: readonly ChainChild[]): Buffer | null {
    const digests = children.map((child) => this.#singleDigest(child))
    const known = digests.filter((one) => one !== null)
    return known.length < digests.length ? null : Buffer.from(encode(SEQUENCE, ...known))
  }

  /** SingleDigest of one child; null when it cannot be computed. */
  #singleDigest(child: ChainChild): Uint8Array | null {
    const value = this.#digestOfChild(child)
    if (value === null) return null
    const method = encode(UTF8_STRING, Buffer.from(child.method.identifier, 'utf8'))
    return encode(SEQUENCE, encode(OCTET_STRING, value), method, NO_TRANSFORMS)
  }

  #digestOfChild(child: ChainChild): Uint8Array | null {
    switch (child.kind) {
      case 'hash-value':
        return child.digest
      case 'step': {
        const id = this.stepOf(child.uri)
        const value = id === null ? null : (this.#values.get(id) ?? null)
        if (value === null) return null
        const computed = digestOf(child.method, value)
        if (computed === null) this.tell('CHAIN_ALGORITHM_UNKNOWN', child.method.identifier)
        return computed
      }
      case 'data':
        return this.#digestOfData(child)
    }
  }

  /**
   * The digest that the chain states. An entry that is there must have it; one that is not, such as an attachment that the security server does not keep,
   * is bound all the same, and the report cannot say that the container holds it.
   */
  #digestOfData({ uri, method, digest: stated }: Extract<ChainChild, { kind: 'data' }>): Uint8Array {
    const name = uri.startsWith('/') ? uri.slice(1) : null
    if (name === null) this.tell('CHAIN_REFERENCE', uri)
    const octets = name === null ? null : this.#context.entry(name)
    const computed = octets === null ? null : digestOf(method, octets)
    const status =
      octets === null ? 'absent' : computed === null ? 'algorithm-unknown' : Buffer.from(computed).equals(stated) ? 'match' : 'mismatch'
    this.#inputs.push({
      uri,
      status,
      digest: { identifier: method.identifier, algorithm: method.algorithm, value: Buffer.from(stated).toString('hex') },
    })
    if (status === 'mismatch') this.tell('CHAIN_INPUT_MISMATCH', uri)
    if (status === 'algorithm-unknown') this.tell('CHAIN_ALGORITHM_UNKNOWN', method.identifier)
    return stated
  }
}

function digestOf({ algorithm }: ChainDigestMethod, octets: Uint8Array): Uint8Array | null {
  return algorithm === null ? null : digest(algorithm, octets)
}
