import {
  type BlockResult,
  type CertificateFacts,
  type CertificateId,
  checked,
  type Instant,
  type SignatureLevel,
  type ValidationData,
} from '#model'
import { block } from '../check.js'
import { isUnexpired, toSecond } from '../moments.js'
import { type CertificateQualification, qualificationAt } from './certificate-qualification.js'
import { servicesAbove } from './services-above.js'

export interface SignatureLevelResult {
  readonly level: SignatureLevel
  /** Every step, for the explanation; null without a signing certificate. */
  readonly block: BlockResult | null
}

/**
 * The legal level of a signature (TS 119 172-4 4.4), from the qualification of its certificate at issuance and at the signing time. It does not depend on
 * the verdict. It is empty when no trusted list has a service above the certificate.
 *
 * @param signingTime best signature time, or the assumed time when none is proven
 */
export function determineSignatureLevel(data: ValidationData, signer: CertificateId | null, signingTime: Instant): SignatureLevelResult {
  const certificate = data.certificates.find((candidate) => candidate.id === signer)
  if (!certificate) return { level: '', block: null }
  const services = servicesAbove(certificate, data.ascent, (authority) => isValidAuthority(authority, data, signingTime))
  const atIssuance = qualificationAt(certificate, services, certificate.notBefore)
  const atSigning = qualificationAt(certificate, services, signingTime)
  // Authorities beyond the limit were not found and could contradict the others, so no level is determined.
  const level = data.ascent.complete ? levelOf(combine(atIssuance.result, atSigning.result)) : ''
  const complete = checked('level-authorities-complete', data.ascent.complete, {
    authorities: data.ascent.certificates.length,
  })
  const agree = checked('level-same-at-issuance-and-signing', same(atIssuance.result, atSigning.result), {
    issuance: text(atIssuance.result),
    signing: text(atSigning.result),
    level,
  })
  return {
    level,
    block: block('signature-level', 'TS 119 172-4 4.4', certificate.id, [complete, agree], [atIssuance.block, atSigning.block]),
  }
}

/**
 * Whether an authority had neither expired nor been revoked or suspended at the signing time, by anything that the document states: an authority that is not
 * listed may have another certificate on whose path the signature passes, and this one must not raise the level (`decisions.md#legal-level-path`).
 */
function isValidAuthority(authority: CertificateFacts, { revocations }: ValidationData, signingTime: Instant): boolean {
  const isRevoked = revocations.some(
    ({ certificate, status, revocationTime }) =>
      certificate === authority.id &&
      status === 'revoked' &&
      (revocationTime === null || toSecond(revocationTime) <= toSecond(signingTime)),
  )
  return isUnexpired(authority, signingTime) && !isRevoked
}

/** Combines both times: qualified only if qualified at both; unknown type if the types differ; the device as at signing (Art. 32(1) of the Regulation). */
function combine(issuance: CertificateQualification | null, signing: CertificateQualification | null): CertificateQualification | null {
  if (!issuance || !signing) return null
  const qualified = issuance.qualified && signing.qualified
  return { qualified, type: issuance.type === signing.type ? signing.type : 'unknown', device: qualified && signing.device }
}

/** QES requires a known type, because it decides between signature and seal. A certificate for web sites has no level, because it is not for signatures. */
function levelOf(qualification: CertificateQualification | null): SignatureLevel {
  if (!qualification || qualification.type === 'website') return ''
  if (!qualification.qualified) return 'AdES'
  return qualification.device && qualification.type !== 'unknown' ? 'QES' : 'AdES/QC'
}

function same(a: CertificateQualification | null, b: CertificateQualification | null): boolean {
  return a?.qualified === b?.qualified && a?.type === b?.type && a?.device === b?.device
}

function text(qualification: CertificateQualification | null): string {
  if (!qualification) return 'not determined'
  return `${qualification.qualified ? 'qualified' : 'not qualified'}, ${qualification.type}, ${qualification.device ? 'with' : 'without'} qualified device`
}
