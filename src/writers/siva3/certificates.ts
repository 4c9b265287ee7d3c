import type { CertificateFacts, ReportedCertificate, ReportedTimeStamp, SignatureReport } from '#model'
import { bufferOf } from '#std'
import type { Engine } from './names.js'
import { present } from './present.js'
import { nameOf } from './subject.js'

/** The types of a signature; that of a token by itself is `CONTENT_TIMESTAMP`. */
type SignatureCertificateType = 'SIGNING' | 'REVOCATION' | 'SIGNATURE_TIMESTAMP' | 'ARCHIVE_TIMESTAMP'
export type CertificateType = SignatureCertificateType | 'CONTENT_TIMESTAMP'

/** A certificate with the authorities above it, each as the issuer of the one before. */
export interface Siva3Issuer {
  readonly commonName?: string
  /** DER, base64. */
  readonly content: string
  readonly issuer?: Siva3Issuer
}

export interface Siva3Certificate extends Siva3Issuer {
  readonly type: CertificateType
}

type Used = Pick<SignatureReport, 'signer' | 'timeStamps' | 'revocations' | 'certificates'>

/** `certificates`: at most one of each type, in the order of the engine of SiVa that answers for the name of the file. */
export function certificatesOf(signature: Used, engine: Engine): readonly Siva3Certificate[] {
  const order: readonly SignatureCertificateType[] =
    engine === 'digidoc'
      ? ['REVOCATION', 'SIGNING', 'SIGNATURE_TIMESTAMP']
      : ['ARCHIVE_TIMESTAMP', 'SIGNATURE_TIMESTAMP', 'SIGNING', 'REVOCATION']
  return order.flatMap((type) => {
    const certificate = certificateOf(type, signature)
    return certificate === null ? [] : [write(type, certificate, engine === 'digidoc' ? [] : signature.certificates)]
  })
}

function certificateOf(type: SignatureCertificateType, { signer, timeStamps, revocations }: Used): CertificateFacts | null {
  switch (type) {
    case 'SIGNING':
      return signer
    case 'REVOCATION': {
      const aboutSigner = revocations.filter(({ isAboutSigner }) => isAboutSigner)
      const first =
        aboutSigner.find(({ isTimeMark }) => isTimeMark) ?? aboutSigner.find(({ facts: { kind } }) => kind === 'ocsp') ?? aboutSigner[0]
      return first?.signer ?? null
    }
    case 'SIGNATURE_TIMESTAMP':
      return earliestSignatureTimeStamp(timeStamps)?.unit ?? null
    case 'ARCHIVE_TIMESTAMP':
      return preferred(archiveTimeStampsOf(timeStamps), (a, b) => b.facts.genTime - a.facts.genTime)?.unit ?? null
  }
}

/** The time-stamps that preserve a signature: archive time-stamps, and time-stamps over the document or the container. */
export function archiveTimeStampsOf(timeStamps: readonly ReportedTimeStamp[]): readonly ReportedTimeStamp[] {
  return timeStamps.filter(({ facts: { kind } }) => kind === 'archive' || kind === 'document' || kind === 'container')
}

/** The signature time-stamp that counts: the earliest valid one, otherwise the earliest. */
export function earliestSignatureTimeStamp(timeStamps: readonly ReportedTimeStamp[]): ReportedTimeStamp | null {
  return preferred(
    timeStamps.filter(({ facts: { kind } }) => kind === 'signature'),
    (a, b) => a.facts.genTime - b.facts.genTime,
  )
}

/** The first by this order of those that are valid, otherwise of all. */
function preferred(
  timeStamps: readonly ReportedTimeStamp[],
  order: (a: ReportedTimeStamp, b: ReportedTimeStamp) => number,
): ReportedTimeStamp | null {
  const valid = timeStamps.filter(({ status }) => status?.indication === 'PASSED')
  return (valid.length > 0 ? valid : timeStamps).toSorted(order)[0] ?? null
}

/** @param known the certificates of the signature with their paths; empty: without issuers */
function write(type: CertificateType, certificate: CertificateFacts, known: readonly ReportedCertificate[]): Siva3Certificate {
  const issuers = known.find((reported) => reported.certificate.id === certificate.id)?.issuers ?? []
  return present({
    commonName: nameOf(certificate),
    content: bufferOf(certificate.encoded).toString('base64'),
    issuer: chainOf(issuers),
    type,
  })
}

/** A certificate with the authorities above it. */
export function withIssuers({ certificate, issuers }: Pick<ReportedCertificate, 'certificate' | 'issuers'>): Siva3Issuer {
  return present({ commonName: nameOf(certificate), content: bufferOf(certificate.encoded).toString('base64'), issuer: chainOf(issuers) })
}

/** The authorities above a certificate, the nearest first; null without any. Self-signed roots are left out, as in SiVa. */
function chainOf([issuer, ...above]: readonly CertificateFacts[]): Siva3Issuer | null {
  if (issuer === undefined || issuer.subject.canonical === issuer.issuer.canonical) return null
  return withIssuers({ certificate: issuer, issuers: above })
}
