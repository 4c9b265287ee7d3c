import type { AnchorService, CertificateFacts } from '#model'
import {
  archivedAt,
  certificate,
  changed,
  type Evidence,
  type Mutable,
  noCheck,
  ocsp,
  ocspSigning,
  service,
  signedAt,
  statement,
  timeStamping,
  year,
} from './sound-signatures.js'

function mutable<T>(value: T): Mutable<T> {
  return structuredClone(value) as Mutable<T>
}

/** Adds a certificate of the snapshot or the signature. */
export function addCertificate(evidence: Evidence, added: CertificateFacts): void {
  evidence.data.certificates = evidence.data.certificates.filter(({ id }) => id !== added.id)
  evidence.facts.certificates = evidence.facts.certificates.filter(({ id }) => id !== added.id)
  evidence.data.certificates.push(mutable(added))
}

export function setPath(evidence: Evidence, of: string, certificates: string[], anchored = true): void {
  evidence.data.paths = evidence.data.paths.filter((entry) => entry.certificate !== of)
  evidence.data.paths.push({ certificate: of, paths: [{ certificates, anchored }] })
}

export function setAnchor(evidence: Evidence, of: string, services: readonly AnchorService[]): void {
  evidence.data.anchors = evidence.data.anchors.filter((anchor) => anchor.certificate !== of)
  if (services.length > 0) evidence.data.anchors.push({ certificate: of, services: mutable(services) })
}

/** An OCSP answer of the listed responder about another certificate. */
export function addAnswer(evidence: Evidence, id: string, about: string, issuer: string, producedAt: number, signer = 'Responder'): void {
  evidence.facts.revocations.push(mutable(ocsp(id, producedAt)))
  evidence.data.revocations.push(mutable(statement(id, about, issuer, producedAt)))
  evidence.data.revocationSigners.push({ revocation: id, signer, signature: 'intact' })
}

/** The signer is certified by a subordinate authority that is not listed. */
export function withSubordinate(evidence: Evidence): Evidence {
  return changed(evidence, (next) => {
    addCertificate(next, certificate('Signer', { issuer: 'Sub CA', keyUsage: ['nonRepudiation'] }))
    addCertificate(next, certificate('Sub CA', { ca: true, from: signedAt - 2 * year, to: signedAt + 2 * year }))
    setPath(next, 'Signer', ['Signer', 'Sub CA', 'Root CA'])
    for (const revocation of next.data.revocations) if (revocation.certificate === 'Signer') revocation.issuer = 'Sub CA'
    addAnswer(next, 'answer about Sub CA', 'Sub CA', 'Root CA', archivedAt)
  })
}

/** The responder is not listed, but appointed by the authority of the signer. */
export function withAppointedResponder(evidence: Evidence): Evidence {
  return changed(evidence, (next) => {
    addCertificate(next, certificate('Responder', { purposes: [ocspSigning], extensions: [noCheck] }))
    setAnchor(next, 'Responder', [])
    setPath(next, 'Responder', ['Responder', 'Root CA'])
  })
}

/** The time-stamping unit is not listed, but certified by a listed authority, and was still in force later on. */
export function withIssuedUnit(evidence: Evidence): Evidence {
  return changed(evidence, (next) => {
    addCertificate(next, certificate('Unit', { issuer: 'Stamp CA', purposes: [timeStamping] }))
    addCertificate(next, certificate('Stamp CA', { issuer: 'Stamp CA', ca: true }))
    setAnchor(next, 'Unit', [])
    setAnchor(next, 'Stamp CA', [service('CA/PKC', 'Stamp authority')])
    setPath(next, 'Unit', ['Unit', 'Stamp CA'])
    addAnswer(next, 'answer about Unit', 'Unit', 'Stamp CA', archivedAt)
  })
}

/** The signer is listed itself. */
export function withListedSigner(evidence: Evidence): Evidence {
  return changed(evidence, (next) => {
    setAnchor(next, 'Signer', [service('CA/QC', 'Signer')])
    setPath(next, 'Signer', ['Signer'])
  })
}
