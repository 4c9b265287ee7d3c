import {
  type BlockResult,
  type CheckFacts,
  type CheckResult,
  notApplicable,
  register,
  type SignatureFacts,
  type StructureFinding,
} from '#model'
import { block, check } from '../check.js'
import { type Evaluation, nameOf } from '../evaluation.js'

/**
 * Identification of the signing certificate (EN 319 102-1, 5.2.3): a certificate is available, and a signed reference contains its digest. Without the signed
 * reference, another certificate with the same key could be substituted.
 */
export function identificationOfTheSigningCertificate(evaluation: Evaluation, added: readonly CheckResult[]): BlockResult {
  const { policy, facts } = evaluation
  const { signingCertificate: signer, signingCertificateReferences: references } = facts
  const certificate = evaluation.certificate(signer)
  const about = () => ({ certificate: signer, subject: nameOf(certificate) })
  const checks: CheckResult[] = [
    check(policy, 'signing-certificate-identified', certificate !== null, () => ({ ...about(), ...situationOf(facts) })),
    check(policy, 'signing-certificate-reference-present', references.length > 0),
  ]
  if (references.length > 0) {
    const digests = references.filter((reference) => reference.digest !== null)
    const matching = references.filter((reference) => signer !== null && reference.certificate === signer)
    checks.push(
      areSignedPropertiesBroken(facts)
        ? notApplicable('signing-certificate-reference-signed')
        : check(policy, 'signing-certificate-reference-signed', facts.signingCertificateReferenceSigned),
      check(policy, 'signing-certificate-digest-present', digests.length > 0),
      digests.length === 0 || signer === null
        ? notApplicable('signing-certificate-digest-match')
        : check(policy, 'signing-certificate-digest-match', matching.length > 0, about),
      check(policy, 'signing-certificate-reference-unique', references.length === 1, { count: references.length }),
      certificate === null
        ? notApplicable('signing-certificate-issuer-serial-match')
        : check(
            policy,
            'signing-certificate-issuer-serial-match',
            // Only a reference to the signer's certificate is compared with its issuer; the others refer to other certificates.
            !(matching.length > 0 ? matching : references).some((reference) => reference.issuerSerial === 'mismatch'),
            () => ({ issuer: certificate.issuer.text, serialNumber: certificate.serialNumber }),
          ),
    )
  }
  return block('identification-of-the-signing-certificate', 'EN 319 102-1 5.2.3', facts.id, [...checks, ...added])
}

/** Why there is no certificate of the signer: it cannot be read, is in another place, or is not there. */
function situationOf(facts: SignatureFacts): CheckFacts {
  const { structure, signingCertificateReferences: references } = facts
  const unreadable = structure.find(isAboutSigner)
  if (unreadable !== undefined) {
    const { where = null, problem = null } = unreadable.facts
    return { situation: 'unreadable', place: where, problem }
  }
  const place = references.find((reference) => reference.place !== undefined)?.place
  return place === undefined ? { situation: 'not-found' } : { situation: 'elsewhere', place }
}

/** Whether a finding is about a certificate that cannot be read where that of the signer has to be. */
export function isAboutSigner({ key, facts: { where } }: StructureFinding): boolean {
  return key !== null && register[key].explainsMissingSigner === true && (where === 'key-info' || where === 'cms-signed-data')
}

/**
 * Whether the signed properties are referenced, but their digest was not verified. Cryptographic verification fails in that case, and its HASH_FAILURE is
 * more specific than the unprotected certificate reference.
 */
function areSignedPropertiesBroken({ references }: SignatureFacts): boolean {
  return references.some(
    ({ kind, status }) =>
      kind === 'signed-properties' && (status === 'mismatch' || status === 'algorithm-unknown' || status === 'unsupported-transform'),
  )
}
