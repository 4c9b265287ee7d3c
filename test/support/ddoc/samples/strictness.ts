import { constants, privateEncrypt } from 'node:crypto'
import { moments, pki, variantOf } from '../../pki.js'
import { fails, passes, type Sample } from '../../samples/sample.js'
import { digestInfo, hash } from '../../signing.js'
import { basicResponseIn, type DdocSignatureOptions, ddocAgreement } from '../container.js'
import { ddocPki } from '../pki.js'
import { document, failing, old, second, signature, sound } from './ddoc-sample.js'

const unpublished = { fixture: false } as const

/** OCSPRef with the digest of what `covered` takes from the response. */
const referenceTo = (covered: (response: Buffer) => Buffer): DdocSignatureOptions => ({
  unsignedProperties: (xml) => {
    const response = Buffer.from(/<EncapsulatedOCSPValue[^>]*>([^<]*)/.exec(xml)?.[1] ?? '', 'base64')
    return xml.replace(/(<DigestAlgAndValue>[\s\S]*<DigestValue>)[^<]*/, `$1${hash('sha1', covered(response)).toString('base64')}`)
  },
})

/** A signature value whose padded block holds what `block` makes of the digest. */
const holding = (block: (sha1: Buffer) => Buffer): DdocSignatureOptions => ({
  value: (_value, signedInfo) =>
    privateEncrypt(
      { key: ddocPki.signer.key.privateKey, padding: constants.RSA_PKCS1_PADDING },
      block(hash('sha1', Buffer.from(signedInfo))),
    ),
})
const zero = Buffer.of(0)

/** The certificate and its references of another responder than the one that signed the response. */
function ofForeignResponder(xml: string): string {
  const { der, serialNumber } = pki.foreignResponder.certificate
  return xml
    .replace(/(<EncapsulatedX509Certificate[^>]*>)[^<]*/, `$1${der.toString('base64')}`)
    .replace(/(<CertDigest>[\s\S]*?<DigestValue>)[^<]*/, `$1${hash('sha1', der).toString('base64')}`)
    .replace(/(<X509SerialNumber[^>]*>)\d+/, `$1${String(serialNumber)}`)
}

/** Puts the element behind the next one of another name. */
const behind = (name: string, next: string) => (xml: string) =>
  xml.replace(new RegExp(`(<${name}[ >][\\s\\S]*?</${name}>\\s*)([\\s\\S]*?</${next}>\\s*)`), '$2$1')

/** Strictness beside the checks that have a document each. */
export const strictness: readonly Sample[] = [
  document(
    'file-behind-signature',
    'A signed file that stands behind the signature',
    'other verifiers read the files first',
    { tamper: behind('DataFile', 'Signature') },
    failing('ddoc-structure'),
    unpublished,
  ),
  document(
    'file-between-signatures',
    'A signed file between two signatures of it',
    'other verifiers read the files first',
    { signatures: [{}, { signer: ddocPki.secondSigner }], tamper: behind('DataFile', 'Signature') },
    [failing('ddoc-structure'), failing('ddoc-structure')],
    unpublished,
  ),
  ...(
    [
      ['SignedInfo', 'SignatureValue'],
      ['SignatureValue', 'KeyInfo'],
      ['KeyInfo', 'Object'],
    ] as const
  ).map(([name, next]) =>
    document(
      `${name.toLowerCase()}-behind-${next.toLowerCase()}`,
      `The parts of a signature in another order: ${name} behind ${next}`,
      'other verifiers find the parts by their place',
      { tamper: behind(name, next) },
      failing('ddoc-structure'),
      unpublished,
    ),
  ),
  ...['..\\vale.txt', 'kaust/leping.txt', '/etc/passwd', 'C:\\leping.txt'].map((name, i) =>
    document(
      `path-${i}`,
      `A file called ${name}`,
      'error 172',
      { files: [{ ...ddocAgreement, name }] },
      failing('ddoc-data-file-path'),
      unpublished,
    ),
  ),
  document(
    'hashcode-changed',
    'Another hashcode than was signed',
    'its digest differs',
    {
      files: [{ ...second, hashcode: true, attributes: { DigestValue: `${'A'.repeat(27)}=` } }],
    },
    failing('ddoc-data-file-intact'),
    { form: 'DIGIDOC_XML_1.3_hashcode', ...unpublished },
  ),
  document(
    'content-taken-out',
    'A file whose content was taken out, but for its tags',
    'it is not in hashcode form',
    {
      files: [{ ...second, text: '' }],
      signedFiles: [second],
    },
    fails('LT_TM', '', ['ddoc-data-file-intact'], ['ddoc-data-file-stated-size']),
    unpublished,
  ),
  ...(['1.1', '1.2', '1.3'] as const).map((version) =>
    document(
      `${version}-type-changed`,
      `The MIME type of a file of ${version} changed after signing`,
      'it is hashed with the element',
      {
        version,
        files: [{ ...second, mimeType: 'text/html' }],
        signedFiles: [second],
      },
      version === '1.3' ? failing('ddoc-data-file-intact') : fails('LT_TM', '', ['ddoc-data-file-intact'], [old]),
      unpublished,
    ),
  ),
  document(
    'rewrapped',
    'The same content in lines of another length',
    'the text is what was signed',
    {
      files: [{ ...second, text: second.content.toString('base64') }],
      signedFiles: [second],
    },
    failing('ddoc-data-file-intact'),
    unpublished,
  ),
  signature(
    'referenced-twice',
    'Two references to a file, of which one fits',
    'each has to fit',
    {
      signedInfo: (xml) =>
        xml.replace(
          /<Reference [\s\S]*?<\/Reference>\n/,
          (first) => first + first.replace(/<DigestValue>[^<]*/, `<DigestValue>${'A'.repeat(27)}=`),
        ),
    },
    failing('ddoc-data-file-intact'),
    unpublished,
  ),
  signature(
    'mime-reference-in-1.3',
    'A reference to a MIME type in 1.3',
    'only 1.0 has them',
    {
      signedInfo: (xml) => xml.replace(/<Reference [\s\S]*?<\/Reference>\n/, (first) => first + first.replace('#D0', '#D0-MIME')),
    },
    failing('ddoc-reference-target-found'),
    unpublished,
  ),
  signature(
    'properties-of-another-signature',
    'A reference to the properties of another signature',
    'it leads nowhere',
    {
      signedInfo: (xml) => xml.replace('#S0-SignedProperties', '#S1-SignedProperties'),
    },
    failing('ddoc-reference-target-found', 'ddoc-signed-properties-signed'),
    unpublished,
  ),
  signature(
    'sha-256-of-certificate',
    'SigningCertificate with a digest of SHA-256',
    'error 41: SHA-1 is the only digest',
    {
      signedProperties: (xml) => xml.replace('xmldsig#sha1', 'xmlenc#sha256'),
    },
    failing('ddoc-digest-method', 'ddoc-signer-certificate-named'),
    unpublished,
  ),
  signature(
    'no-signing-certificate',
    'No SigningCertificate',
    'nothing binds the certificate',
    {
      signedProperties: (xml) => xml.replace(/<SigningCertificate>[\s\S]*<\/SigningCertificate>\n/, ''),
    },
    failing(
      'ddoc-certificate-serial',
      'ddoc-digest-method',
      'ddoc-digest-length',
      'ddoc-signer-certificate-named',
      'ddoc-signer-issuer-named',
    ),
    unpublished,
  ),
  ...(['1.1', '1.3'] as const).map((version) =>
    signature(
      `${version}-digest-of-basic-response`,
      `OCSPRef of ${version} with the digest of the response inside`,
      'the rule of 1.0',
      referenceTo(basicResponseIn),
      version === '1.3' ? failing('ddoc-confirmation-digest') : fails('LT_TM', '', ['ddoc-confirmation-digest'], [old]),
      { version, ...unpublished },
    ),
  ),
  signature(
    '1.0-digest-of-whole-response',
    'OCSPRef of 1.0 with the digest of the whole response',
    'the rule of the later versions',
    referenceTo((response) => response),
    fails('LT_TM', '', ['ddoc-confirmation-digest'], [old]),
    { version: '1.0', ...unpublished },
  ),
  signature(
    'offset-of-1.0-in-1.3',
    'A local time in 1.3',
    'only 1.0 inverted the sign',
    {
      unsignedProperties: (xml) => xml.replace(/<ProducedAt>[^<]*/, '<ProducedAt>2026-03-10T12:00:06-02:00'),
    },
    failing('ddoc-confirmation-time'),
    unpublished,
  ),
  signature(
    'confirmation-of-another-authority',
    'A confirmation about the same number of another authority',
    'RFC 6960 4.1.1',
    {
      ocsp: { issuer: pki.secondAuthority.certificate },
    },
    failing('ddoc-confirmation-certificate'),
    unpublished,
  ),
  signature(
    'key-of-another-responder',
    'The certificate of another responder than the one that signed the response',
    'both keys have to verify it',
    {
      unsignedProperties: ofForeignResponder,
    },
    failing('ddoc-confirmation-signature'),
    unpublished,
  ),
  signature(
    'confirmed-after-the-last-moment',
    'A confirmation a second after the end of the certificate',
    'judged at producedAt',
    {
      signer: variantOf(ddocPki.signer, { notAfter: new Date(moments.ocsp - 1_000).toISOString() }),
    },
    failing('ddoc-signer-certificate-valid'),
    unpublished,
  ),
  ...(
    [
      ['behind', (sha1) => Buffer.concat([digestInfo('sha1', sha1), zero])],
      ['in-front-without-null', (sha1) => Buffer.concat([zero, digestInfo('sha1', sha1, null)])],
      ['behind-without-null', (sha1) => Buffer.concat([digestInfo('sha1', sha1, null), zero])],
    ] as const satisfies readonly (readonly [string, (sha1: Buffer) => Buffer])[]
  ).map(([id, block]) =>
    signature(
      `zero-${id}`,
      `A zero octet beside the DigestInfo (${id})`,
      'error 174',
      holding(block),
      failing('ddoc-signature-digest-info-exact'),
      unpublished,
    ),
  ),
  signature(
    'digest-info-with-rubbish',
    'Octets behind the DigestInfo',
    'CVE-2006-4339',
    holding((sha1) => Buffer.concat([digestInfo('sha1', sha1), Buffer.of(1)])),
    failing('ddoc-signature-value-intact'),
    unpublished,
  ),
  signature(
    'digest-info-of-sha-256',
    'A DigestInfo that names another algorithm',
    'RFC 8017 9.2',
    holding((sha1) => digestInfo('sha256', sha1)),
    failing('ddoc-signature-value-intact'),
    unpublished,
  ),
  ...(
    [
      ['digest-info', (sha1) => digestInfo('sha1', sha1)],
      ['longer', (sha1) => Buffer.concat([sha1, zero])],
      ['shorter', (sha1) => sha1.subarray(0, 19)],
      ['nested-twice', (sha1) => Buffer.concat([Buffer.from('04160414', 'hex'), sha1])],
      ['empty', () => Buffer.alloc(0)],
    ] as const satisfies readonly (readonly [string, (sha1: Buffer) => Buffer])[]
  ).map(([id, form]) =>
    signature(
      `nonce-${id}`,
      `A nonce of another form (${id})`,
      'two forms are accepted and no other',
      { nonce: form },
      failing('ddoc-confirmation-nonce'),
      unpublished,
    ),
  ),
  document(
    'second-foreign',
    'Two signatures, the second one made and confirmed abroad',
    'each is judged for itself',
    {
      signatures: [{}, { signer: ddocPki.foreignSigner, ocsp: { responder: pki.foreignResponder } }],
    },
    [sound, failing('ddoc-signer-trusted', 'ddoc-signer-issuer-named', 'ddoc-responder-known')],
    unpublished,
  ),
  document(
    'first-of-three-changed',
    'Three signatures, the first one changed',
    'each is judged for itself',
    {
      version: '1.1',
      files: [ddocAgreement, second],
      signatures: [
        { after: (xml) => xml.replace(/(URI="#D1">[\s\S]*?<DigestValue>)[^<]*/, `$1${'A'.repeat(27)}=`) },
        {},
        { signer: ddocPki.secondSigner },
      ],
    },
    [fails('LT_TM', '', ['ddoc-data-file-intact', 'ddoc-signature-value-intact'], [old]), passes('LT_TM', old), passes('LT_TM', old)],
    unpublished,
  ),
]
