import type {
  AnchorService,
  BlockResult,
  CertificateId,
  CheckResult,
  Instant,
  SignatureConclusion,
  SignatureLevel,
  ValidationData,
} from '#model'
import { passed } from '../check.js'
import { type CertificateQualification, qualificationAt } from './certificate-qualification.js'
import type { QualificationKey } from './qualification-key.js'

export interface SignatureLevelResult {
  readonly level: SignatureLevel
  /** Every step, for the explanation; null when there is no signer's certificate to speak of. */
  readonly block: BlockResult | null
}

/**
 * The legal level of a signature (ETSI TS 119 615 4.5): the qualification of its certificate at issuance and at the best signature time.
 * It does not depend on the verdict (ruling 3). Without a service of a trusted list above the certificate it is empty.
 */
export function determineSignatureLevel(data: ValidationData, conclusion: SignatureConclusion): SignatureLevelResult {
  const certificate = data.certificates.find((candidate) => candidate.id === conclusion.signingCertificate)
  if (!certificate) return { level: '', block: null }
  const services = servicesAbove(certificate.id, data)
  const signingTime: Instant = conclusion.bestSignatureTime ?? conclusion.validationTime
  const atIssuance = qualificationAt(certificate, services, certificate.notBefore)
  const atSigning = qualificationAt(certificate, services, signingTime)
  const combined = combine(atIssuance.result, atSigning.result)
  const level = levelOf(combined)
  const key: QualificationKey = 'level-same-at-issuance-and-signing'
  const agree: CheckResult = {
    key,
    clause: 'ETSI TS 119 615 4.5',
    outcome: same(atIssuance.result, atSigning.result) ? 'satisfied' : 'informed',
    onFailure: null,
    facts: { issuance: text(atIssuance.result), signing: text(atSigning.result), level },
  }
  return {
    level,
    block: {
      name: 'signature-level',
      clause: 'ETSI TS 119 615 4.5',
      subject: certificate.id,
      status: passed,
      checks: [agree],
      children: [atIssuance.block, atSigning.block],
    },
  }
}

/** Services of trusted lists that any certificate above the signer's in its paths is. The signer's own entry is no authority for itself. */
function servicesAbove(signer: CertificateId, data: ValidationData): readonly AnchorService[] {
  const above = new Set(
    (data.paths.find((entry) => entry.certificate === signer)?.paths ?? []).flatMap((path) => path.certificates.slice(1)),
  )
  const services = new Map<string, AnchorService>()
  for (const anchor of data.anchors) {
    if (!above.has(anchor.certificate)) continue
    // A certificate that only a settings file names is no service of a list: it says nothing about the legal level.
    for (const service of anchor.services)
      if (service.periods.some((period) => period.qualification)) services.set(service.service, service)
  }
  return [...services.values()]
}

/** Qualified only if it is so at both times; types that differ are unknown; the device counts as at signing (Art. 32(1) of the Regulation). */
function combine(issuance: CertificateQualification | null, signing: CertificateQualification | null): CertificateQualification | null {
  if (!issuance || !signing) return null
  const qualified = issuance.qualified && signing.qualified
  return { qualified, type: issuance.type === signing.type ? signing.type : 'unknown', device: qualified && signing.device }
}

/** A qualified device with an unknown type is, cautiously, not QES. A certificate for web sites makes no signature. */
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
