import {
  type CheckFacts,
  type DigestAlgorithm,
  findingOf,
  type StructureFinding,
  type XroadChainInput,
  type XroadFindingKey,
  xroadMessageFile,
} from '#model'
import { digest } from '#readers/crypto'
import { encode, OCTET_STRING, SEQUENCE } from '#readers/der'
import type { ChainChild, ChainDigestMethod, HashChainResult, HashChainSteps } from './read-hash-chain.js'

/** The steps of a hash chain, and the entries to which it may refer. */
interface ChainContext {
  /** Name of the entry that contains the steps. */
  readonly file: string
  readonly steps: HashChainSteps
  /** Maximum number of reported findings with one key. */
  readonly maxFindingsOfKey: number
  /** Digest of an entry of the container; `absent` when there is no entry with this name, null when the digest cannot be computed. */
  readonly digestOf: (name: string, algorithm: DigestAlgorithm) => Uint8Array | null | 'absent'
}

/** The inputs of a computed chain, the digest methods that it uses, and its defects. */
interface ComputedChain {
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
 * Only steps that are reachable from the result count. Each is computed once, and without recursion, because a document may have any depth. Every defect is a
 * finding.
 *
 * @throws only what `digestOf` throws
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
  readonly #reported = new Map<XroadFindingKey, number>()

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
    if (computed !== null && !Buffer.from(computed).equals(result.digest)) this.#report('xroad-hash-chain-result-intact', result.uri)
    // A chain that does not lead to the message fails for that reason; the chain of a time-stamp has other names.
    if (this.#inputs.some(({ uri }) => uri === MESSAGE))
      for (const id of this.#values.keys()) this.#checkOrder(id, this.#context.steps.get(id) ?? [])
    for (const uri of repeated(this.#inputs)) this.#report('xroad-hash-chain-input-once', uri)
    const unused = [...this.#context.steps.keys()].filter((id) => !this.#values.has(id))
    if (first !== null && unused.length > 0) this.#report('xroad-hash-chain-steps-used', unused[0] ?? '', { count: unused.length })
  }

  /** Adds a finding, unless there are `maxFindingsOfKey` of its key. */
  #report(key: XroadFindingKey, element: string, more: CheckFacts = {}): void {
    const times = (this.#reported.get(key) ?? 0) + 1
    this.#reported.set(key, times)
    if (times <= this.#context.maxFindingsOfKey)
      this.#findings.push(findingOf(key, { file: this.#context.file, element: element.slice(0, 200), ...more }))
  }

  /**
   * The id of the step that a URI names: `/sig-hashchain.xml#STEP0` with the name of this file, or `#STEP0` inside it. The result is another file, so it needs
   * the name. Null, with a finding, for any other URI.
   */
  #stepOf(uri: string, from: 'chain' | 'result'): string | null {
    const at = uri.indexOf('#')
    const file = at === -1 ? uri : uri.slice(0, at)
    if (file !== '' && file !== `/${this.#context.file}`) {
      this.#report('xroad-hash-chain-reference-inside', uri)
      return null
    }
    const id = at === -1 ? '' : uri.slice(at + 1)
    if (this.#context.steps.has(id) && (from === 'chain' || file !== '')) return id
    this.#report('xroad-hash-chain-step-found', uri)
    return null
  }

  /** Computes the value of a step after the values of all steps below it; null when one of them cannot be computed. */
  #valueOf(first: string): Buffer | null {
    // Steps whose children are being computed. On the stack `pending`, an id stays below the ids of its children until all of them have a value.
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
          // A reference to a step that is still open is a cycle.
          if (open.has(below)) this.#report('xroad-hash-chain-acyclic', below)
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
    if (computed === null) this.#report('xroad-hash-chain-digest-known', method.identifier)
    return computed
  }

  /**
   * The digest that the chain states for an entry, which the entry must have. An absent entry, such as an attachment that the security server does not
   * archive, is bound by the stated digest as well; the report states that the container does not contain it.
   */
  #digestOfData({ uri, method, digest: stated }: Extract<ChainChild, { kind: 'data' }>): Uint8Array {
    this.#use(method)
    if (!uri.startsWith('/')) this.#report('xroad-hash-chain-reference-inside', uri)
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
    if (status === 'mismatch') this.#report('xroad-hash-chain-input-intact', uri)
    if (status === 'algorithm-unknown') this.#report('xroad-hash-chain-digest-known', identifier)
    return stated
  }

  #use(method: ChainDigestMethod): void {
    if (!this.#methods.has(method.identifier)) this.#methods.set(method.identifier, method)
  }

  /**
   * Checks the order of the inputs. The names of inputs are not hashed, but their order is, so only the order proves which input is the message and which is an
   * attachment.
   *
   * - Writers use a step of its own for the parts of one message, with no other children: the message, and after it its attachments, numbered from 1.
   * - At any other place the name may belong to another input: an attachment could be presented as the message, or another message of the batch as an
   *   attachment.
   * - Steps of the tree above have two children. A step with more children belongs to a message, and a step below it may be the octets of an attachment that
   *   was made to look like a step.
   * - A bare digest next to the message is that of another message of the batch, or of the only other part of the message: the format does not distinguish
   *   them.
   */
  #checkOrder(id: string, children: readonly ChainChild[]): void {
    const parts = children.flatMap((child, index) => (child.kind === 'data' ? [{ uri: child.uri, place: placeOf(child.uri), index }] : []))
    if (parts.every(({ place }) => place === null)) {
      if (children.length > 2) this.#report('xroad-hash-chain-input-order', `#${id}`)
      return
    }
    const mixed = parts.length < children.length
    if (parts.length === 1 && parts[0]?.place === 0 && children.length <= 2) return
    for (const { uri, place, index } of parts) if (mixed || place !== index) this.#report('xroad-hash-chain-input-order', uri)
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
