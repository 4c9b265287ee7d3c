import type { ArchivedFile, CanonicalOmission, DigestAlgorithm, ReferenceFacts } from '#model'
import { canonicalize, leavesOutDeclarations, parseXml, type XmlDocument, XmlError, type XmlLimits } from '#readers/xml'
import { type Canonicalization, DigestBudget } from '#readers/xmldsig'
import type { SignatureLimits } from './signature-context.js'
import { signatureLimit } from './signature-limit-error.js'

/** A data file in the form that a canonicalization transform covers. */
interface CanonicalFile {
  readonly octets: Buffer
  readonly leftOut: readonly CanonicalOmission[]
}

/** Bounds the work for all signatures of one document together: a bound for each signature alone would allow the work five hundred times. */
export class DocumentWork {
  /** Budget for canonical forms of elements, and for their digests. */
  readonly elements: DigestBudget
  readonly #files: DigestBudget
  readonly #digested = new Map<ArchivedFile, Set<DigestAlgorithm>>()
  readonly #parsed = new Map<ArchivedFile, XmlDocument | XmlError>()
  #nodes: number
  #timeStamps: number
  #counterSignatures: number
  #statements: number
  readonly #charactersOfStatement: number

  /** @param statements bound of the statements about references */
  constructor(limits: SignatureLimits, statements = limits.maxStatements) {
    this.elements = new DigestBudget(limits.maxDigestedBytes)
    this.#files = new DigestBudget(limits.maxFileDigestBytes)
    this.#nodes = limits.maxNodes
    this.#timeStamps = limits.maxTimeStampsOfDocument
    this.#counterSignatures = limits.maxCounterSignatures
    this.#statements = statements
    this.#charactersOfStatement = limits.charactersOfStatement
  }

  /** The digest of a data file; the octets of a file count once for each algorithm. Throws `XmldsigError` when the bound is reached. */
  digestOf(file: ArchivedFile, algorithm: DigestAlgorithm): Uint8Array | null {
    const algorithms = this.#digested.get(file) ?? new Set<DigestAlgorithm>()
    if (!algorithms.has(algorithm)) this.#files.take(file.content.size)
    this.#digested.set(file, algorithms.add(algorithm))
    return file.digest(algorithm)
  }

  /** Counts octets that are hashed for a signature value without signed attributes, or as evidence that signers share. Throws `XmldsigError` when the bound is reached. */
  countOctets(octets: number): void {
    this.#files.take(octets)
  }

  /**
   * The canonical octets of a data file that is XML, and what the method leaves out of it; the problem when it cannot be read as XML, or has no canonical form.
   * Each file is parsed once. Throws `XmldsigError` when the budget for canonical forms is used up.
   */
  canonicalFormOf(
    file: ArchivedFile,
    { method, prefixes }: Canonicalization,
    limits: XmlLimits,
  ): CanonicalFile | { readonly problem: string } {
    const document = this.#parsed.get(file) ?? this.#parse(file, limits)
    this.#parsed.set(file, document)
    if (document instanceof XmlError) return { problem: document.code }
    this.elements.take(file.content.size)
    const octets = orXmlError(() => canonicalize(document, method, { prefixes }))
    if (octets instanceof XmlError) return { problem: octets.code }
    this.elements.take(octets.length)
    const leftOut: CanonicalOmission[] = []
    if (!method.comments && document.text.includes('<!--')) leftOut.push('comments')
    if (method.algorithm === 'exclusive' && leavesOutDeclarations(document.root, prefixes)) leftOut.push('declarations')
    return { octets, leftOut }
  }

  /** An error for a bound makes the file unreadable for this reference, and refuses nothing: other programs may read it. */
  #parse(file: ArchivedFile, limits: XmlLimits): XmlDocument | XmlError {
    if (file.content.size > limits.maxBytes) return new XmlError('XML_TOO_LARGE', `More than ${limits.maxBytes} bytes.`)
    const document = orXmlError(() => parseXml(Buffer.concat([...file.content.pieces()]), this.boundsOf(limits)))
    if (!(document instanceof XmlError)) this.hasParsed(document)
    return document
  }

  /** The bounds for parsing the next file: `maxNodes` is at most the rest of the bound of the document. */
  boundsOf(limits: XmlLimits): XmlLimits {
    return { ...limits, maxNodes: Math.min(limits.maxNodes, this.#nodes) }
  }

  /** Counts the nodes of a file that was parsed. */
  hasParsed({ nodes }: XmlDocument): void {
    this.#nodes -= nodes
  }

  /** Counts time-stamps of a signature before they are verified. Throws `ReaderError` with `limit`. */
  countTimeStamps(timeStamps: number): void {
    this.#timeStamps -= timeStamps
    if (this.#timeStamps < 0) throw signatureLimit('SIGNATURE_TOO_MANY_TIME_STAMPS', 'The signatures together have too many time-stamps')
  }

  /** Counts counter-signatures before they are verified. Throws `ReaderError` with `limit`. */
  countCounterSignatures(count: number): void {
    this.#counterSignatures -= count
    if (this.#counterSignatures < 0)
      throw signatureLimit('SIGNATURE_TOO_MANY_COUNTER_SIGNATURES', 'The signatures together have too many counter-signatures')
  }

  /**
   * Counts the statements of reports about references: one for each reference, and one more for each `charactersOfStatement` characters of it.
   *
   * @throws ReaderError with `limit` SIGNATURE_TOO_MANY_STATEMENTS
   */
  countStatements(references: readonly ReferenceFacts[]): void {
    for (const reference of references) this.#statements -= 1 + charactersOf(reference) / this.#charactersOfStatement
    if (this.#statements < 0)
      throw signatureLimit('SIGNATURE_TOO_MANY_STATEMENTS', 'The signatures together cover too many files, or files with too long names')
  }
}

function orXmlError<T>(read: () => T): T | XmlError {
  try {
    return read()
  } catch (error) {
    if (error instanceof XmlError) return error
    throw error
  }
}

function charactersOf({ id, uri, type, dataFile, digest, transforms }: ReferenceFacts): number {
  let characters = id.length + uri.length + type.length + (dataFile?.length ?? 0) + digest.identifier.length + digest.value.length
  for (const transform of transforms) characters += transform.length
  return characters
}
