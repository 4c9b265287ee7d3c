import {
  type BlockResult,
  type CertificateFacts,
  type CertificateId,
  checked,
  commonLevelOf,
  type Instant,
  type SignatureLevel,
  type ValidationData,
} from '#model'
import { block } from '../check.js'
import { isUnexpired, toSecond } from '../moments.js'
import { type CertificateQualification, qualificationAt } from './certificate-qualification.js'
import type { CertificateType } from './certificate-statement.js'
import { servicesAbove } from './services-above.js'

interface SignatureLevelResult {
  /** Null when no trusted list has a service above the certificate, the lists contradict each other, or the certificate is for web sites. */
  readonly level: SignatureLevel | null
  /** Every step, for the explanation; null without a signing certificate. */
  readonly block: BlockResult | null
}

/**
 * The legal level of a signature (TS 119 172-4 4.4), from the qualification of its certificate at issuance and at the signing time. It does not depend on
 * the verdict. It is null when no trusted list has a service above the certificate.
 *
 * @param signingTime best signature time, or the assumed time when none is proven
 */
export function determineSignatureLevel(data: ValidationData, signer: CertificateId | null, signingTime: Instant): SignatureLevelResult {
  const certificate = data.certificates.find((candidate) => candidate.id === signer)
  if (!certificate) return { level: null, block: null }
  const services = servicesAbove(certificate, data.ascent, (authority) => isValidAuthority(authority, data, signingTime))
  const atIssuance = qualificationAt(certificate, services, certificate.notBefore)
  const atSigning = qualificationAt(certificate, services, signingTime)
  // Authorities beyond the limit were not found and could contradict the others, so no level is determined.
  const level = data.ascent.complete ? levelOf(combine(atIssuance.result, atSigning.result)) : null
  const complete = checked('level-authorities-complete', data.ascent.complete, {
    authorities: data.ascent.certificates.length,
  })
  const agree = checked('level-same-at-issuance-and-signing', same(atIssuance.result, atSigning.result), {
    issuance: text(atIssuance.result),
    signing: text(atSigning.result),
    level: level === null ? '' : commonLevelOf(level),
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

/** The levels by type of the certificate. A certificate for web sites has no level, because it is not for signatures. */
const levels = {
  signature: { qualifiedWithDevice: 'QESig', qualified: 'AdESig-QC', other: 'AdESig' },
  seal: { qualifiedWithDevice: 'QESeal', qualified: 'AdESeal-QC', other: 'AdESeal' },
  unknown: { qualifiedWithDevice: 'AdES-QC-QSCD', qualified: 'AdES-QC', other: 'AdES' },
  website: null,
} as const satisfies Readonly<Record<CertificateType, Readonly<Record<string, SignatureLevel>> | null>>

function levelOf(qualification: CertificateQualification | null): SignatureLevel | null {
  if (qualification === null) return null
  const ofType = levels[qualification.type]
  if (ofType === null) return null
  if (!qualification.qualified) return ofType.other
  return qualification.device ? ofType.qualifiedWithDevice : ofType.qualified
}

function same(a: CertificateQualification | null, b: CertificateQualification | null): boolean {
  return a?.qualified === b?.qualified && a?.type === b?.type && a?.device === b?.device
}

function text(qualification: CertificateQualification | null): string {
  if (!qualification) return 'not determined'
  return `${qualification.qualified ? 'qualified' : 'not qualified'}, ${qualification.type}, ${qualification.device ? 'with' : 'without'} qualified device`
}
