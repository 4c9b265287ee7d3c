import { type CertificateFacts, type CertificateId, type CertificatePath, sameEntity } from '#model'
import type { Issuers } from './issuers.js'

/** A path under construction, as a linked list from its upper end down to the first certificate. */
interface Branch {
  readonly certificate: CertificateFacts
  readonly below: Branch | null
  readonly length: number
}

/** Builds the prospective paths (EN 319 102-1, 5.2.6.4 step 1) of certificates of one signature, once for each certificate. */
export class ProspectivePaths {
  readonly issuers: Issuers
  readonly #built = new Map<CertificateId, readonly CertificatePath[]>()

  constructor(issuers: Issuers) {
    this.issuers = issuers
  }

  /** The anchored paths of a certificate, shortest first; when there is none, the paths that end without an anchor. Never empty. */
  of(certificate: CertificateFacts): readonly CertificatePath[] {
    const known = this.#built.get(certificate.id)
    if (known !== undefined) return known
    const paths = this.#build(certificate)
    this.#built.set(certificate.id, paths)
    return paths
  }

  anchored(certificate: CertificateFacts): boolean {
    return this.of(certificate).some((path) => path.anchored)
  }

  /** Breadth-first search, so that the shortest paths are found before a mesh of cross-certificates can use up the budget. */
  #build(certificate: CertificateFacts): readonly CertificatePath[] {
    const start: Branch = { certificate, below: null, length: 1 }
    if (this.issuers.known.entityOf(certificate) !== null) return [this.#path(start, true)]
    const anchored: CertificatePath[] = []
    const dead: Branch[] = []
    const open: Branch[] = [start]
    let longest = start
    // The array grows during the loop.
    for (const branch of open) {
      const grown = this.#grow(branch)
      if (grown.length === 0) dead.push(branch)
      for (const longer of grown) {
        longest = longer
        const entity = this.issuers.known.entityOf(longer.certificate)
        if (entity !== null) anchored.push(this.#path(longer, true))
        if (entity === null || !entity.authority) open.push(longer)
      }
    }
    if (anchored.length > 0) return anchored
    return (dead.length > 0 ? dead : [longest]).map((branch) => this.#path(branch, false))
  }

  #grow(branch: Branch): readonly Branch[] {
    const grown: Branch[] = []
    for (const issuer of this.issuers.of(branch.certificate)) {
      if (onPath(branch, issuer)) continue
      if (branch.length >= this.issuers.budget.limits.maxLength) {
        this.issuers.budget.exhausted = true
        break
      }
      if (!this.issuers.budget.takeStep()) break
      grown.push({ certificate: issuer, below: branch, length: branch.length + 1 })
    }
    return grown
  }

  #path(top: Branch, anchored: boolean): CertificatePath {
    const certificates: CertificateId[] = []
    for (let branch: Branch | null = top; branch !== null; branch = branch.below) {
      this.issuers.known.use(branch.certificate)
      certificates.push(branch.certificate.id)
    }
    return { certificates: certificates.reverse(), anchored }
  }
}

/** Whether the issuer's entity is already in the path: a path contains each entity once. */
function onPath(branch: Branch, issuer: CertificateFacts): boolean {
  for (let step: Branch | null = branch; step !== null; step = step.below) {
    if (sameEntity(step.certificate, issuer)) return true
  }
  return false
}
