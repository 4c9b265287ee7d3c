import type { ArchivedFile, DigestAlgorithm } from '#model'
import type { XmlDocument, XmlLimits } from '#xml'
import { DigestBudget } from '#xmldsig'
import type { SignatureLimits } from './signature-context.js'

/** What the signatures of one document cost together: each bound of a single one would be allowed five hundred times. */
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

  /** The digest of a data file, which costs its octets once for each algorithm. Throws XmldsigError when there have been too many. */
  digestOf(file: ArchivedFile, algorithm: DigestAlgorithm): Uint8Array | null {
    const algorithms = this.#digested.get(file) ?? new Set<DigestAlgorithm>()
    if (!algorithms.has(algorithm)) this.#files.take(file.content.size)
    this.#digested.set(file, algorithms.add(algorithm))
    return file.digest(algorithm)
  }

  /** The bounds of the next file: what is left where that is less. */
  boundsOf(limits: XmlLimits): XmlLimits {
    return { ...limits, maxNodes: Math.min(limits.maxNodes, this.#nodes) }
  }

  hasParsed({ nodes }: XmlDocument): void {
    this.#nodes -= nodes
  }
}
