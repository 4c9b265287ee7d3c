import type { DdocKey } from '#model'
import type { Message } from './message-template.js'

/**
 * Messages about DIGIDOC-XML. An answer after the comment `clients compare` is a public interface: existing programs compare it with the texts of older
 * libraries, so neither words nor punctuation may change. The other texts may change.
 */
export const ddocMessages: Readonly<Record<DdocKey, Message>> = {
  'ddoc-data-file-name': {
    question: 'Does every file have a name?',
    answer: 'The file {dataFile} of the document has no name.',
  },
  'ddoc-data-file-path': {
    question: 'Is the name of every file a plain name?',
    answer: 'The name of the file {dataFile} contains a path ({name}).',
  },
  'ddoc-data-file-id': {
    question: 'Does every file have an identifier of the right form?',
    // clients compare
    answer: 'Id attribute value has to be in form D<number> or DO',
  },
  'ddoc-data-file-id-unique': {
    question: 'Does every file have an identifier of its own?',
    answer: 'Several files of the document have the identifier {dataFile}, so it is not certain which of them was signed.',
  },
  'ddoc-data-file-mime-type': {
    question: 'Does every file have a type?',
    answer: 'The file {dataFile} of the document has no MIME type.',
  },
  'ddoc-data-file-size': {
    question: 'Does every file state its size?',
    answer: 'The file {dataFile} of the document does not state its size as a number[ ({size})].',
  },
  'ddoc-data-file-base64': {
    question: 'Can the content of every file be decoded?',
    answer: 'The content of the file {dataFile} cannot be decoded: it is not base64.',
  },
  'ddoc-data-file-digest-type': {
    question: 'Is the digest that replaces a file of the known kind?',
    answer: 'The digest that replaces the file {dataFile} is not of the kind sha1[, but {digestType}].',
  },
  'ddoc-data-file-digest-value': {
    question: 'Does the digest that replaces a file have the right length?',
    answer: 'The file {dataFile} is not in the document, and the digest that replaces it is missing or has a wrong length.',
  },
  'ddoc-hashcode-empty': {
    question: 'Is there no content where only a digest is signed?',
    answer: 'The document contains content for the file {dataFile}, although only its digest is signed.',
  },
  'ddoc-signature-id': {
    question: 'Does the signature have an identifier?',
    answer: 'The signature has no identifier.',
  },
  'ddoc-signature-id-unique': {
    question: 'Does every signature have an identifier of its own?',
    answer: 'Several signatures of the document have the identifier {id}.',
  },
  'ddoc-canonicalization-method': {
    question: 'Is the canonicalization of the signed information known?',
    answer: 'The signature uses a canonicalization that signatures of this kind may not use[ ({algorithm})].',
  },
  'ddoc-signature-method': {
    question: 'Is the signature algorithm one of this format?',
    answer: 'The signature uses an algorithm that signatures of this kind may not use[ ({algorithm})].',
  },
  'ddoc-references-sufficient': {
    question: 'Does the signature cover a file and its own properties?',
    answer: 'The signature does not cover both a file and its own properties (it has {count} references).',
  },
  'ddoc-reference-uri': {
    question: 'Does every reference say what it covers?',
    answer: 'A reference of the signature does not say what it covers.',
  },
  'ddoc-digest-method': {
    question: 'Are all digests SHA-1?',
    answer: 'The signature states a digest that is not SHA-1, the only one of this format ({where}[, {algorithm}]).',
  },
  'ddoc-digest-length': {
    question: 'Do all digests have the right length?',
    answer: 'The signature states a digest that is not 20 bytes in base64 ({where}[, {bytes} bytes]).',
  },
  'ddoc-transforms-absent': {
    question: 'Are the files signed as they are?',
    answer: 'A reference of the signature ({reference}) requires a transformation, which this version of the format does not have.',
  },
  'ddoc-signature-value-length': {
    question: 'Is there a signature value?',
    answer: 'The signature value is missing, not base64 or too short[ ({bytes} bytes)].',
  },
  'ddoc-signer-certificate-present': {
    question: 'Is the certificate of the signer available?',
    answer: 'The certificate of the signer is not in the signature or cannot be read.',
  },
  'ddoc-signed-properties-id': {
    question: 'Do the signed properties have an identifier?',
    answer: 'The properties of the signature have no identifier, so nothing can refer to them.',
  },
  'ddoc-signed-properties-target': {
    question: 'Do the properties belong to this signature?',
    answer: 'The properties of the signature name another signature, or none[ ({target})].',
  },
  'ddoc-signing-time': {
    question: 'Does the signature state when it was made?',
    answer: 'The signature does not state the time of signing[, or not as a time ({text})].',
  },
  'ddoc-certificate-reference-id': {
    question: 'Does the statement about the certificate of the signer have an identifier?',
    answer: 'The statement about the certificate of the signer has no identifier, although this version of the format requires one.',
  },
  'ddoc-certificate-serial': {
    question: 'Does the signature state the serial number of the certificate of the signer?',
    answer: 'The signature does not state the serial number of the certificate of the signer.',
  },
  'ddoc-certificate-reference-single': {
    question: 'Does the signature name one certificate of the signer?',
    answer: 'The signature names {count} certificates as the certificate of the signer; one is expected.',
  },
  'ddoc-claimed-roles': {
    question: 'Are there no more than two roles?',
    answer: 'The signature states {count} roles of the signer; the format has room for two.',
  },
  'ddoc-certificate-values': {
    question: 'Can the certificates in the signature be read?',
    answer: 'A certificate that the signature contains for its confirmation cannot be read[ ({id})].',
  },
  'ddoc-structure': {
    question: 'Does the structure of the signature conform to its format?',
    answer: 'The structure of the signature does not conform to its format ({code}).',
  },
  'ddoc-data-file-signed': {
    question: 'Does the signature cover every file?',
    // clients compare
    answer: 'Missing Reference for file: {name}',
  },
  'ddoc-data-file-intact': {
    question: 'Are the signed files unchanged?',
    // clients compare
    answer: 'Bad digest for DataFile: {dataFile}',
  },
  'ddoc-data-file-main-digest': {
    question: 'Was the namespace of the files included in their digests?',
    // clients compare
    answer: 'Bad digest for DataFile: {dataFile} alternate digest matches!',
  },
  'ddoc-mime-type-signed': {
    question: 'Are the types of the files signed, as version 1.0 requires?',
    answer: 'The type of the file {name} is not signed, so the signature was not made for version 1.0.',
  },
  'ddoc-mime-type-intact': {
    question: 'Are the types of the files unchanged?',
    answer: 'Bad digest for the MIME type of DataFile: {dataFile}',
  },
  'ddoc-reference-target-found': {
    question: 'Is everything that was signed in the document?',
    // clients compare
    answer: 'Missing DataFile for signature: {signature} reference {reference}',
  },
  'ddoc-signed-properties-signed': {
    question: 'Are the properties of the signature signed?',
    // clients compare
    answer: 'No Reference element for SignedProperties: {id}',
  },
  'ddoc-signed-properties-intact': {
    question: 'Are the signed properties unchanged?',
    // clients compare
    answer: 'Bad digest for SignedProperties: {id}',
  },
  'ddoc-signature-value-intact': {
    question: 'Does the signature value verify?',
    // clients compare
    answer: 'Invalid signature value!',
  },
  'ddoc-signature-digest-info-present': {
    question: 'Does the signature value name its digest algorithm?',
    answer: 'The signature value contains a digest without its algorithm.',
  },
  'ddoc-signature-digest-info-exact': {
    question: 'Does the signature value contain the digest and nothing else?',
    answer: 'The signature value contains a zero byte in addition to the digest.',
  },
  'ddoc-signer-certificate-valid': {
    question: 'Was the certificate of the signer valid when the signature was confirmed?',
    // clients compare
    answer: 'Signers certificate has expired!',
  },
  'ddoc-signer-trusted': {
    question: 'Was the certificate of the signer issued by a trusted authority?',
    // clients compare
    answer: 'Signers cert not trusted, missing CA cert!',
  },
  'ddoc-signer-non-repudiation': {
    question: 'May the key of the signer make binding signatures (nonRepudiation)?',
    // clients compare
    answer: 'Signers cert does not have non-repudiation bit set!',
  },
  'ddoc-signer-certificate-named': {
    question: 'Is the certificate of the signer the one that the signature names?',
    answer: 'The signature names another certificate than the one it is verified with ({subject}).',
  },
  'ddoc-signer-issuer-named': {
    question: 'Do issuer and serial number in the signature agree with the certificate and its authority?',
    // clients compare
    answer: 'Signing certificate issuer information does not match',
  },
  'ddoc-confirmation-present': {
    question: 'Is the signature confirmed?',
    // clients compare
    answer: 'Signature has no OCSP confirmation!',
  },
  'ddoc-responder-reference': {
    question: 'Is the certificate of the responder the one that the signature names?',
    // clients compare
    answer: 'Wrong notarys certificate: {certificate} ref: {reference}',
  },
  'ddoc-responder-reference-digest': {
    question: 'Is the certificate of the responder unchanged?',
    // clients compare
    answer: "Notary certificates digest doesn't match!",
  },
  'ddoc-confirmation-single': {
    question: 'Is there one confirmation?',
    // clients compare
    answer: 'Currently supports only one OCSP',
  },
  'ddoc-confirmation-not-empty': {
    question: 'Does the confirmation have content?',
    // clients compare
    answer: 'OCSP value is empty!',
  },
  'ddoc-confirmation-readable': {
    question: 'Can the confirmation be read?',
    answer: 'The OCSP response that confirms the signature cannot be read[ ({problem})].',
  },
  'ddoc-confirmation-successful': {
    question: 'Did the responder answer?',
    answer: 'The OCSP response that should confirm the signature is an error response ({problem}).',
  },
  'ddoc-confirmation-reference': {
    question: 'Does the signature name its confirmation?',
    // clients compare
    answer: 'No OCSP ref for uri: #{id}',
  },
  'ddoc-confirmation-digest': {
    question: 'Is the confirmation the one that the signature names?',
    // clients compare
    answer: "Notarys digest doesn't match!",
  },
  'ddoc-confirmation-time': {
    question: 'Do confirmation and signature agree on the time?',
    // clients compare
    answer: 'Notary: {id} producedAt: {producedAt} does not match OcpsRef-s producedAt: {referencedProducedAt}',
  },
  'ddoc-responder-known': {
    question: 'Is the responder known?',
    // clients compare
    answer: "No certificate for responder: '{responder}' found in local certificate store!",
  },
  'ddoc-confirmation-signature': {
    question: 'Is the confirmation signed by its responder?',
    // clients compare
    answer: 'OCSP verification error!',
  },
  'ddoc-responder-authorised': {
    question: 'May the responder confirm signatures?',
    // clients compare
    answer: 'OCSP Responder does not meet TM requirements',
  },
  'ddoc-responder-valid': {
    question: 'Was the certificate of the responder valid when it signed the confirmation?',
    answer: 'The certificate of the OCSP responder ({subject}) was not valid at {producedAt} (valid from {notBefore} to {notAfter}).',
  },
  'ddoc-confirmation-nonce': {
    question: 'Was the confirmation made for this signature?',
    // clients compare
    answer: "OCSP response's nonce doesn't match the requests nonce!",
  },
  'ddoc-confirmation-certificate': {
    question: 'Is the confirmation about the certificate of the signer?',
    // clients compare
    answer: 'Bad OCSP response status!',
  },
  'ddoc-certificate-not-revoked': {
    question: 'Was the certificate of the signer not revoked?',
    // clients compare
    answer: 'Certificate has been revoked!',
  },
  'ddoc-certificate-known': {
    question: 'Does the responder know the certificate of the signer?',
    // clients compare
    answer: 'Certificate status is unknown!',
  },
  'ddoc-version-current': {
    question: 'Is the version of the format the last one?',
    // clients compare
    answer: 'Old and unsupported format: {format} version: {version}',
  },
  'ddoc-issuer-namespace': {
    question: 'Do the issuer and serial number elements have the right namespace?',
    // clients compare
    answer: '{element} has none or invalid namespace: {namespace}',
  },
  'ddoc-live-certificates': {
    question: 'Was the signature made without test certificates?',
    answer: 'The signature was made with a test certificate ({certificate}).',
  },
  'ddoc-file-names-signed': {
    question: 'Are the names of the files signed?',
    answer: 'The signature covers the digest of these files, and not the name under which they are shown: {files}.',
  },
  'ddoc-data-file-stated-size': {
    question: 'Do the files have the size that they state?',
    answer: 'The file {name} ({dataFile}) states a size of {statedSize} bytes and has {size}.',
  },
}
