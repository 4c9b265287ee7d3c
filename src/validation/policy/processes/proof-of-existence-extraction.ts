import { provenObject, type TimeStampFacts } from '#model'
import type { Evaluation } from '../evaluation.js'

/** POE extraction (EN 319 102-1, 5.6.2.3): everything that the imprint of a valid time-stamp covers existed at its genTime. */
export function extractProofs(evaluation: Evaluation, timeStamp: TimeStampFacts): void {
  const { proofs, facts } = evaluation
  const { coverage, genTime, id } = timeStamp
  if (coverage.signatureValue) {
    proofs.add(provenObject.signature, genTime, id)
    // The signature value covers the reference, the reference covers the certificate.
    const { signingCertificate: signer } = facts
    if (signer !== null && facts.signingCertificateReferences.some((reference) => reference.certificate === signer)) {
      proofs.add(provenObject.certificate(signer), genTime, id)
    }
  }
  if (coverage.signedData) proofs.add(provenObject.signedData, genTime, id)
  for (const certificate of coverage.certificates) proofs.add(provenObject.certificate(certificate), genTime, id)
  for (const revocation of coverage.revocations) proofs.add(provenObject.revocation(revocation), genTime, id)
  for (const covered of coverage.timeStamps) proofs.add(provenObject.timeStamp(covered), genTime, id)
  if (coverage.revocations.length > 0) evaluation.evaluatedRevocations.clear()
}
