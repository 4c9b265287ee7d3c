import type { CertificateFacts, SignatureFacts, ValidationData, XroadDomain } from '#model'
import { collectAscent, collectValidationData, type TrustContext, type TrustIndex } from '#trust'
import type { OpenedInstance } from '#trust/xroad'
import type { CompletedSignature } from '#validation/signature'

/**
 * Validation data of a signature, collected with the trust of its X-Road instance. The trusted lists of the EU are used only for the legal level, which can
 * only lower the indication. Without trust for the instance there are no trust anchors. Only authorities of the instance are used (as by `SignatureVerifier` of
 * X-Road): an authority in the document that an approved authority has certified could issue certificates for any member.
 *
 * @param units certificates of the listed time-stamping units that the time-stamps were verified with
 */
export function collectInstanceData(
  { facts, units }: CompletedSignature,
  instance: string | null,
  trust: OpenedInstance | null,
  lists: TrustIndex,
  context: TrustContext,
): ValidationData {
  const certificates = facts.certificates.filter((certificate) => !isAuthority(certificate, facts))
  const data = collectValidationData({ ...facts, certificates }, trust?.index ?? emptyIndex, context, [
    ...(trust?.intermediates ?? []),
    ...units,
  ])
  const { ocspFreshness = 0, verifiesNextUpdate = true, expires = null, intermediateProfiles = {} } = trust ?? {}
  const domain: XroadDomain = { instance, known: trust !== null, ocspFreshness, verifiesNextUpdate, expires, intermediateProfiles }
  const signer = facts.certificates.find(({ id }) => id === facts.signingCertificate)
  const ascent = signer === undefined ? data.ascent : collectAscent(signer, facts.certificates, lists, context)
  return { ...data, domain, ascent }
}

/** Whether a certificate of the document could issue others. False for the signing certificate, which is validated whatever its basicConstraints are. */
function isAuthority({ id, basicConstraints }: CertificateFacts, { signingCertificate }: SignatureFacts): boolean {
  return basicConstraints?.ca === true && id !== signingCertificate
}

/** The index for a message without a known instance. It has no trust anchors. */
const emptyIndex: TrustIndex = Object.freeze({
  snapshot: { digest: '', sources: [], services: 0, certificates: 0 },
  entityOf: () => null,
  entitiesNamed: () => [],
  entitiesWithKeyHash: () => [],
  unitsDesignated: () => [],
})
