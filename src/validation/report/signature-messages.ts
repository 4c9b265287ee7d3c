import type { SignatureKey } from '#model'
import type { Message } from './message-template.js'

/** Messages about format, signing certificate, signature policy, signed data, signature value, accepted properties and algorithms. */
export const signatureMessages: Readonly<Record<SignatureKey, Message>> = {
  'signature-readable': {
    question: 'Can the signature be read?',
    answer: 'The signature cannot be read: {message}[ (at {offset})]',
  },
  'signature-format-acceptable': {
    question: 'Does the level of the signature include a proof of time and revocation data?',
    answer: 'The signature contains no proof of when it was made, so it cannot be accepted (its level is {level}).',
  },
  'signature-structure': {
    question: 'Does the structure of the signature conform to its standard?',
    answer: 'The structure of the signature does not conform to its standard ({code}[, {name}][, {property}][, {reference}]).',
  },
  'identifier-unique': {
    question: 'Is every identifier in the signature file unique?',
    answer: 'Two parts of the signature file have the same identifier "{id}", so it is not certain what was signed.',
  },
  'unused-identifier-unique': {
    question: 'Are the identifiers that nothing refers to unique?',
    answer: 'The identifier "{id}" is on {count} parts of the signature file. Nothing refers to it, so it is certain what was signed.',
  },
  'signed-properties-referenced': {
    question: 'Does the signature cover its signed properties exactly once?',
    answer:
      'The properties of the signature (time, certificate of the signer) are not protected by it: it has {references} references to them[ ({findings})].',
  },
  'data-object-signed': {
    question: 'Does the signature cover at least one file?',
    answer: 'The signature does not cover any file of the container.',
  },
  'canonicalization-supported': {
    question: 'Is the canonicalization of the signed information known?',
    answer: 'The signature uses a canonicalization that signatures of this kind may not use ({algorithm}).',
  },
  'certificate-readable': {
    question: 'Can the certificates in the signature be read?',
    answer: 'A certificate in the signature cannot be read and was left out[ ({where}, {problem})].',
  },
  'revocation-data-readable': {
    question: 'Can the revocation data in the signature be read?',
    answer: 'Revocation data in the signature cannot be used and were left out ({kind}, {problem}).',
  },
  'encoding-without-blanks': {
    question: 'Does nothing stand behind the certificates, revocation data and time-stamps in the signature?',
    answer: 'White space or zeros behind the encoding of {aKind} in the signature were ignored ({place}, number of octets: {octets}).',
  },
  'data-object-format-present': {
    question: 'Does the signature describe the format of every file?',
    answer: 'The signature does not describe the format of every signed file ({code}[, {uri}][, {objectReference}]).',
  },
  'signature-baseline': {
    question: 'Does the signature have the properties of a baseline signature, and no others?',
    answer: 'The signature is not a baseline signature: {property} is missing, or may not be there in this form.',
  },
  'unsigned-property-understood': {
    question: 'Is every unsigned property known?',
    answer: 'The signature contains a property that is not taken into account ({code}[, {name}]).',
  },
  'counter-signature-evaluated': {
    question: 'Is everybody who signed the signature evaluated as well?',
    answer:
      'The signature is countersigned[ by {signer}][, over the counter-signature of {over}]: that is intact, but whether it is valid was not evaluated, and it says nothing about the files.',
  },
  'counter-signature-intact': {
    question: 'Is every counter-signature over this signature, and intact?',
    answer: 'The counter-signature[ of {signer}][ over the one of {over}] proves nothing: {defect}.',
  },
  'evidence-record-evaluated': {
    question: 'Is everything that proves the age of the signature evaluated?',
    answer:
      'The signature has an evidence record (number of records: {count}), which was not evaluated, so it proves nothing in this report.',
  },
  'signing-certificate-identified': {
    question: 'Is the certificate of the signer available?',
    answer: 'The certificate of the signer {situation}[ ({place})][ ({problem})].',
  },
  'signing-certificate-reference-present': {
    question: 'Does the signature name the certificate of the signer?',
    answer: 'The signature does not state which certificate it was made with.',
  },
  'signing-certificate-reference-signed': {
    question: 'Is the statement about the certificate of the signer signed?',
    answer: 'The signature does not protect the statement of which certificate it was made with.',
  },
  'signing-certificate-digest-present': {
    question: 'Does the signature state a digest of the certificate of the signer?',
    answer: 'The signature names the certificate of the signer without a digest of it.',
  },
  'signing-certificate-digest-match': {
    question: 'Is the available certificate the one that the signature names?',
    answer: 'The signature names another certificate than the one it is verified with[ ({subject})].',
  },
  'signing-certificate-reference-unique': {
    question: 'Does the signature name one certificate?',
    answer: 'The signature names {count} certificates as the certificate of the signer; one is expected.',
  },
  'signing-certificate-issuer-serial-match': {
    question: 'Do issuer and serial number in the signature agree with the certificate?',
    answer:
      'Issuer or serial number of the certificate are written differently in the signature than in the certificate ({serialNumber}, {issuer}).',
  },
  'signature-policy-known': {
    question: 'Is the signature policy known?',
    answer: 'The signature was made under a signature policy that this service does not know ({identifier}).',
  },
  'signature-policy-unambiguous': {
    question: 'Does the signature state one signature policy?',
    answer: 'The signature states a signature policy ({identifier}) and at the same time that it is implied.',
  },
  'signature-policy-time-mark': {
    question: 'Does the signature have the time-mark that its policy requires?',
    answer: 'The signature was made under a policy that requires a time-mark ({identifier}), but has a time-stamp instead (level {level}).',
  },
  'signature-policy-qualifier': {
    question: 'Is the identifier of the signature policy marked as an OID?',
    answer: 'The identifier of the signature policy {identifier} must be marked as OIDAsURN[, not as {qualifier}].',
  },
  'signature-policy-location': {
    question: 'Does a signature with a time-mark state where its policy can be found?',
    answer: 'The signature has a time-mark, but does not state where its signature policy can be found (SPURI is missing or empty).',
  },
  'signature-policy-digest-present': {
    question: 'Does the signature state the digest of its policy?',
    answer: 'The signature names a signature policy ({identifier}) without a digest of it.',
  },
  'signature-policy-document-intact': {
    question: 'Does the policy document in the signature have the signed digest?',
    answer: 'The document of the signature policy {identifier} in the signature does not have the digest that was signed.',
  },
  'signature-policy-explicit': {
    question: 'Is the signature policy named?',
    answer: 'The signature was made under an implied policy: additional conditions may apply that are not checked here.',
  },
  'signed-data-found': {
    question: 'Is everything that was signed in the document?',
    answer: 'The signed {object} {missing}[; {lookAlike} looks the same, but {difference}].',
  },
  'signed-data-transforms-supported': {
    question: 'Are all transforms of the references supported?',
    answer:
      'The reference to the {object} uses a transform that cannot be executed ({transforms})[: the file is not read as XML ({problem})], so it is not known what was signed.',
  },
  'signed-data-name-exact': {
    question: 'Is the name of the file the one that the signature states, character by character?',
    answer:
      'The signature states the name {uri}, where the {object} has a space: the plus sign stands for a space in forms of the web only.',
  },
  'signed-data-wholly-covered': {
    question: 'Does the canonical form that the signature covers have all of the signed XML files?',
    answer: 'The signature covers the {object} in canonical form, which leaves out {leftOut}.',
  },
  'signed-data-digest-known': {
    question: 'Is the digest algorithm of the signed data known?',
    answer: 'The signature protects the {object} with a digest algorithm that is not known here ({digestAlgorithm}).',
  },
  'signed-data-intact': {
    question: 'Are the signed files unchanged?',
    answer: 'The {object} has been changed since it was signed (its {digestAlgorithm} digest differs).',
  },
  'signed-properties-intact': {
    question: 'Are the signed properties unchanged?',
    answer: 'The properties of the signature have been changed since it was made (their {digestAlgorithm} digest differs).',
  },
  'signature-algorithm-known': {
    question: 'Can the signature be verified: is its algorithm known, and can the key be used with it?',
    answer: 'The signature uses an algorithm that is not known here, or a key that cannot be used with it ({algorithm}[ with {digest}]).',
  },
  'signature-value-intact': {
    question: 'Does the signature value verify?',
    answer:
      'The signature value does not verify with the certificate of the signer: the signature has been changed or was made with another key[; {form} ({algorithm}, {octets} octets)][; {expectedOctets} octets are expected].',
  },
  'signature-digest-info-complete': {
    question: 'Is the digest inside the RSA signature encoded completely?',
    answer: 'The RSA signature verifies, but its digest is encoded without the parameters that the standard requires ({algorithm}).',
  },
  'time-mark-nonce-match': {
    question: 'Does the OCSP response belong to this signature?',
    answer:
      'The OCSP response[ of {producedAt}] was not made for this signature: its nonce is not the digest of the signature value ({nonce}).',
  },
  'signing-time-present': {
    question: 'Does the signature state when it was made?',
    answer: 'The signature does not state the time of signing[ in a form that can be read ({text})].',
  },
  'signature-algorithm-acceptable': {
    question: 'Are the algorithm of the signature and the key accepted?',
    answer:
      'The signature algorithm is not accepted ({algorithm}[ with {digest}][, key of {keySize} bits][, {reason}][, accepted until {until}]).',
  },
  'reference-algorithm-acceptable': {
    question: 'Are the digest algorithms of the signed data accepted?',
    answer: 'The signed data are protected with a digest algorithm that is not accepted ({algorithm}[, accepted until {until}]).',
  },
  'certificate-reference-algorithm-acceptable': {
    question: 'Is the digest algorithm of the reference to the certificate of the signer accepted?',
    answer: 'The certificate of the signer is named with a digest algorithm that is not accepted ({algorithm}[, accepted until {until}]).',
  },
  'digest-strong': {
    question: 'Are the digest algorithms strong?',
    answer: 'The weak digest algorithm {algorithm}[, no longer recommended since {since},] is used for {uses}.',
  },
  'key-strong': {
    question: 'Is the key of the signer of a kind and size that is strong?',
    answer: 'The key of the signer is weaker than recommended today ({algorithm}, {keySize} bits[, since {since}]).',
  },
  'data-files-signed': {
    question: 'Does the signature cover every file of the container?',
    answer: 'The signature does not cover every file of the container ({count} not covered: {files}).',
  },
  'signature-unique': {
    question: 'Does the signature differ from the others of the document?',
    answer: 'The signature has the same {repeats} as another one of the document ({file}, number {index}).',
  },
}
