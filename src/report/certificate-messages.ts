import type { CertificateKey } from '#model'
import type { Message } from './message-template.js'

/** Certificates, their paths, and the data that say whether they were revoked. */
export const certificateMessages: Readonly<Record<CertificateKey, Message>> = {
  'certificate-chain-found': {
    question: 'Does the certificate lead to a trusted authority?',
    answer: 'The certificate of the {usage} ({subject}) does not lead to a trusted authority; its path ends at {issuer}.',
  },
  'certificate-signature-intact': {
    question: 'Was the certificate signed by the authority that it names?',
    answer: 'The certificate of the {usage} ({subject}) was not signed by the authority that it names ({issuer}).',
  },
  'certificate-paths-complete': {
    question: 'Could all certificate paths be checked?',
    answer: 'The signature holds so many certificates that not all paths of the {usage} ({subject}) could be checked.',
  },
  'trust-service-type': {
    question: 'Is the trusted service one for this purpose?',
    answer: 'The certificate of the {usage} ({subject}) rests on no service that was trusted for this purpose at {at}[ ({service})].',
  },
  'trust-service-status': {
    question: 'Was the trusted service in good standing?',
    answer:
      'The service that the certificate of the {usage} ({subject}) rests on was not in good standing at {at} ({service}, status {status}).',
  },
  'certificate-issuer-name': {
    question: 'Does each certificate name its issuer?',
    answer:
      'A certificate in the path of the {usage} ({subject}) names another issuer ({issuer}) than the one that signed it ({issuerSubject}).',
  },
  'authority-basic-constraints': {
    question: 'May the authorities in the path issue certificates?',
    answer: 'The path of the {usage} ({subject}) goes through a certificate that may not issue certificates ({authority}).',
  },
  'authority-path-length': {
    question: 'Is the path no longer than its authorities allow?',
    answer:
      'The path of the {usage} ({subject}) is longer than the authority {authority} allows ({length} authorities below it, {limit} allowed).',
  },
  'authority-key-usage': {
    question: 'May the keys of the authorities sign certificates?',
    answer: 'The path of the {usage} ({subject}) goes through an authority whose key may not sign certificates ({authority}).',
  },
  'certificate-name-constraints': {
    question: 'Are the authorities free to issue for any name?',
    answer:
      'The authority {authority} in the path of the {usage} ({subject}) is bound to certain names; such authorities are not supported.',
  },
  'certificate-critical-extensions': {
    question: 'Is every critical extension of the certificates understood?',
    answer: 'The certificate {certificate} in the path of the {usage} holds a critical extension that is not understood ({extensions}).',
  },
  'signing-certificate-key-usage': {
    question: 'May the key of the signer make binding signatures (nonRepudiation)?',
    answer: 'The certificate of the signer ({subject}) is not meant for signatures (its key usage lacks nonRepudiation).',
  },
  'time-stamping-unit-key-purpose': {
    question: 'Is the certificate of the time-stamping unit meant for time-stamps?',
    answer: 'The certificate of the time-stamping unit ({subject}) is not meant for time-stamps.',
  },
  'certificate-not-revoked': {
    question: 'Was the certificate in force, not revoked?',
    answer:
      'The certificate of the {usage} ({certificate}) was revoked[ on {revokedAt}], and it is not proven that it was used before that.',
  },
  'certificate-not-on-hold': {
    question: 'Was the certificate in force, not suspended?',
    answer: 'The certificate {certificate} in the path of the {usage} was suspended[ on {suspendedAt}].',
  },
  'authority-not-revoked': {
    question: 'Were the authorities in the path in force?',
    answer: 'The authority {certificate} in the path of the {usage} was revoked[ on {revokedAt}].',
  },
  'certificate-algorithm-acceptable': {
    question: 'Were the certificates signed with accepted algorithms?',
    answer:
      'The certificate {certificate} was signed with an algorithm or key that is not accepted ({algorithm}[, key of {keySize} bits][, {reason}][, accepted until {until}]).',
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
    question: 'Is there a statement about whether the certificate was revoked?',
    answer: 'There is no usable statement about whether the certificate of the {usage} ({certificate}) was revoked.',
  },
  'authority-revocation-data-available': {
    question: 'Is there a statement about whether the authorities were revoked?',
    answer: 'There is no usable statement about whether the authority {certificate} in the path of the {usage} was revoked.',
  },
  'revocation-source-ocsp': {
    question: 'Does an OCSP response confirm the certificate of the signer?',
    answer: 'The certificate of the signer ({certificate}) is confirmed by a revocation list only; an OCSP response is needed.',
  },
  'revocation-status-known': {
    question: 'Does the responder know the certificate?',
    answer: 'The OCSP responder {responder} does not know the certificate of {about} (answer of {producedAt}).',
  },
  'revocation-extensions-understood': {
    question: 'Is every critical extension of the revocation data understood?',
    answer: 'The {kind} about {about} holds a critical extension that is not understood ({extensions}).',
  },
  'revocation-issuer-identified': {
    question: 'Is the issuer of the revocation data at hand?',
    answer: 'The certificate of the issuer of the {kind} about {about} is neither in the signature nor among the trusted ones.',
  },
  'revocation-signature-intact': {
    question: 'Are the revocation data signed by their issuer?',
    answer: 'The {kind} about {about} does not verify with a certificate of its issuer[ ({responder})].',
  },
  'revocation-issuer-chain-found': {
    question: 'Does the issuer of the revocation data lead to a trusted authority?',
    answer: 'The issuer of the {kind} about {about} ({responder}) does not lead to a trusted authority.',
  },
  'revocation-issuer-authorised': {
    question: 'May the issuer of the revocation data speak about the certificate?',
    answer:
      'The issuer of the {kind} about {about} ({responder}) may not speak about this certificate: it is neither trusted for it nor appointed by its authority.',
  },
  'revocation-issuer-status': {
    question: 'Was the service behind the revocation data in good standing?',
    answer: 'The service behind the {kind} about {about} ({responder}) was not in good standing at {at}[ (status {status})].',
  },
  'revocation-issuer-certificate-acceptable': {
    question: 'Is the certificate of the issuer of the revocation data acceptable?',
    answer: 'The certificate of the issuer of the {kind} about {about} ({responder}) is not acceptable ({question}).',
  },
  'revocation-issuer-valid': {
    question: 'Was the issuer of the revocation data valid when it answered?',
    answer:
      'The certificate of the issuer of the {kind} about {about} ({responder}) was not valid at {producedAt} (valid from {notBefore} to {notAfter}).',
  },
  'revocation-issuer-not-revoked': {
    question: 'Was the issuer of the revocation data in force?',
    answer: 'It is not certain that the issuer of the {kind} about {about} ({responder}) had not been revoked itself.',
  },
  'revocation-algorithm-acceptable': {
    question: 'Are the revocation data signed with accepted algorithms?',
    answer: 'The {kind} about {about} is signed with an algorithm or key that is not accepted ({algorithm}[, {reason}]).',
  },
  'revocation-issued-after-certificate': {
    question: 'Are the revocation data younger than the certificate?',
    answer: 'The {kind} about {about} describes a state ({thisUpdate}) from before the certificate was issued ({notBefore}).',
  },
  'revocation-times-in-order': {
    question: 'Were the revocation data made after the state that they describe?',
    answer: 'The {kind} about {about} describes a state ({thisUpdate}) later than the moment when it was made ({producedAt}).',
  },
  'revocation-made-in-time': {
    question: 'Were the revocation data made before the moment for which the signature is judged?',
    answer: 'The {kind}[ about {about}] was made at {producedAt}, after the moment for which the signature is judged ({at}).',
  },
  'revocation-covers-certificate': {
    question: 'Do the revocation data still speak about the certificate?',
    answer: 'The {kind} about {about} describes a state ({thisUpdate}) from after the certificate expired ({notAfter}).',
  },
  'revocation-next-update-present': {
    question: 'Do the revocation data say when the next ones come?',
    answer: 'The {kind} about {about} does not say when newer data can be expected.',
  },
  'revocation-data-current': {
    question: 'Was the answer about the signer in force at the time of the signature?',
    answer: 'The answer about the certificate of the signer was in force until {nextUpdate} only, and is needed for {at}.',
  },
  'supporting-revocation-data-current': {
    question: 'Were the statements about authorities, responders and time-stamping units in force?',
    answer: 'The {kind} about {about} was in force until {nextUpdate} only, and is needed for {at}.',
  },
  'revocation-data-recent': {
    question: 'Do the revocation data describe a recent state?',
    answer: 'The {kind} about {about} describes a state ({thisUpdate}) from more than 24 hours before {at}.',
  },
  'revocation-data-fresh': {
    question: 'Are the revocation data young enough?',
    answer: 'The revocation data ({thisUpdate}) are too old for {at}.',
  },
}
