import type { CertificateId, StructureFinding } from '#model'
import type { SignedData, SignerInfo } from '#readers/cms'
import type { PdfSignature } from '#readers/pdf'

const PADES_SUB_FILTER = 'ETSI.CAdES.detached'

/**
 * Finds what a PDF signature lacks to be a PAdES baseline signature (EN 319 142-1, 6.3, table 1) and what it protects all the same: older kinds of signatures
 * are read and judged by the other rules. What makes a signature unsafe has findings and checks of its own.
 *
 * @param signer the certificate of the signer; null when it is not known
 */
export function findBaselineDeviations(
  { subFilter }: PdfSignature,
  { message, signer: info }: { readonly message: SignedData; readonly signer: SignerInfo },
  signer: CertificateId | null,
): readonly StructureFinding[] {
  const found: StructureFinding[] = []
  const add = (deviation: string, facts: StructureFinding['facts'] = {}) =>
    found.push({ key: 'pdf-signature-pades', code: 'BASELINE_DEVIATION', facts: { deviation, ...facts, clause: 'EN 319 142-1 6.3' } })
  if (subFilter === null) add('no-sub-filter')
  else if (subFilter !== PADES_SUB_FILTER) add('sub-filter', { subFilter })
  if (info.signingTime !== null) add('signing-time')
  const versions = new Set((info.signingCertificates ?? []).map(({ version }) => version))
  if (versions.size > 1) add('two-signing-certificate-attributes')
  if (signer !== null && !message.certificates.some(({ facts }) => facts.id === signer)) add('signer-not-in-message')
  return found
}
