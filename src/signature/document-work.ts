import type { ArchivedFile, DigestAlgorithm } from '#model'
import type { XmlDocument, XmlLimits } from '#xml'
import { DigestBudget } from '#xmldsig'
import type { SignatureLimits } from './signature-context.js'

/** Bounds of the work of all signatures of one document together: a bound per signature alone would allow it five hundred times. */
export class DocumentWork {
  /** Canonical forms of elements, and digests of them. */
  readonly elements: DigestBudget
  readonly #files: DigestBudget
  readonly #digested = new Map<ArchivedFile, Set<DigestAlgorithm>>()
  #nodes: number

  constructor(limits: SignatureLimits) {
    this.elements = new DigestBudget(limits.maxDigestedBytes)
    this.#files = new DigestBudget(limits.maxFileDigestBytes)
    this.#nodes = limits.maxNodes
  }

  /** The digest of a data file; the octets of a file count once for each algorithm. Throws `XmldsigError` when the bound is reached. */
  digestOf(file: ArchivedFile, algorithm: DigestAlgorithm): Uint8Array | null {
    const algorithms = this.#digested.get(file) ?? new Set<DigestAlgorithm>()
    if (!algorithms.has(algorithm)) this.#files.take(file.content.size)
    this.#digested.set(file, algorithms.add(algorithm))
    return file.digest(algorithm)
  }

  /** The bounds for parsing the next file: `maxNodes` is what is left of the document's. */
  boundsOf(limits: XmlLimits): XmlLimits {
    return { ...limits, maxNodes: Math.min(limits.maxNodes, this.#nodes) }
  }

  /** Counts the nodes of a file that was parsed. */
  hasParsed({ nodes }: XmlDocument): void {
    this.#nodes -= nodes
  }
}
