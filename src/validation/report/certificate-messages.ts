import type { CertificateKey } from '#model'
import type { Message } from './message-template.js'

/** Messages about certificates, their paths and their revocation data. */
export const certificateMessages: Readonly<Record<CertificateKey, Message>> = {
  'certificate-chain-found': {
    question: 'Is there a path from the certificate to a trusted authority?',
    answer: 'The certificate of the {usage} ({subject}) has no path to a trusted authority; its path ends at {issuer}.',
  },
  'certificate-signature-intact': {
    question: 'Was the certificate signed by the authority that it names?',
    answer: 'The certificate of the {usage} ({subject}) {link} ({issuer}).',
  },
  'certificate-paths-complete': {
    question: 'Could all certificate paths be checked?',
    answer: 'The signature contains so many certificates that not all paths of the {usage} ({subject}) could be checked.',
  },
  'trust-service-type': {
    question: 'Is the trust service trusted for this purpose?',
    answer:
      'The certificate of the {usage} ({subject}) has no trust service that was trusted for this purpose at {at}[ ({service})][; its extension {unreadable} cannot be read].',
  },
  'trust-service-status': {
    question: 'Did the trust service have an accepted status?',
    answer:
      'The trust service for the certificate of the {usage} ({subject}) did not have an accepted status at {at} ({service}, status {status}).',
  },
  'certificate-issuer-name': {
    question: 'Does each certificate name its issuer?',
    answer:
      'A certificate in the path of the {usage} ({subject}) names another issuer ({issuer}) than the one that signed it ({issuerSubject}).',
  },
  'authority-basic-constraints': {
    question: 'May the authorities in the path issue certificates?',
    answer:
      'The path of the {usage} ({subject}) contains an issuer that may not issue certificates ({authority})[; its extension {unreadable} cannot be read].',
  },
  'authority-path-length': {
    question: 'Is the path no longer than its authorities allow?',
    answer:
      'The path of the {usage} ({subject}) is longer than the authority {authority} allows ({length} authorities below it, {limit} allowed).',
  },
  'authority-key-usage': {
    question: 'May the keys of the authorities sign certificates?',
    answer:
      'The path of the {usage} ({subject}) contains an authority whose key may not sign certificates ({authority})[; its extension {unreadable} cannot be read].',
  },
  'certificate-name-constraints': {
    question: 'Are the authorities in the path without name constraints?',
    answer:
      'The authority {authority} in the path of the {usage} ({subject}) may issue certificates for certain names only; this restriction is not supported.',
  },
  'certificate-critical-extensions': {
    question: 'Is every critical extension of the certificates supported?',
    answer: 'The certificate {certificate} in the path of the {usage} has a critical extension that is not supported ({extensions}).',
  },
  'signing-certificate-key-usage': {
    question: 'May the key of the signer make binding signatures (nonRepudiation)?',
    answer:
      'The certificate of the signer ({subject}) is not meant for signatures (its key usage lacks nonRepudiation)[; its extension {unreadable} cannot be read].',
  },
  'time-stamping-unit-key-purpose': {
    question: 'Is the certificate of the time-stamping unit meant for time-stamps?',
    answer:
      'The certificate of the time-stamping unit ({subject}) is not meant for time-stamps[; its extension {unreadable} cannot be read].',
  },
  'certificate-not-revoked': {
    question: 'Was the certificate not revoked?',
    answer:
      'The certificate of the {usage} ({certificate}) was revoked[ on {revokedAt}], and it is not proven that it was used before that.',
  },
  'certificate-not-on-hold': {
    question: 'Was the certificate not suspended?',
    answer: 'The certificate {certificate} in the path of the {usage} was suspended[ on {suspendedAt}].',
  },
  'authority-not-revoked': {
    question: 'Were the authorities in the path not revoked?',
    answer: 'The authority {certificate} in the path of the {usage} was revoked[ on {revokedAt}].',
  },
  'certificate-algorithm-acceptable': {
    question: 'Were the certificates signed with accepted algorithms?',
    answer:
      'The certificate {certificate} was signed with an algorithm or key that is not accepted ({algorithm}[ with {digest}][, key of {keySize} bits][, {reason}][, accepted until {until}]).',
  },
  'authority-valid': {
    question: 'Were the authorities in the path valid?',
    answer:
      'The certificate of the authority {certificate} in the path of the {usage} was not valid at {at} (valid from {notBefore} to {notAfter}).',
  },
  'certificate-valid': {
    question: 'Was the certificate valid?',
    answer: 'The certificate of the {usage} ({certificate}) was not valid at {at} (valid from {notBefore} to {notAfter}).',
  },
  'revocation-data-available': {
    question: 'Are there revocation data about the certificate?',
    answer: 'There is no usable OCSP response or revocation list about the certificate of the {usage} ({certificate})[; {outlook}].',
  },
  'authority-revocation-data-available': {
    question: 'Are there revocation data about the authorities?',
    answer: 'There is no usable OCSP response or revocation list about the authority {certificate} in the path of the {usage}.',
  },
  'revocation-source-ocsp': {
    question: 'Does an OCSP response confirm the certificate of the signer?',
    answer: 'Only a revocation list confirms the certificate of the signer ({certificate}); an OCSP response is required.',
  },
  'revocation-status-known': {
    question: 'Does the responder know the certificate?',
    answer: 'The OCSP responder {responder} does not know the certificate of {about} (response of {producedAt}).',
  },
  'revocation-extensions-understood': {
    question: 'Is every critical extension of the revocation data supported?',
    answer: 'The {kind} about {about} has a critical extension that is not supported ({extensions}).',
  },
  'revocation-issuer-identified': {
    question: 'Is the certificate of the issuer of the revocation data available?',
    answer: 'The certificate of the issuer of the {kind} about {about} is neither in the signature nor among the trusted ones.',
  },
  'revocation-signature-intact': {
    question: 'Are the revocation data signed by their issuer?',
    answer: 'The {kind} about {about} does not verify with a certificate of its issuer[ ({responder})].',
  },
  'revocation-issuer-chain-found': {
    question: 'Is there a path from the issuer of the revocation data to a trusted authority?',
    answer: 'The issuer of the {kind} about {about} ({responder}) has no path to a trusted authority.',
  },
  'revocation-issuer-authorised': {
    question: 'Is the issuer of the revocation data authorised for the certificate?',
    answer:
      'The issuer of the {kind} about {about} ({responder}) is not authorised for this certificate: it is neither trusted itself nor appointed by the authority that issued the certificate[; its extension {unreadable} cannot be read].',
  },
  'revocation-issuer-status': {
    question: 'Did the trust service of the issuer of the revocation data have an accepted status?',
    answer:
      'The trust service that issued the {kind} about {about} ({responder}) did not have an accepted status at {at}[ (status {status})].',
  },
  'revocation-issuer-certificate-acceptable': {
    question: 'Is the certificate of the issuer of the revocation data acceptable?',
    answer: 'The certificate of the issuer of the {kind} about {about} ({responder}) is not acceptable ({question}).',
  },
  'revocation-issuer-valid': {
    question: 'Was the certificate of the issuer of the revocation data valid when they were issued?',
    answer:
      'The certificate of the issuer of the {kind} about {about} ({responder}) was not valid at {producedAt} (valid from {notBefore} to {notAfter}).',
  },
  'revocation-issuer-not-revoked': {
    question: 'Was the issuer of the revocation data itself not revoked?',
    answer:
      'Nothing shows that the issuer of the {kind} about {about} ({responder}) was not revoked itself[; its extension {unreadable} cannot be read].',
  },
  'revocation-algorithm-acceptable': {
    question: 'Are the revocation data signed with accepted algorithms?',
    answer: 'The {kind} about {about} is signed with an algorithm or key that is not accepted ({algorithm}[ with {digest}][, {reason}]).',
  },
  'revocation-issued-after-certificate': {
    question: 'Are the revocation data newer than the certificate?',
    answer: 'The {kind} about {about} describes a status ({thisUpdate}) from before the certificate was issued ({notBefore}).',
  },
  'revocation-times-in-order': {
    question: 'Were the revocation data issued after the status that they describe?',
    answer: 'The {kind} about {about} describes a status ({thisUpdate}) later than the time when it was issued ({producedAt}).',
  },
  'revocation-made-in-time': {
    question: 'Were the revocation data issued before the validation time?',
    answer: 'The {kind}[ about {about}] was issued at {producedAt}, after the validation time ({at}).',
  },
  'revocation-covers-certificate': {
    question: 'Do the revocation data cover the certificate, which may have expired before?',
    answer:
      'The {kind} about {about} describes a status ({thisUpdate}) from after the certificate expired ({notAfter}). Its source does not state that it keeps the revocations of expired certificates, so the certificate may have been revoked.',
  },
  'revocation-next-update-present': {
    question: 'Do the revocation data state when the next update is due?',
    answer: 'The {kind} about {about} does not state when the next update is due.',
  },
  'revocation-data-current': {
    question: 'Were the revocation data about the signer still valid at the time of the signature?',
    answer: 'The revocation data about the certificate of the signer were valid until {nextUpdate} only, but are needed for {at}.',
  },
  'supporting-revocation-data-current': {
    question: 'Were the revocation data about authorities, responders and time-stamping units still valid?',
    answer: 'The {kind} about {about} was valid until {nextUpdate} only, but is needed for {at}.',
  },
  'revocation-data-recent': {
    question: 'Do the revocation data describe a recent status?',
    answer: 'The {kind} about {about} describes a status ({thisUpdate}) from more than 24 hours before {at}.',
  },
  'revocation-data-fresh': {
    question: 'Are the revocation data recent enough?',
    answer: 'The revocation data ({thisUpdate}) are too old for {at}.',
  },
}
