import { type SignatureFacts, shownName, type ValidationData } from '#model'

/** What the subject of a block is, in words: `time-stamp of 2026-03-10T10:00:05Z` is told by its kind and unit, a certificate by its name. */
export function nameSubjects(facts: SignatureFacts | null, data: ValidationData | null, signatureId: string): (subject: string) => string {
  const names = new Map<string, string>()
  const certificates = [...(data?.certificates ?? []), ...(facts?.certificates ?? [])]
  for (const certificate of certificates) names.set(certificate.id, shownName(certificate))
  for (const { id, kind, signingCertificate } of facts?.timeStamps ?? [])
    names.set(id, withName(`${kind} time-stamp`, names.get(signingCertificate ?? '')))
  for (const { id, kind } of facts?.revocations ?? []) {
    const signer = data?.revocationSigners.find(({ revocation }) => revocation === id)?.signer ?? null
    names.set(
      id,
      withName(kind === 'ocsp' ? 'OCSP response' : 'certificate revocation list', signer === null ? undefined : names.get(signer)),
    )
  }
  return (subject) => (subject === signatureId ? 'signature' : (names.get(subject) ?? subject))
}

function withName(what: string, name: string | undefined): string {
  return name === undefined ? what : `${what} of ${name}`
}
