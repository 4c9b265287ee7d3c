import { type SignatureFacts, shownName, type ValidationData } from '#model'

/**
 * Names the subjects of blocks in words: the signature, a time-stamp by its kind and unit (`signature time-stamp of DEMO TSA`), revocation data by kind and
 * signer, a certificate by its name. Any other subject keeps its identifier.
 */
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
