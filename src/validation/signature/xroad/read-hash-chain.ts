import { type DigestAlgorithm, ReaderError, type XroadFindingKey } from '#model'
import { digestAlgorithmOfUri } from '#readers/crypto'
import {
  attributeOf,
  childElements,
  isNcName,
  outOfOrder,
  parseXml,
  textOf,
  trimWhiteSpace,
  type XmlElement,
  type XmlLimits,
} from '#readers/xml'
import { base64Of, XMLDSIG_NAMESPACE } from '#readers/xmldsig'

const HASH_CHAIN_NAMESPACE = 'http://cyber.ee/hashchain'
const SCHEMA_INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance'

/** A digest method of a hash chain. */
export interface ChainDigestMethod {
  /** `Algorithm` as written. */
  readonly identifier: string
  /** Null when the identifier is not known. */
  readonly algorithm: DigestAlgorithm | null
}

/** One child of a hash step. */
export type ChainChild =
  /** The digest of data that are not in this container; it is used unverified. */
  | { readonly kind: 'hash-value'; readonly method: ChainDigestMethod; readonly digest: Uint8Array }
  | { readonly kind: 'step'; readonly method: ChainDigestMethod; readonly uri: string }
  | { readonly kind: 'data'; readonly method: ChainDigestMethod; readonly uri: string; readonly digest: Uint8Array }

/** A hash chain file: the children of its steps by their id. */
export type HashChainSteps = ReadonlyMap<string, readonly ChainChild[]>

/** A hash chain result file: the step from which the result is computed, and its digest. */
export interface HashChainResult {
  readonly uri: string
  readonly method: ChainDigestMethod
  readonly digest: Uint8Array
}

/** Bounds of one hash chain. */
export interface HashChainLimits {
  readonly xml: XmlLimits
  readonly xroad: {
    /** Steps of one chain file. */
    readonly maxSteps: number
    /** Children of all steps of one chain file together. */
    readonly maxStepChildren: number
    /** Maximum number of reported findings with one key. */
    readonly maxFindingsOfKey: number
  }
}

/** Every reason for which a file cannot be read as a hash chain. A code is never reused after its removal. */
export type HashChainErrorCode =
  /** The root is not that of a chain, or of a result. */
  | 'CHAIN_ROOT'
  /** A result does not have exactly one URI, one DigestMethod and one DigestValue. */
  | 'CHAIN_RESULT'
  /** An element that a chain cannot have at this place; a step without id. */
  | 'CHAIN_ELEMENT'
  /** An attribute that an element of a chain does not have, or the id of a step that is not a name. */
  | 'CHAIN_ATTRIBUTE'
  /** Text between the elements of a chain. */
  | 'CHAIN_TEXT'
  /** A step without children binds nothing. */
  | 'CHAIN_STEP_EMPTY'
  /** Two steps have one id. */
  | 'CHAIN_STEP_REPEATED'
  /** DigestMethod is missing without a default, or repeated. */
  | 'CHAIN_DIGEST_METHOD'
  /** DigestValue is missing, repeated or not base64. */
  | 'CHAIN_DIGEST_VALUE'
  /** A reference without URI. */
  | 'CHAIN_URI'
  /** Transforms are refused: a transform could exclude data from the digest, and no known writer uses any. */
  | 'CHAIN_TRANSFORMS'
  /** More steps, or children of steps, than the bounds allow. */
  | 'CHAIN_TOO_MANY_STEPS'

/** A hash chain cannot be read. */
export class HashChainError extends ReaderError {
  override readonly name = 'HashChainError'
  /** The id of the step, or the name of the element. */
  readonly element: string
  readonly key: XroadFindingKey

  constructor(code: HashChainErrorCode, element: string) {
    super(code, messages[code], null, code === 'CHAIN_TOO_MANY_STEPS')
    this.element = element.slice(0, 200)
    this.key = code === 'CHAIN_TRANSFORMS' ? 'xroad-hash-chain-transforms' : 'xroad-hash-chain-readable'
  }
}

const messages: Readonly<Record<HashChainErrorCode, string>> = {
  CHAIN_ROOT: 'The file is not a hash chain',
  CHAIN_RESULT: 'The hash chain result is incomplete',
  CHAIN_ELEMENT: 'The hash chain holds an element that does not belong there',
  CHAIN_ATTRIBUTE: 'An element of the hash chain has an attribute that does not belong there, or an id that is no name',
  CHAIN_TEXT: 'The hash chain holds text between its elements',
  CHAIN_STEP_EMPTY: 'A step of the hash chain is empty',
  CHAIN_STEP_REPEATED: 'Two steps of the hash chain have the same id',
  CHAIN_DIGEST_METHOD: 'A digest of the hash chain has no method, or several',
  CHAIN_DIGEST_VALUE: 'A digest of the hash chain has no value, or one that is not base64',
  CHAIN_URI: 'A reference of the hash chain has no URI',
  CHAIN_TRANSFORMS: 'The hash chain transforms its input',
  CHAIN_TOO_MANY_STEPS: 'The hash chain has more steps than is allowed',
}

/**
 * Reads `sig-hashchainresult.xml` or `ts-hashchainresult.xml`.
 *
 * @throws HashChainError, XmlError
 */
export function readHashChainResult(octets: Uint8Array, limits: HashChainLimits): HashChainResult {
  const { root } = parseXml(octets, limits.xml)
  if (root.namespace !== HASH_CHAIN_NAMESPACE || root.localName !== 'HashChainResult')
    throw new HashChainError('CHAIN_ROOT', root.localName)
  const uri = attributeOf(root, 'URI')
  const [method, value, third] = childrenOf(root, ['URI'], root.localName)
  const complete = isElement(method, XMLDSIG_NAMESPACE, 'DigestMethod') && isElement(value, XMLDSIG_NAMESPACE, 'DigestValue')
  if (uri === null || !complete || third !== undefined) throw new HashChainError('CHAIN_RESULT', root.localName)
  return { uri, method: methodOf(root, null, root.localName), digest: digestValueOf(root, root.localName) }
}

/**
 * Reads `sig-hashchain.xml` or `ts-hashchain.xml`. Every step is read, also steps that are not referred to, so that a repeated id is found: readers would
 * differ about which of the two steps it names.
 *
 * @throws HashChainError, XmlError
 */
export function readHashChain(octets: Uint8Array, limits: HashChainLimits): HashChainSteps {
  const { root } = parseXml(octets, limits.xml)
  if (!isChainElement(root, 'HashChain')) throw new HashChainError('CHAIN_ROOT', root.localName)
  const elements = childrenOf(root, [], root.localName)
  const [first] = elements
  const byDefault = first !== undefined && isChainElement(first, 'DefaultDigestMethod') ? methodAt(first, root.localName) : null
  const written = byDefault === null ? elements : elements.slice(1)
  const { maxSteps, maxStepChildren } = limits.xroad
  if (written.length > maxSteps) throw new HashChainError('CHAIN_TOO_MANY_STEPS', root.localName)
  const steps = new Map<string, readonly ChainChild[]>()
  let children = 0
  for (const element of written) {
    const id = attributeOf(element, 'id')
    if (!isChainElement(element, 'HashStep') || id === null) throw new HashChainError('CHAIN_ELEMENT', element.localName)
    if (!isNcName(id)) throw new HashChainError('CHAIN_ATTRIBUTE', id)
    if (steps.has(id)) throw new HashChainError('CHAIN_STEP_REPEATED', id)
    const step = childrenOf(element, ['id'], id).map((child) => readChild(child, byDefault, id))
    if (step.length === 0) throw new HashChainError('CHAIN_STEP_EMPTY', id)
    children += step.length
    if (children > maxStepChildren) throw new HashChainError('CHAIN_TOO_MANY_STEPS', id)
    steps.set(id, step)
  }
  return steps
}

/** The elements in a child of a step, in this order. */
const partsOfChild = {
  step: ['DigestMethod'],
  data: ['DigestMethod', 'DigestValue'],
  'hash-value': ['DigestMethod', 'DigestValue'],
} as const

function readChild(element: XmlElement, byDefault: ChainDigestMethod | null, step: string): ChainChild {
  const kind = isChainElement(element, 'HashValue') ? 'hash-value' : isChainElement(element, 'StepRef') ? 'step' : 'data'
  if (kind === 'data' && !isChainElement(element, 'DataRef')) throw new HashChainError('CHAIN_ELEMENT', step)
  const parts = childrenOf(element, kind === 'hash-value' ? [] : ['URI'], step)
  if (parts.some((part) => isElement(part, XMLDSIG_NAMESPACE, 'Transforms'))) throw new HashChainError('CHAIN_TRANSFORMS', step)
  const placeOf = (part: XmlElement) => partsOfChild[kind].findIndex((localName) => isElement(part, XMLDSIG_NAMESPACE, localName))
  if (outOfOrder(parts, placeOf).length > 0) throw new HashChainError('CHAIN_ELEMENT', step)
  const method = methodOf(element, byDefault, step)
  if (kind === 'hash-value') return { kind, method, digest: digestValueOf(element, step) }
  const uri = attributeOf(element, 'URI')
  if (uri === null) throw new HashChainError('CHAIN_URI', step)
  return kind === 'step' ? { kind, method, uri } : { kind, method, uri, digest: digestValueOf(element, step) }
}

function isChainElement(element: XmlElement | undefined, localName: string): boolean {
  return isElement(element, HASH_CHAIN_NAMESPACE, localName)
}

function isElement(element: XmlElement | undefined, namespace: string, localName: string): boolean {
  return element?.namespace === namespace && element.localName === localName
}

/** The child elements of an element of the chain, which must have only these attributes and no text: security servers validate chains against a schema. */
function childrenOf(element: XmlElement, attributes: readonly string[], place: string): readonly XmlElement[] {
  checkAttributes(element, attributes, place)
  if (trimWhiteSpace(textOf(element)) !== '') throw new HashChainError('CHAIN_TEXT', place)
  return childElements(element)
}

/** Refuses an element with other attributes than these. The location of a schema is ignored. */
function checkAttributes(element: XmlElement, names: readonly string[], place: string): void {
  const known = element.attributes.every(({ namespace, localName }) =>
    namespace === '' ? names.includes(localName) : namespace === SCHEMA_INSTANCE && localName.endsWith('chemaLocation'),
  )
  if (!known) throw new HashChainError('CHAIN_ATTRIBUTE', place)
}

function methodOf(element: XmlElement, byDefault: ChainDigestMethod | null, place: string): ChainDigestMethod {
  const [method, second] = childElements(element, XMLDSIG_NAMESPACE, 'DigestMethod')
  const found = method === undefined ? byDefault : methodAt(method, place)
  if (found === null || second !== undefined) throw new HashChainError('CHAIN_DIGEST_METHOD', place)
  return found
}

function methodAt(element: XmlElement, place: string): ChainDigestMethod {
  checkAttributes(element, ['Algorithm'], place)
  const identifier = attributeOf(element, 'Algorithm') ?? ''
  return { identifier, algorithm: digestAlgorithmOfUri(identifier) }
}

function digestValueOf(element: XmlElement, place: string): Uint8Array {
  const [value, second] = childElements(element, XMLDSIG_NAMESPACE, 'DigestValue')
  if (value !== undefined) checkAttributes(value, [], place)
  const octets = value === undefined || second !== undefined ? null : base64Of(value)
  if (octets === null) throw new HashChainError('CHAIN_DIGEST_VALUE', place)
  return octets
}
