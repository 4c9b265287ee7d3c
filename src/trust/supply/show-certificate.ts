import type { Limits } from '#config'
import { type CertificateFacts, type Instant, periodAt, type ServicePeriod } from '#model'
import { collectCertificateData, createDecodedCache, openPackedIndex, readCertificateFile } from '#trust'
import { authoritiesAbove, type CertificateQualification, isUnexpired, qualificationAt, servicesAbove } from '#validation/policy'
import type { Trust } from './trust.js'

/** A trust service that covers a certificate. */
interface CertificateService {
  /** Identifier of the service in the lists, such as `EE/3/1`. */
  readonly service: string
  readonly name: string
  /** `itself`: the certificate itself is listed; `issuer`: an authority in its path is listed. */
  readonly relation: 'itself' | 'issuer'
  /** Subject of the listed certificate. */
  readonly listed: string
  /** Period of the service when the certificate was issued, and at the requested time; null when the service was not listed then. */
  readonly atIssuance: ServicePeriod | null
  readonly atTime: ServicePeriod | null
}

/** The trust services that cover a certificate, and its qualification. */
export interface CertificateStanding {
  readonly certificate: CertificateFacts
  readonly time: Instant
  /** Subjects from the certificate up to the trust anchor; empty without a path to one. */
  readonly path: readonly string[]
  readonly services: readonly CertificateService[]
  /** Qualification by the trusted lists (TS 119 615 4.4); null when it cannot be determined. */
  readonly qualification: { readonly atIssuance: CertificateQualification | null; readonly atTime: CertificateQualification | null }
}

/**
 * Looks up a certificate in the trusted lists at a time. `file` is PEM or DER; further certificates in it are used as possible issuers of the first. Throws
 * `TrustSettingsError` or `Asn1Error` when the file contains no certificate.
 */
export function showCertificate(file: Uint8Array, name: string, trust: Trust, time: Instant, limits: Limits): CertificateStanding {
  const cache = createDecodedCache({ limits: limits.asn1, kept: null })
  const [certificate, ...others] = readCertificateFile(file, name).map((der) => cache.certificate(der).facts)
  if (certificate === undefined) throw new TypeError('a certificate file holds at least one certificate')
  const index = openPackedIndex(new Uint8Array(trust.current().packed), cache.certificate)
  const { paths, certificates, anchors, ascent } = collectCertificateData(certificate, others, index, { cache, limits })
  const subjects = new Map([...certificates, ...ascent.certificates].map((facts) => [facts.id, facts.subject.text]))
  const anchored = paths.filter((path) => path.anchored)
  const onPath = new Set(anchored.flatMap((path) => path.certificates))
  // The anchors of paths, including those of settings, determine the indication. The authorities above the certificate determine its qualification.
  const trusted = [...anchors.filter((anchor) => onPath.has(anchor.certificate)), ...authoritiesAbove(certificate, ascent)]
  const services = [...new Map(trusted.map((anchor) => [anchor.certificate, anchor])).values()].flatMap((anchor) =>
    anchor.services.map((service): CertificateService => {
      const relation = anchor.certificate === certificate.id ? 'itself' : 'issuer'
      const at = { atIssuance: periodAt(service, certificate.notBefore), atTime: periodAt(service, time) }
      return { service: service.service, name: service.name, relation, listed: subjects.get(anchor.certificate) ?? '', ...at }
    }),
  )
  // As for a signature of that time: an authority that is not listed and had expired does not raise the qualification.
  const authorities = servicesAbove(certificate, ascent, (authority) => isUnexpired(authority, time))
  // When not all issuers were examined, the qualification is unknown, as for a signature.
  const atTime = (moment: Instant) => (ascent.complete ? qualificationAt(certificate, authorities, moment).result : null)
  return {
    certificate,
    time,
    path: (anchored[0]?.certificates ?? []).map((id) => subjects.get(id) ?? id),
    services,
    qualification: { atIssuance: atTime(certificate.notBefore), atTime: atTime(time) },
  }
}
