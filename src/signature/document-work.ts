import type { ArchivedFile, DigestAlgorithm, ReferenceFacts } from '#model'
import type { XmlDocument, XmlLimits } from '#xml'
import { DigestBudget } from '#xmldsig'
import type { SignatureLimits } from './signature-context.js'
import { SignatureLimitError } from './signature-limit-error.js'

/** Bounds the work for all signatures of one document together: a bound for each signature alone would allow the work five hundred times. */
export class DocumentWork {
  /** Budget for canonical forms of elements, and for their digests. */
  readonly elements: DigestBudget
  readonly #files: DigestBudget
  readonly #digested = new Map<ArchivedFile, Set<DigestAlgorithm>>()
  #nodes: number
  #timeStamps: number
  #statements: number
  readonly #charactersOfStatement: number

  constructor(limits: SignatureLimits) {
    this.elements = new DigestBudget(limits.maxDigestedBytes)
    this.#files = new DigestBudget(limits.maxFileDigestBytes)
    this.#nodes = limits.maxNodes
    this.#timeStamps = limits.maxTimeStampsOfDocument
    this.#statements = limits.maxStatements
    this.#charactersOfStatement = limits.charactersOfStatement
  }

  /** The digest of a data file; the octets of a file count once for each algorithm. Throws `XmldsigError` when the bound is reached. */
  digestOf(file: ArchivedFile, algorithm: DigestAlgorithm): Uint8Array | null {
    const algorithms = this.#digested.get(file) ?? new Set<DigestAlgorithm>()
    if (!algorithms.has(algorithm)) this.#files.take(file.content.size)
    this.#digested.set(file, algorithms.add(algorithm))
    return file.digest(algorithm)
  }

  /** The bounds for parsing the next file: `maxNodes` is at most the rest of the bound of the document. */
  boundsOf(limits: XmlLimits): XmlLimits {
    return { ...limits, maxNodes: Math.min(limits.maxNodes, this.#nodes) }
  }

  /** Counts the nodes of a file that was parsed. */
  hasParsed({ nodes }: XmlDocument): void {
    this.#nodes -= nodes
  }

  /** Counts time-stamps of a signature before they are verified. Throws `SignatureLimitError`. */
  countTimeStamps(timeStamps: number): void {
    this.#timeStamps -= timeStamps
    if (this.#timeStamps < 0)
      throw new SignatureLimitError('SIGNATURE_TOO_MANY_TIME_STAMPS', 'The signatures together have too many time-stamps')
  }

  /**
   * Counts the statements of reports about references: one for each reference, and one more for each `charactersOfStatement` characters of it.
   *
   * @throws SignatureLimitError SIGNATURE_TOO_MANY_STATEMENTS
   */
  countStatements(references: readonly ReferenceFacts[]): void {
    for (const reference of references) this.#statements -= 1 + charactersOf(reference) / this.#charactersOfStatement
    if (this.#statements < 0)
      throw new SignatureLimitError(
        'SIGNATURE_TOO_MANY_STATEMENTS',
        'The signatures together cover too many files, or files with too long names',
      )
  }
}

function charactersOf({ id, uri, type, dataFile, digest, transforms }: ReferenceFacts): number {
  return [id, uri, type, dataFile, digest.identifier, digest.value, ...transforms].reduce((sum, text) => sum + (text?.length ?? 0), 0)
}
