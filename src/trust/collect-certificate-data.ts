import type { Ascent, CertificateFacts, CertificatePath, TrustAnchor } from '#model'
import type { DecodedCache } from '#readers/x509'
import type { TrustContext } from './collect-validation-data.js'
import { anchorsAmong, ascend } from './path/ascent.js'
import { Issuers } from './path/issuers.js'
import { KnownCertificates } from './path/known-certificates.js'
import { ProspectivePaths } from './path/prospective-paths.js'
import type { TrustIndex } from './snapshot/trust-index.js'

/** The paths from one certificate to trust anchors, and the authorities above it. */
interface CertificateData {
  readonly paths: readonly CertificatePath[]
  /** The certificate, those passed with it, and listed certificates in the paths. */
  readonly certificates: readonly CertificateFacts[]
  readonly anchors: readonly TrustAnchor[]
  readonly ascent: Ascent
}

/** The authorities above a certificate (TS 119 615, 4.3). `others`: further certificates that may be issuers. */
export function collectAscent(
  certificate: CertificateFacts,
  others: readonly CertificateFacts[],
  index: TrustIndex,
  { cache, limits }: TrustContext,
): Ascent {
  return ascend(certificate, knownWith(certificate, others, index, cache), limits.path)
}

function knownWith(certificate: CertificateFacts, others: readonly CertificateFacts[], index: TrustIndex, cache: DecodedCache) {
  return new KnownCertificates({ certificates: [certificate, ...others], timeStamps: [], revocations: [] }, index, cache)
}

/** The paths of a certificate that is not part of a signature. `others`: further certificates that may be issuers. */
export function collectCertificateData(
  certificate: CertificateFacts,
  others: readonly CertificateFacts[],
  index: TrustIndex,
  { cache, limits }: TrustContext,
): CertificateData {
  const known = knownWith(certificate, others, index, cache)
  const paths = new ProspectivePaths(new Issuers(known, limits.path)).of(certificate)
  const certificates = [...known.own, ...known.added]
  return { paths, certificates, anchors: anchorsAmong(certificates, known), ascent: ascend(certificate, known, limits.path) }
}
