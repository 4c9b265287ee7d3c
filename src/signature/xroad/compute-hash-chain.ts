import { digest } from '#crypto'
import { encode, OCTET_STRING, SEQUENCE } from '#der'
import {
  type CheckFacts,
  type DigestAlgorithm,
  findingOf,
  type StructureFinding,
  type XroadChainInput,
  type XroadFindingKey,
  xroadMessageFile,
} from '#model'
import type { ChainChild, ChainDigestMethod, HashChainResult, HashChainSteps } from './read-hash-chain.js'

/** A chain and the entries that it may refer to. */
export interface ChainContext {
  /** Name of the entry that holds the steps. */
  readonly file: string
  readonly steps: HashChainSteps
  /** Findings of one key that are reported. */
  readonly maxFindingsOfKey: number
  /** Digest of an entry of the container; `absent` when it has none of that name, null when the digest cannot be computed. */
  readonly digestOf: (name: string, algorithm: DigestAlgorithm) => Uint8Array | null | 'absent'
}

export interface ComputedChain {
  readonly inputs: readonly XroadChainInput[]
  readonly digests: readonly ChainDigestMethod[]
  readonly findings: readonly StructureFinding[]
}

const UTF8_STRING = 0x0c
const NO_TRANSFORMS = Buffer.of(SEQUENCE, 0)
const MESSAGE = `/${xroadMessageFile}`

/**
 * Computes a hash chain from the step of its result downwards (X-Road, Profile for High-Performance Digital Signatures): the value of a step is the DER of
 * `SEQUENCE OF SEQUENCE { digestValue OCTET STRING, digestMethod UTF8String, transforms SEQUENCE OF UTF8String }` over its children.
 *
 * Only steps that the result leads to count. Each is computed once, and without recursion, because a document may choose any depth. Everything that is
 * wrong is a finding; only `digestOf` may throw.
 */
export function computeHashChain(result: HashChainResult, context: ChainContext): ComputedChain {
  const computation = new Computation(context)
  computation.compute(result)
  return computation
}

class Computation implements ComputedChain {
  readonly #context: ChainContext
  readonly #values = new Map<string, Buffer | null>()
  readonly #methods = new Map<string, ChainDigestMethod>()
  readonly #inputs: XroadChainInput[] = []
  readonly #findings: StructureFinding[] = []
  readonly #told = new Map<XroadFindingKey, number>()

  constructor(context: ChainContext) {
    this.#context = context
  }

  get inputs(): readonly XroadChainInput[] {
    return this.#inputs
  }

  get digests(): readonly ChainDigestMethod[] {
    return [...this.#methods.values()]
  }

  get findings(): readonly StructureFinding[] {
    return this.#findings
  }

  compute(result: HashChainResult): void {
    const first = this.#stepOf(result.uri, 'result')
    const value = first === null ? null : this.#valueOf(first)
    const computed = value === null ? null : this.#digestOfValue(result.method, value)
    if (computed !== null && !Buffer.from(computed).equals(result.digest)) this.#tell('xroad-hash-chain-result-intact', result.uri)
    // A chain that never leads to the message has failed for that; the chain of a time-stamp has other names.
    if (this.#inputs.some(({ uri }) => uri === MESSAGE))
      for (const id of this.#values.keys()) this.#checkOrder(id, this.#context.steps.get(id) ?? [])
    for (const uri of repeated(this.#inputs)) this.#tell('xroad-hash-chain-input-once', uri)
    const unused = [...this.#context.steps.keys()].filter((id) => !this.#values.has(id))
    if (first !== null && unused.length > 0) this.#tell('xroad-hash-chain-steps-used', unused[0] ?? '', { count: unused.length })
  }

  #tell(key: XroadFindingKey, element: string, more: CheckFacts = {}): void {
    const times = (this.#told.get(key) ?? 0) + 1
    this.#told.set(key, times)
    if (times <= this.#context.maxFindingsOfKey)
      this.#findings.push(findingOf(key, { file: this.#context.file, element: element.slice(0, 200), ...more }))
  }

  /**
   * Id of the step that a URI names: `/sig-hashchain.xml#STEP0` with the name of this file, or `#STEP0` within it; the result is another file. Null with a
   * finding when it names none.
   */
  #stepOf(uri: string, from: 'chain' | 'result'): string | null {
    const at = uri.indexOf('#')
    const file = at === -1 ? uri : uri.slice(0, at)
    if (file !== '' && file !== `/${this.#context.file}`) {
      this.#tell('xroad-hash-chain-reference-inside', uri)
      return null
    }
    const id = at === -1 ? '' : uri.slice(at + 1)
    if (this.#context.steps.has(id) && (from === 'chain' || file !== '')) return id
    this.#tell('xroad-hash-chain-step-found', uri)
    return null
  }

  /** The value of a step after those of all steps below it; null when one of them cannot be computed. */
  #valueOf(first: string): Buffer | null {
    // Steps whose children are being computed; the id stays below the ids of its children until all of them have a value.
    const open = new Map<string, readonly (string | null)[]>()
    const pending = [first]
    for (let id = pending.at(-1); id !== undefined; id = pending.at(-1)) {
      const children = this.#context.steps.get(id) ?? []
      const targets = open.get(id)
      if (this.#values.has(id)) pending.pop()
      else if (targets !== undefined) {
        open.delete(id)
        pending.pop()
        this.#values.set(id, this.#combine(children, targets))
      } else {
        const found = children.map((child) => (child.kind === 'step' ? this.#stepOf(child.uri, 'chain') : null))
        open.set(id, found)
        for (const below of found) {
          if (below === null || this.#values.has(below)) continue
          // A step that is still open has led here.
          if (open.has(below)) this.#tell('xroad-hash-chain-acyclic', below)
          else pending.push(below)
        }
      }
    }
    return this.#values.get(first) ?? null
  }

  #combine(children: readonly ChainChild[], targets: readonly (string | null)[]): Buffer | null {
    const digests: Uint8Array[] = []
    let complete = true
    for (const [index, child] of children.entries()) {
      const value = this.#digestOfChild(child, targets[index] ?? null)
      if (value === null) complete = false
      else digests.push(encode(SEQUENCE, encode(OCTET_STRING, value), methodName(child.method), NO_TRANSFORMS))
    }
    return complete ? encode(SEQUENCE, ...digests) : null
  }

  #digestOfChild(child: ChainChild, target: string | null): Uint8Array | null {
    switch (child.kind) {
      case 'hash-value':
        return child.digest
      case 'step': {
        const value = target === null ? null : (this.#values.get(target) ?? null)
        return value === null ? null : this.#digestOfValue(child.method, value)
      }
      case 'data':
        return this.#digestOfData(child)
    }
  }

  #digestOfValue(method: ChainDigestMethod, value: Uint8Array): Uint8Array | null {
    this.#use(method)
    const computed = method.algorithm === null ? null : digest(method.algorithm, value)
    if (computed === null) this.#tell('xroad-hash-chain-digest-known', method.identifier)
    return computed
  }

  /**
   * The digest that the chain states. An entry of the container must have it. One that is absent, such as an attachment that the security server does not
   * keep, is bound by the stated digest all the same; the report says that the container does not hold it.
   */
  #digestOfData({ uri, method, digest: stated }: Extract<ChainChild, { kind: 'data' }>): Uint8Array {
    this.#use(method)
    if (!uri.startsWith('/')) this.#tell('xroad-hash-chain-reference-inside', uri)
    const name = uri.slice(1)
    const computed = method.algorithm === null ? null : uri.startsWith('/') ? this.#context.digestOf(name, method.algorithm) : 'absent'
    const status =
      computed === 'absent'
        ? 'absent'
        : computed === null
          ? 'algorithm-unknown'
          : Buffer.from(computed).equals(stated)
            ? 'match'
            : 'mismatch'
    const { identifier, algorithm } = method
    this.#inputs.push({ uri, status, digest: { identifier, algorithm, value: Buffer.from(stated).toString('hex') } })
    if (status === 'mismatch') this.#tell('xroad-hash-chain-input-intact', uri)
    if (status === 'algorithm-unknown') this.#tell('xroad-hash-chain-digest-known', identifier)
    return stated
  }

  #use(method: ChainDigestMethod): void {
    if (!this.#methods.has(method.identifier)) this.#methods.set(method.identifier, method)
  }

  /**
   * The names of inputs are not hashed, but their order is. Writers give the parts of one message a step of their own, which holds nothing else: the message, and
   * its attachments behind it, numbered from 1. In any other place a name may be that of another input, so that an attachment passes for the message, or another
   * message of the batch for an attachment. Steps of the tree above have two children: with more, it is the step of a message, and a step below it may be
   * the octets of an attachment that was made to look like one. A bare digest beside the message is that of another message of the batch, or of its only
   * other part: the format does not tell these apart.
   */
  #checkOrder(id: string, children: readonly ChainChild[]): void {
    const parts = children.flatMap((child, index) => (child.kind === 'data' ? [{ uri: child.uri, place: placeOf(child.uri), index }] : []))
    if (parts.every(({ place }) => place === null)) {
      if (children.length > 2) this.#tell('xroad-hash-chain-input-order', `#${id}`)
      return
    }
    const mixed = parts.length < children.length
    if (parts.length === 1 && parts[0]?.place === 0 && children.length <= 2) return
    for (const { uri, place, index } of parts) if (mixed || place !== index) this.#tell('xroad-hash-chain-input-order', uri)
  }
}

/** 0 for the message, n for `/attachmentn`; null for anything else. */
function placeOf(uri: string): number | null {
  if (uri === MESSAGE) return 0
  const number = /^\/attachment([1-9]\d{0,8})$/.exec(uri)?.[1]
  return number === undefined ? null : Number(number)
}

function methodName({ identifier }: ChainDigestMethod): Uint8Array {
  return encode(UTF8_STRING, Buffer.from(identifier, 'utf8'))
}

function repeated(inputs: readonly XroadChainInput[]): readonly string[] {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const { uri } of inputs) (seen.has(uri) ? twice : seen).add(uri)
  return [...twice]
}
