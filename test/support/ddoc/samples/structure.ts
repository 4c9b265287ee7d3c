import { fails, type Sample } from '../../samples/sample.js'
import { ddocPki } from '../pki.js'
import { document, failing, inLastReference, old, signature } from './ddoc-sample.js'

const role =
  '<SignerRole>\n<ClaimedRoles>\n<ClaimedRole>a</ClaimedRole>\n<ClaimedRole>b</ClaimedRole>\n<ClaimedRole>c</ClaimedRole>\n</ClaimedRoles>\n</SignerRole>\n'
const ofSignature = 'DIGIDOC-XML, structure of Signature'
export const structure: readonly Sample[] = [
  signature(
    'signature-without-id',
    'A signature without identifier',
    ofSignature,
    { after: (xml) => xml.replace('<Signature Id="S0"', '<Signature').replace('Target="#S0"', 'Target="#"') },
    failing('ddoc-signature-id'),
  ),
  document(
    'signature-id-twice',
    'Two signatures with the same identifier',
    'identifiers are unique',
    { signatures: [{}, { id: 'S0', signer: ddocPki.secondSigner }] },
    [failing('ddoc-signature-id-unique'), fails('LT_TM', '', ['ddoc-signature-id-unique'], ['signature-unique'])],
  ),
  signature(
    'canonicalization',
    'A canonicalization that the format does not have',
    ofSignature,
    { signedInfo: (xml) => xml.replace('xml-c14n-20010315', 'xml-c14n-20010315#WithComments') },
    failing('ddoc-canonicalization-method'),
  ),
  signature(
    'signature-method',
    'RSA with SHA-256',
    ofSignature,
    { signedInfo: (xml) => xml.replace('xmldsig#rsa-sha1', 'xmldsig-more#rsa-sha256') },
    failing('ddoc-signature-method', 'ddoc-signature-value-intact'),
  ),
  document(
    'no-file',
    'A signature over no file',
    'at least one file and the properties',
    { files: [] },
    failing('ddoc-references-sufficient'),
  ),
  signature(
    'reference-without-uri',
    'A reference that does not say what it covers',
    ofSignature,
    {
      signedInfo: (xml) =>
        xml.replace(
          '</SignedInfo>',
          `<Reference>\n<DigestMethod Algorithm="http://www.w3.org/2000/09/xmldsig#sha1">\n</DigestMethod>\n<DigestValue>${'A'.repeat(27)}=</DigestValue>\n</Reference>\n</SignedInfo>`,
        ),
    },
    failing('ddoc-reference-uri'),
  ),
  signature(
    'digest-method',
    'The properties digested with another algorithm',
    ofSignature,
    { signedInfo: (xml) => inLastReference(xml, (reference) => reference.replace('xmldsig#sha1', 'xmldsig#md5')) },
    failing('ddoc-digest-method', 'ddoc-signed-properties-intact'),
  ),
  signature(
    'digest-length',
    'A digest of 21 bytes',
    ofSignature,
    { signedInfo: (xml) => inLastReference(xml, (reference) => reference.replace(/<DigestValue>[^<]*/, `<DigestValue>${'A'.repeat(28)}`)) },
    failing('ddoc-digest-length', 'ddoc-signed-properties-intact'),
  ),
  signature(
    'transforms',
    'A reference with a transformation in 1.3',
    ofSignature,
    {
      signedInfo: (xml) =>
        xml.replace(
          '<DigestMethod',
          '<Transforms><Transform Algorithm="http://www.w3.org/2000/09/xmldsig#base64"></Transform></Transforms><DigestMethod',
        ),
    },
    failing('ddoc-transforms-absent'),
  ),
  signature(
    'short-value',
    'A signature value of 100 bytes',
    ofSignature,
    { value: (value) => value.subarray(0, 100) },
    failing('ddoc-signature-value-length', 'ddoc-signature-value-intact'),
  ),
  signature(
    'no-certificate',
    'A KeyInfo whose certificate cannot be read',
    ofSignature,
    { after: (xml) => xml.replace(/<X509Certificate>[^<]*/, '<X509Certificate>MIIB') },
    failing('ddoc-signer-certificate-present', 'ddoc-signature-value-intact'),
  ),
  signature(
    'properties-without-id',
    'Signed properties without identifier',
    ofSignature,
    { signedProperties: (xml) => xml.replace(' Id="S0-SignedProperties"', '') },
    failing('ddoc-signed-properties-id', 'ddoc-reference-target-found', 'ddoc-signed-properties-signed'),
  ),
  signature(
    'properties-of-another',
    'Properties that name another signature',
    ofSignature,
    { after: (xml) => xml.replace('Target="#S0"', 'Target="#S9"') },
    failing('ddoc-signed-properties-target'),
  ),
  signature('no-signing-time', 'A signing time that is no time', ofSignature, { signingTime: 'eile' }, failing('ddoc-signing-time')),
  signature(
    'certificate-without-id',
    'A Cert without Id in 1.1',
    ofSignature,
    { signedProperties: (xml) => xml.replace('<Cert Id="S0-CERTINFO">', '<Cert>') },
    fails('LT_TM', '', ['ddoc-certificate-reference-id'], [old]),
    { version: '1.1' },
  ),
  signature(
    'no-serial',
    'No serial number of the signer',
    ofSignature,
    { signedProperties: (xml) => xml.replace(/(<X509SerialNumber[^>]*>)\d+/, '$1') },
    failing('ddoc-certificate-serial', 'ddoc-signer-issuer-named'),
  ),
  signature(
    'two-certificates',
    'Two certificates named as the signer',
    ofSignature,
    { signedProperties: (xml) => xml.replace(/<Cert>[\s\S]*?<\/Cert>/, '$&$&') },
    failing('ddoc-certificate-reference-single'),
  ),
  signature(
    'certificate-value',
    'A certificate of the responder that cannot be read',
    'it could not be compared',
    { unsignedProperties: (xml) => xml.replace(/(<EncapsulatedX509Certificate[^>]*>)[^<]*/, '$1MIIB') },
    failing('ddoc-certificate-values'),
  ),
  signature(
    'three-roles',
    'Three roles of the signer',
    ofSignature,
    { signedProperties: (xml) => xml.replace('</SignedSignatureProperties>', `${role}</SignedSignatureProperties>`) },
    failing('ddoc-claimed-roles'),
  ),
]
