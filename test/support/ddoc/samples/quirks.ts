import { moments, pki, variantOf } from '../../pki.js'
import { type ExpectedSignature, passes, type Sample } from '../../samples/sample.js'
import { type DdocOptions, type DdocSignatureOptions, type DdocVersion, ddocAgreement, ddocFile } from '../container.js'
import { ddocPki } from '../pki.js'
import { document, file, old, second, signature, sound } from './ddoc-sample.js'

const unpublished = { fixture: false } as const

/** A document that writers of the format made, or may have made, and that passes. */
const written = (
  id: string,
  what: string,
  why: string,
  options: DdocOptions,
  expected: ExpectedSignature | readonly ExpectedSignature[] = sound,
): Sample => document(id, what, why, options, expected, unpublished)

const signed = (id: string, what: string, why: string, options: DdocSignatureOptions, version: DdocVersion = '1.3'): Sample =>
  signature(id, what, why, options, version === '1.3' ? sound : passes('LT_TM', old), { version, ...unpublished })

/** States as unused the zero bits at the end of a response, where its signature of 256 octets stands, as the responder of 2002 did. */
function withUnusedBits(der: Buffer): Buffer {
  const header = Buffer.from('0382010100', 'hex')
  const bits = (der.at(-1) ?? 1) & 1 ? 0 : (der.at(-1) ?? 1) & 2 ? 1 : 2
  if (bits === 0) throw new Error('a signature that ends in a bit: choose another moment')
  const changed = Buffer.from(der)
  changed[der.lastIndexOf(header) + header.length - 1] = bits
  return changed
}

const policyIdentifier =
  '<SignaturePolicyId><SigPolicyId><Identifier>urn:oid:1.2.3</Identifier></SigPolicyId><SigPolicyQualifiers><SigPolicyQualifier><SPURI>http://policy.example</SPURI></SigPolicyQualifier></SigPolicyQualifiers></SignaturePolicyId>'
const roles =
  '<SignerRole>\n<ClaimedRoles>\n<ClaimedRole>juhataja / kinnitan</ClaimedRole>\n<ClaimedRole> </ClaimedRole>\n</ClaimedRoles>\n</SignerRole>\n'
const issuerAs = (text: string): DdocSignatureOptions => ({
  signedProperties: (xml) => xml.replace(/(<X509IssuerName[^>]*>)[^<]*/, `$1${text}`),
})

/** What real documents have and a strict reader would stumble over. */
const ofDocuments: readonly Sample[] = [
  written('crlf', 'CRLF at the end of every line', 'XML 1.0 2.11: whatever is hashed has LF', {
    tamper: (xml) => xml.replace(/\n/g, '\r\n'),
  }),
  written(
    'root-without-namespace',
    'Version 1.3 whose root states no namespace',
    'the version follows from format and version, and DataFile states its namespace',
    { tamper: (xml) => xml.replace(/(<SignedDoc [^>]*?) xmlns="[^"]*"/, '$1') },
  ),
  written(
    '1.1-root-namespace',
    'Version 1.1 whose root states the namespace of 1.3',
    'what is hashed does not inherit it',
    { version: '1.1', tamper: (xml) => xml.replace('<SignedDoc ', '<SignedDoc xmlns="http://www.sk.ee/DigiDoc/v1.3.0#" ') },
    passes('LT_TM', old),
  ),
  written('stray-text', 'Text between elements that nothing covers', 'as AQAB in front of SignedProperties in a real file', {
    tamper: (xml) => xml.replace('<SignedProperties', 'AQAB<SignedProperties').replace('<Signature ', 'tekst<Signature '),
  }),
  written('comment-between', 'Comments and an instruction between elements', 'they are part of no canonical form', {
    tamper: (xml) => xml.replace('<Signature ', '<!-- a --><?b c?><Signature ').replace('<SignedInfo', '<!-- d --><SignedInfo'),
  }),
  file(
    'further-attribute',
    'A file with an attribute that the format does not have',
    'kept and hashed',
    { attributes: { Codepage: '1257' } },
    sound,
  ),
  file('id-with-letter', 'A file called DO', 'an old writer mistook the letter for the digit', { attributes: { Id: 'DO' } }, sound),
  file('line-break-only', 'A file of no bytes with a line break', 'a size of 0 is valid', { content: Buffer.alloc(0), text: '\n' }, sound),
  file('unwrapped', 'Base64 on one line', 'hashed as it stands', { text: ddocAgreement.content.toString('base64') }, sound),
  file(
    'wrapped-anyhow',
    'Base64 in lines of any length, with a line break in front',
    'hashed as it stands',
    {
      text: `\n${ddocAgreement.content.toString('base64').replace(/.{7}/g, '$&\n ')}\n\n`,
    },
    sound,
  ),
  written('same-name', 'Two files of one name', 'writers allowed it', { files: [ddocFile('a.txt', '1'), ddocFile('a.txt', '2')] }),
  written(
    'numbering-with-gaps',
    'Files and signatures whose numbers have gaps',
    'identifiers are unique and nothing more',
    {
      files: [
        { ...ddocAgreement, attributes: { Id: 'D7' } },
        { ...second, attributes: { Id: 'D3' } },
      ],
      signatures: [{ id: 'S3' }, { id: 'S1', signer: ddocPki.secondSigner }],
    },
    [sound, sound],
  ),
].map((sample) => ({ ...sample, fixture: false }))

const ofSignatures: readonly Sample[] = [
  signed('type-misspelt', 'A Type with a slash too many', 'references are found by their URI', {
    signedInfo: (xml) => xml.replace('v1.1.1#SignedProperties', 'v1.1.1/#SignedProperties'),
  }),
  signed('type-absent', 'No Type in 1.3', 'references are found by their URI', { signedInfo: (xml) => xml.replace(/ Type="[^"]*"/, '') }),
  signed('key-value', 'The key beside the certificate', 'nothing is read from it', {
    after: (xml) =>
      xml.replace(
        '<X509Data>',
        '<KeyValue><RSAKeyValue><Modulus>AAAA</Modulus><Exponent>AQAB</Exponent></RSAKeyValue></KeyValue><X509Data>',
      ),
  }),
  signed('value-without-id', 'A SignatureValue without Id', 'nothing refers to it', { after: (xml) => xml.replace(' Id="S0-SIG"', '') }),
  signed('two-roles', 'Two roles, one of them blank', 'the format has room for two', {
    signedProperties: (xml) => xml.replace('</SignedSignatureProperties>', `${roles}</SignedSignatureProperties>`),
  }),
  signed('policy-identifier', 'A signature policy', 'the libraries read it, nobody evaluates it', {
    signedProperties: (xml) => xml.replace(/<SignaturePolicyImplied>\s*<\/SignaturePolicyImplied>/, policyIdentifier),
  }),
  ...(['1.1', '1.2'] as const).map((version) =>
    signed(
      `${version}-namespace-on-info`,
      `SignedInfo of ${version} with or without its namespace`,
      'it is there in what is signed',
      {
        after: (xml) =>
          xml.includes('<SignedInfo xmlns')
            ? xml.replace(/<SignedInfo xmlns="[^"]*"/, '<SignedInfo')
            : xml.replace('<SignedInfo', '<SignedInfo xmlns="http://www.w3.org/2000/09/xmldsig#"'),
      },
      version,
    ),
  ),
  ...(['1.1', '1.2'] as const).flatMap((version) => [
    signed(
      `${version}-signature-without-namespace`,
      `A signature of ${version} without namespace`,
      'it is there in what is signed',
      {
        after: (xml) => xml.replace(/(<Signature [^>]*?) xmlns="[^"]*"/, '$1').replace(/<SignedInfo xmlns="[^"]*"/, '<SignedInfo'),
      },
      version,
    ),
    written(
      `${version}-in-document`,
      `SignedProperties of ${version} hashed with a prefix that the root declares`,
      'as an XML Signature library does',
      {
        version,
        signatures: [
          {
            signedProperties: (xml) => xml.replace('<SignedProperties', '<SignedProperties xmlns:x="urn:x"'),
            after: (xml) => xml.replace('<SignedProperties xmlns:x="urn:x"', '<SignedProperties'),
            signedInfo: (xml) => xml.replace(/<SignedInfo(?: xmlns="[^"]*")?/, '$& xmlns:x="urn:x"'),
          },
        ],
        tamper: (xml) => xml.replace('<SignedDoc ', '<SignedDoc xmlns:x="urn:x" ').replace(/(<SignedInfo[^>]*) xmlns:x="urn:x"/, '$1'),
      },
      passes('LT_TM', old),
    ),
  ]),
  signed(
    'properties-in-document',
    'SignedProperties of 1.3 that inherit the namespace in which they were hashed',
    'as an XML Signature library does',
    {
      after: (xml) => xml.replace(/<SignedProperties xmlns="[^"]*"/, '<SignedProperties'),
    },
  ),
  ...(
    [
      ['1.1', 'http://www.w3.org/2006/12/xml-c14n11'],
      ['exclusive', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
    ] as const
  ).map(([id, uri]) =>
    signed(`canonicalization-${id}`, `The method of canonicalization ${uri}`, 'libraries let it pass and used Canonical XML 1.0', {
      signedInfo: (xml) => xml.replace(/(<CanonicalizationMethod Algorithm=")[^"]*/, `$1${uri}`),
    }),
  ),
  signed(
    'issuer-rfc-2253',
    'The issuer in the notation of RFC 2253',
    'compared attribute by attribute',
    issuerAs('CN=Allkiri Test Issuing Authority,O=Allkiri Test PKI,C=EE'),
  ),
  signed(
    'issuer-in-capitals',
    'The issuer in other letters and order, with an e-mail address',
    'likewise',
    issuerAs('/emailAddress=pki@example/c=ee/CN=ALLKIRI TEST ISSUING AUTHORITY/O=Allkiri Test PKI'),
  ),
  ...(['1.0', '1.1', '1.2', '1.3'] as const).flatMap((version) => [
    signed(`${version}-bare-nonce`, `A bare nonce in ${version}`, 'both forms are frequent', { nonce: 'bare' }, version),
    signed(
      `${version}-nested-nonce`,
      `A nonce in an OCTET STRING of its own in ${version}`,
      'likewise',
      { nonce: 'octet-string' },
      version,
    ),
  ]),
  signed(
    'unused-bits',
    'A confirmation whose signature states unused bits',
    'the responder of 2002 states two; whatever they are, all octets are the value',
    {
      response: withUnusedBits,
      ocsp: { thisUpdate: moments.ocsp - 1_000 },
    },
  ),
  signed('responder-by-key', 'A responder that is designated by its key', 'RFC 6960 4.2.1', { ocsp: { responderId: 'key' } }),
  signed('responder-in-response', 'The certificate of the responder in the response', 'RFC 6960 4.2.1', {
    ocsp: { certificates: [pki.listedResponder.certificate] },
  }),
  signed('responder-not-brought', 'No certificate of the responder', 'it comes from what is trusted', {
    unsignedProperties: (xml) => xml.replace(/<CertificateValues>[\s\S]*<\/CertificateValues>\n/, ''),
  }),
  ...(['name', 'key'] as const).map((responderId) =>
    signed(
      `authority-brought-${responderId}`,
      `The authority before its responder, which is designated by its ${responderId}, neither with an Id`,
      'the response tells which of them signed it',
      {
        ocsp: { responderId },
        unsignedProperties: (xml) =>
          xml
            .replace(/<EncapsulatedX509Certificate[^>]*>/, '<EncapsulatedX509Certificate>')
            .replace(
              '<CertificateValues>',
              `<CertificateValues><EncapsulatedX509Certificate>${pki.issuingAuthority.certificate.der.toString('base64')}</EncapsulatedX509Certificate>`,
            ),
      },
    ),
  ),
  signed('ecdsa', 'A signature of ECDSA with SHA-1', 'the libraries let the method pass', {
    signer: pki.signer,
    scheme: { kind: 'ecdsa', digest: 'sha1' },
    signedInfo: (xml) => xml.replace('http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha1'),
  }),
  signed('responder-text', 'Another notation of the responder', 'informative, the response tells', {
    unsignedProperties: (xml) => xml.replace(/<ResponderID>[^<]*/, '<ResponderID>byName: EMAIL=pki@example, CN=keegi'),
  }),
  signed(
    '1.0-summer-time',
    'Version 1.0 in Estonian summer time',
    'the magnitude of the offset is taken off',
    {
      signingTime: '2026.03.10T13:00:00-03:00',
      unsignedProperties: (xml) =>
        xml.replace(
          /<ProducedAt>[^<]*/,
          `<ProducedAt>${new Date(moments.ocsp + 3 * 3_600_000).toISOString().slice(0, 19).replace(/-/g, '.')}-03:00`,
        ),
    },
    '1.0',
  ),
  signed('confirmed-at-the-last-moment', 'A confirmation in the last second of the certificate', 'judged at producedAt', {
    signer: variantOf(ddocPki.signer, { notAfter: new Date(moments.ocsp).toISOString() }),
  }),
]

/** What a version does not protect: the report shows it as it stands. */
const unprotected: readonly Sample[] = [
  document(
    '1.0-renamed',
    'A file of 1.0 renamed after signing',
    'in 1.0 the name is not signed',
    {
      version: '1.0',
      files: [{ ...second, name: 'muu.txt' }],
      signedFiles: [second],
    },
    passes('LT_TM', old),
    unpublished,
  ),
  document(
    'hashcode-renamed',
    'A file in hashcode form renamed after signing',
    'only the digest is signed',
    {
      files: [{ ...second, hashcode: true }],
      tamper: (xml) => xml.replace('Filename="lisa.txt"', 'Filename="muu.txt"'),
    },
    sound,
    { form: 'DIGIDOC_XML_1.3_hashcode', ...unpublished },
  ),
]

/** Oddities of writers, each of which passes. */
export const quirks: readonly Sample[] = [...ofDocuments, ...ofSignatures, ...unprotected]
