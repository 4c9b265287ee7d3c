import { digestAlgorithmOfUri } from '#crypto'
import type { DigestAlgorithm, XroadChainProblem } from '#model'
import { attributeOf, childElements, parseXml, textOf, type XmlElement, type XmlLimits } from '#xml'
import { decodeBase64, XMLDSIG_NAMESPACE } from '#xmldsig'

const HASH_CHAIN_NAMESPACE = 'http://cyber.ee/hashchain'

/** A digest method as written, and the algorithm that it names; null when it names none that is known. */
export interface ChainDigestMethod {
  readonly identifier: string
  readonly algorithm: DigestAlgorithm | null
}

/** One child of a hash step. */
export type ChainChild =
  /** The digest of something that is not in this container, taken as given. */
  | { readonly kind: 'hash-value'; readonly method: ChainDigestMethod; readonly digest: Uint8Array }
  | { readonly kind: 'step'; readonly method: ChainDigestMethod; readonly uri: string }
  | { readonly kind: 'data'; readonly method: ChainDigestMethod; readonly uri: string; readonly digest: Uint8Array }

/** A hash chain file: its steps by id. */
export interface HashChainFile {
  readonly steps: ReadonlyMap<string, readonly ChainChild[]>
}

/** A hash chain result file: the step that the result is computed from, and its digest. */
export interface HashChainResult {
  readonly uri: string
  readonly method: ChainDigestMethod
  readonly digest: Uint8Array
}

export interface HashChainLimits {
  readonly xml: XmlLimits
  /** Steps, and children of all steps together, in one chain file. */
  readonly maxSteps: number
  readonly maxChildren: number
}

/** A chain that cannot be read, with the place. */
export class HashChainError extends Error {
  override readonly name = 'HashChainError'
  readonly problem: XroadChainProblem

  constructor(problem: XroadChainProblem) {
    super(problem.code)
    this.problem = problem
  }
}

/**
 * Reads `sig-hashchainresult.xml` or `ts-hashchainresult.xml`.
 *
 * @param file name of the entry, for the place of a problem
 * @throws HashChainError, XmlError
 */
export function readHashChainResult(octets: Uint8Array, file: string, limits: HashChainLimits): HashChainResult {
  const { root } = parseXml(octets, limits.xml)
  const at = { file, element: 'HashChainResult' }
  if (root.namespace !== HASH_CHAIN_NAMESPACE || root.localName !== 'HashChainResult') throw malformed('CHAIN_ROOT', at)
  const uri = attributeOf(root, 'URI')
  const method = methodOf(root, null)
  const digest = digestValueOf(root)
  if (uri === null || method === null || digest === null || childElements(root).length !== 2) throw malformed('CHAIN_RESULT_STRUCTURE', at)
  return { uri, method, digest }
}

/**
 * Reads `sig-hashchain.xml` or `ts-hashchain.xml`. Every step is read, also those that nothing refers to: an id that occurs twice could be another step for
 * another reader.
 *
 * @throws HashChainError, XmlError
 */
export function readHashChain(octets: Uint8Array, file: string, limits: HashChainLimits): HashChainFile {
  const { root } = parseXml(octets, limits.xml)
  if (root.namespace !== HASH_CHAIN_NAMESPACE || root.localName !== 'HashChain')
    throw malformed('CHAIN_ROOT', { file, element: root.localName.slice(0, 100) })
  const [first, ...others] = childElements(root)
  const byDefault = first?.localName === 'DefaultDigestMethod' && first.namespace === HASH_CHAIN_NAMESPACE ? methodAt(first) : null
  if (byDefault === null) throw malformed('CHAIN_DEFAULT_METHOD', { file, element: 'DefaultDigestMethod' })
  if (others.length > limits.maxSteps) throw malformed('CHAIN_TOO_MANY_STEPS', { file, element: 'HashChain' })
  const steps = new Map<string, readonly ChainChild[]>()
  let children = 0
  for (const element of others) {
    const id = attributeOf(element, 'id')
    if (element.namespace !== HASH_CHAIN_NAMESPACE || element.localName !== 'HashStep' || id === null)
      throw malformed('CHAIN_STRUCTURE', { file, element: element.localName.slice(0, 100) })
    if (steps.has(id)) throw malformed('CHAIN_STEP_REPEATED', { file, element: id })
    const step = childElements(element).map((child) => readChild(child, byDefault, file, id))
    children += step.length
    if (step.length === 0) throw malformed('CHAIN_STEP_EMPTY', { file, element: id })
    if (children > limits.maxChildren) throw malformed('CHAIN_TOO_MANY_STEPS', { file, element: id })
    steps.set(id, step)
  }
  return { steps }
}

function readChild(element: XmlElement, byDefault: ChainDigestMethod, file: string, id: string): ChainChild {
  const at = { file, element: id }
  const method = methodOf(element, byDefault)
  if (element.namespace !== HASH_CHAIN_NAMESPACE || method === null) throw malformed('CHAIN_STRUCTURE', at)
  // A transform would let the chain choose what of the data it covers; no writer uses one.
  if (childElements(element, XMLDSIG_NAMESPACE, 'Transforms').some((transforms) => childElements(transforms).length > 0))
    throw malformed('CHAIN_TRANSFORMS', at)
  const uri = attributeOf(element, 'URI')
  const digest = digestValueOf(element)
  switch (element.localName) {
    case 'HashValue':
      if (digest === null) throw malformed('CHAIN_DIGEST_VALUE', at)
      return { kind: 'hash-value', method, digest }
    case 'StepRef':
      if (uri === null) throw malformed('CHAIN_REFERENCE', at)
      return { kind: 'step', method, uri }
    case 'DataRef':
      if (uri === null) throw malformed('CHAIN_REFERENCE', at)
      if (digest === null) throw malformed('CHAIN_DIGEST_VALUE', at)
      return { kind: 'data', method, uri, digest }
    default:
      throw malformed('CHAIN_STRUCTURE', at)
  }
}

/** The digest method of an element, or the one by default; null when it is repeated. */
function methodOf(element: XmlElement, byDefault: ChainDigestMethod | null): ChainDigestMethod | null {
  const [method, second] = childElements(element, XMLDSIG_NAMESPACE, 'DigestMethod')
  if (second !== undefined) return null
  return method === undefined ? byDefault : methodAt(method)
}

function methodAt(element: XmlElement): ChainDigestMethod {
  const identifier = attributeOf(element, 'Algorithm') ?? ''
  return { identifier, algorithm: digestAlgorithmOfUri(identifier) }
}

/** Null when there is none, there are several, or it is not base64. */
function digestValueOf(element: XmlElement): Uint8Array | null {
  const [value, second] = childElements(element, XMLDSIG_NAMESPACE, 'DigestValue')
  if (value === undefined || second !== undefined || childElements(value).length > 0) return null
  return decodeBase64(textOf(value))
}

function malformed(code: XroadChainProblem['code'], place: XroadChainProblem['place']): HashChainError {
  return new HashChainError({ code, place })
}
