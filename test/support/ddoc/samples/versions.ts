import { pki } from '../../pki.js'
import { fails, isIndeterminate, passes, type Sample } from '../../samples/sample.js'
import { ddocAgreement, ddocFile } from '../container.js'
import { ddocPki } from '../pki.js'
import { document, failing, flipped, old, second, signature, sound } from './ddoc-sample.js'

export const versions = (['1.0', '1.1', '1.2', '1.3'] as const).flatMap((version) => {
  const expected = version === '1.3' ? sound : passes('LT_TM', old)
  const form = `DIGIDOC_XML_${version}`
  return [
    document(
      version,
      `Version ${version}, two files, two signatures`,
      'nothing wrong with it',
      {
        version,
        files: [ddocAgreement, second],
        signatures: [{}, { signer: ddocPki.secondSigner, nonce: 'octet-string' }],
      },
      [expected, expected],
    ),
    document(
      `${version}-hashcode`,
      `Version ${version} in hashcode form`,
      'the digest stands in an attribute, the content is elsewhere',
      {
        version,
        files: [{ ...ddocAgreement, hashcode: true }],
      },
      expected,
      { form: `${form}_hashcode` },
    ),
  ]
})

/** Format and version are attributes of the root, which nothing signs. */
const relabelled: readonly Sample[] = [
  ...(['1.1', '1.2'] as const).map((version) =>
    document(
      `${version}-as-1.0`,
      `Version ${version} relabelled as 1.0: the signed element has become the content of a file of another name and type`,
      'a signature of 1.0 covers the type of each file by a reference of its own',
      { version, relabelled: '1.0', files: [ddocAgreement, second] },
      fails('LT_TM', '', ['ddoc-mime-type-signed'], [old]),
      { form: 'DIGIDOC_XML_1.0' },
    ),
  ),
  document(
    '1.0-type-not-signed',
    'Version 1.0, signed without the reference to the type of one of its files',
    'each file needs its own',
    {
      version: '1.0',
      files: [ddocAgreement, second],
      signatures: [{ signedInfo: (xml) => xml.replace(/<Reference URI="#D1-MIME">[\s\S]*?<\/Reference>\n/, '') }],
    },
    fails('LT_TM', '', ['ddoc-mime-type-signed'], [old]),
  ),
]

export const variants: readonly Sample[] = [
  ...relabelled,
  document(
    'marks-and-crlf',
    'Twenty byte order marks in front, lines that end in CRLF',
    'XML 1.0 2.11: CRLF becomes LF before it is hashed',
    {
      before: Buffer.from('\ufeff'.repeat(20)),
      files: [{ ...ddocAgreement, text: ddocAgreement.content.toString('base64').replace(/.{64}|.+$/g, '$&\r\n') }],
    },
    sound,
  ),
  document(
    'mixed',
    'One file embedded, one as hashcode',
    'each file is treated for itself',
    {
      files: [ddocAgreement, { ...second, hashcode: true }],
    },
    sound,
    { form: 'DIGIDOC_XML_1.3_hashcode' },
  ),
  document('empty-file', 'A file of no bytes', 'a size of 0 is valid', { files: [ddocFile('tühi.txt', '')] }, sound),
  document('no-signatures', 'No signature', 'a report of zero signatures', { signatures: [] }, []),
  document(
    'strange-name',
    'A file name with characters that XML escapes',
    'the attribute is hashed in canonical form',
    {
      files: [ddocFile('Šužlik & <õun> "ära".txt', 'x')],
    },
    sound,
  ),
  signature(
    'properties-without-namespace',
    'SignedProperties hashed as a fragment without namespace',
    'the second family of writers of 1.3',
    { signedPropertiesNamespace: false },
    sound,
  ),
  signature(
    'digest-info-without-null',
    'An RSA signature whose DigestInfo has no NULL',
    'RFC 8017 A.2.4, verifiers may accept it',
    { scheme: { kind: 'rsa-without-null', digest: 'sha1' } },
    sound,
  ),
  signature(
    'qualified',
    'A certificate of the Estonian authority, under the policy that asks for a qualified signature',
    'decisions.md#ddoc-warnings',
    { signer: ddocPki.estonianSigner },
    sound,
    { policy: 'POLv2', trust: 'estonian' },
  ),
  signature(
    'not-qualified',
    'A certificate of another authority, under the policy that asks for a qualified signature',
    'decisions.md#ddoc-warnings',
    {},
    failing('signature-level-qualified'),
    { policy: 'POLv2' },
  ),
  signature(
    'nothing-trusted',
    'A sound signature where nothing is trusted',
    'left open',
    {},
    isIndeterminate('LT_TM', 'NO_CERTIFICATE_CHAIN_FOUND', ['ddoc-signer-trusted', 'ddoc-responder-known'], ['trust-missing']),
    { trust: 'none' },
  ),
  signature(
    'nothing-trusted-and-changed',
    'A changed signature where nothing is trusted',
    'what is broken is broken for everybody',
    { value: flipped },
    { ...failing('ddoc-signature-value-intact', 'ddoc-signer-trusted', 'ddoc-responder-known'), warnings: ['trust-missing'] },
    { trust: 'none' },
  ),
  signature(
    'issued-by-trusted',
    'A confirmation by a responder that a trusted authority appointed, but that is not listed',
    'being issued by a trusted authority is not enough',
    { ocsp: { responder: pki.delegatedResponder } },
    failing('ddoc-responder-known'),
  ),
]
