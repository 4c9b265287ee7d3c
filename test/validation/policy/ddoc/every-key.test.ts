import { constants, privateEncrypt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type DdocKey, type FindingKey, register } from '#model'
import { validate } from '../../../conformance/validate-sample.js'
import {
  type DdocFile,
  type DdocOptions,
  type DdocSignatureOptions,
  type DdocVersion,
  ddocAgreement,
  ddocContainer,
} from '../../../support/ddoc/container.js'
import { ddocPki } from '../../../support/ddoc/pki.js'
import { flipped, inLastReference, second } from '../../../support/ddoc/samples/ddoc-sample.js'
import { enumerated, sequence } from '../../../support/der.js'
import { at, minutes, moments, pki, variantOf } from '../../../support/pki.js'
import { digestInfo, hash } from '../../../support/signing.js'
import { type TrustName, trustPath } from '../../../support/trust.js'

const every: readonly DdocVersion[] = ['1.0', '1.1', '1.2', '1.3']
const early: readonly DdocVersion[] = ['1.0', '1.1', '1.2']
const digidoc: readonly DdocVersion[] = ['1.1', '1.2', '1.3']

/** Documents with one defect, in each of `versions`. */
interface Flawed {
  readonly what: string
  readonly versions: readonly DdocVersion[]
  readonly options: Omit<DdocOptions, 'version'>
  /** Keys of the other checks that the defect fails as well. */
  readonly also?: readonly FindingKey[]
  readonly trust?: TrustName
}
type Further = Partial<Pick<Flawed, 'versions' | 'also' | 'trust'>>

const flawed = (what: string, options: Flawed['options'], further: Further = {}): Flawed => ({ what, versions: every, options, ...further })
const signature = (what: string, options: DdocSignatureOptions, further?: Further) => flawed(what, { signatures: [options] }, further)
const file = (what: string, changes: Partial<DdocFile>, further?: Further) =>
  flawed(what, { files: [{ ...ddocAgreement, ...changes }] }, further)
const hashcode = (what: string, attributes: DdocFile['attributes'], further?: Further) =>
  file(what, { hashcode: true, attributes: attributes ?? {} }, further)
/** A change of what the signature covers: it is made before signing. */
const info = (what: string, signedInfo: (xml: string) => string, further?: Further) => signature(what, { signedInfo }, further)
const properties = (what: string, signedProperties: (xml: string) => string, further?: Further) =>
  signature(what, { signedProperties }, further)
const unsigned = (what: string, unsignedProperties: (xml: string) => string, further?: Further) =>
  signature(what, { unsignedProperties }, further)

const withoutCertificateValues = (xml: string) => xml.replace(/<CertificateValues>[\s\S]*<\/CertificateValues>/, '')
const noDigest = `${'A'.repeat(27)}=`
const roles = (count: number) =>
  `<SignerRole><ClaimedRoles>${'<ClaimedRole>juhataja</ClaimedRole>'.repeat(count)}</ClaimedRoles></SignerRole></SignedSignatureProperties>`
const serialNumber = /(<IssuerSerial>(?:\s*<X509IssuerName[^>]*>[^<]*<\/X509IssuerName>\s*<X509SerialNumber[^>]*>)?)\d+/
const transform = '<Transforms><Transform Algorithm="http://www.w3.org/2000/09/xmldsig#base64"></Transform></Transforms>'
const withExtraZero = (_: Buffer, signedInfo: string) =>
  privateEncrypt(
    { key: ddocPki.signer.key.privateKey, padding: constants.RSA_PKCS1_PADDING },
    Buffer.concat([Buffer.of(0), digestInfo('sha1', hash('sha1', Buffer.from(signedInfo)))]),
  )

/** Documents for each check of DIGIDOC-XML. A key without one does not compile. */
const documents: Readonly<Record<DdocKey, readonly [Flawed, ...Flawed[]]>> = {
  // Structure of the data files
  'ddoc-data-file-name': [
    file('an empty name', { attributes: { Filename: '' } }),
    file('no name', { attributes: { Filename: undefined } }),
  ],
  'ddoc-data-file-path': [
    file('a path', { attributes: { Filename: 'kaust/leping.txt' } }),
    file('a path of Windows', { attributes: { Filename: 'kaust\\leping.txt' } }),
  ],
  'ddoc-data-file-id': [
    file('letters', { attributes: { Id: 'DX' } }),
    file('digits and letters', { attributes: { Id: 'D0a' } }),
    file('another letter in front', { attributes: { Id: 'XD0' } }),
    file('no digits', { attributes: { Id: 'D' } }),
  ],
  'ddoc-data-file-id-unique': [flawed('two files', { files: [ddocAgreement, { ...ddocAgreement, attributes: { Id: 'D0' } }] })],
  'ddoc-data-file-mime-type': [file('no type', { attributes: { MimeType: undefined } }, { versions: digidoc })],
  'ddoc-data-file-size': [
    file('a word', { attributes: { Size: 'palju' } }),
    file('no size', { attributes: { Size: undefined } }),
    file('a negative size', { attributes: { Size: '-1' } }),
    file('a size that is no integer of the platform', { attributes: { Size: '9'.repeat(16) } }),
  ],
  'ddoc-data-file-base64': [file('other characters', { text: 'TXV8amEgbXXDvGI=!\n' }, { versions: digidoc })],
  'ddoc-data-file-digest-type': [
    hashcode('MD5', { DigestType: 'md5' }),
    hashcode('no algorithm', { DigestType: undefined }),
    hashcode('an algorithm with more letters', { DigestType: 'sha1x' }),
  ],
  'ddoc-data-file-digest-value': [
    hashcode('three octets', { DigestValue: 'AAAA' }, { also: ['ddoc-data-file-intact'] }),
    hashcode('21 octets', { DigestValue: 'A'.repeat(28) }, { also: ['ddoc-data-file-intact'] }),
    hashcode('no digest', { DigestValue: undefined }, { also: ['ddoc-data-file-intact'] }),
  ],
  'ddoc-hashcode-empty': [
    flawed('content beside a hashcode', {
      files: [{ ...ddocAgreement, hashcode: true }],
      tamper: (xml) => xml.replace('></DataFile>', '>QUJD</DataFile>'),
    }),
    flawed('text beside a hashcode that is not base64', {
      files: [{ ...ddocAgreement, hashcode: true }],
      tamper: (xml) => xml.replace('></DataFile>', '>õ</DataFile>'),
    }),
  ],
  // Structure of the signature
  'ddoc-signature-id': [
    signature(
      'no Id',
      { after: (xml) => xml.replace('<Signature Id="S0"', '<Signature').replace('Target="#S0"', 'Target="#"') },
      { versions: ['1.3'] },
    ),
    signature(
      'no Id, and properties that name one',
      { after: (xml) => xml.replace('<Signature Id="S0"', '<Signature') },
      { also: ['ddoc-signed-properties-target'] },
    ),
  ],
  'ddoc-signature-id-unique': [flawed('two signatures', { signatures: [{}, { id: 'S0', signer: ddocPki.secondSigner }] })],
  'ddoc-canonicalization-method': [
    info('with comments', (xml) => xml.replace('xml-c14n-20010315', 'xml-c14n-20010315#WithComments')),
    info('no method', (xml) => xml.replace(/<CanonicalizationMethod[\s\S]*?<\/CanonicalizationMethod>/, '')),
  ],
  'ddoc-signature-method': [
    info('RSA with SHA-256', (xml) => xml.replace('xmldsig#rsa-sha1', 'xmldsig-more#rsa-sha256'), {
      also: ['ddoc-signature-value-intact'],
    }),
    signature(
      'RSA with SHA-256 that verifies',
      {
        signedInfo: (xml) => xml.replace('http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'),
        scheme: { kind: 'rsa', digest: 'sha256' },
      },
      { also: ['ddoc-signature-value-intact'] },
    ),
  ],
  'ddoc-references-sufficient': [flawed('only the properties', { files: [] })],
  'ddoc-reference-uri': [
    info('a reference without URI', (xml) =>
      xml.replace(
        '</SignedInfo>',
        `<Reference><DigestMethod Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"></DigestMethod><DigestValue>${noDigest}</DigestValue></Reference></SignedInfo>`,
      ),
    ),
  ],
  'ddoc-digest-method': [
    info('MD5', (xml) => inLastReference(xml, (reference) => reference.replace('xmldsig#sha1', 'xmldsig#md5')), {
      also: ['ddoc-signed-properties-intact'],
    }),
    info('MD5 of a file', (xml) => xml.replace('xmldsig#sha1', 'xmldsig#md5'), { also: ['ddoc-data-file-intact'], versions: digidoc }),
  ],
  'ddoc-digest-length': [
    info(
      '21 octets',
      (xml) => inLastReference(xml, (reference) => reference.replace(/<DigestValue>[^<]*/, `<DigestValue>${'A'.repeat(28)}`)),
      { also: ['ddoc-signed-properties-intact'] },
    ),
    info(
      'an octet in front of the digest of a file',
      (xml) =>
        xml.replace(
          /<DigestValue>([^<]*)/,
          (_, text: string) => `<DigestValue>${Buffer.concat([Buffer.of(0), Buffer.from(text, 'base64')]).toString('base64')}`,
        ),
      { also: ['ddoc-data-file-intact'] },
    ),
  ],
  'ddoc-transforms-absent': [
    info('of a file', (xml) => xml.replace('<DigestMethod', `${transform}<DigestMethod`), { versions: digidoc }),
    info(
      'of the properties',
      (xml) => inLastReference(xml, (reference) => reference.replace('<DigestMethod', `${transform}<DigestMethod`)),
      { versions: digidoc },
    ),
  ],
  'ddoc-signature-value-length': [
    signature('100 octets', { value: (value) => value.subarray(0, 100) }, { also: ['ddoc-signature-value-intact'] }),
    signature('no value', { value: () => Buffer.alloc(0) }, { also: ['ddoc-signature-value-intact'] }),
    signature(
      'a value that is not base64',
      { after: (xml) => xml.replace(/(<SignatureValue[^>]*>)/, '$1!') },
      { also: ['ddoc-signature-value-intact', 'ddoc-confirmation-nonce'] },
    ),
  ],
  'ddoc-signer-certificate-present': [
    signature(
      'an unreadable certificate',
      { after: (xml) => xml.replace(/<X509Certificate>[^<]*/, '<X509Certificate>MIIB') },
      { also: ['ddoc-signature-value-intact'] },
    ),
    signature(
      'no certificate',
      { after: (xml) => xml.replace(/<X509Certificate>[\s\S]*?<\/X509Certificate>/, '') },
      { also: ['ddoc-signature-value-intact'] },
    ),
  ],
  'ddoc-signed-properties-id': [
    properties('no Id', (xml) => xml.replace(/ Id="#?S0-SignedProperties"/, ''), {
      also: ['ddoc-reference-target-found', 'ddoc-signed-properties-signed'],
    }),
  ],
  'ddoc-signed-properties-target': [
    signature('another signature', { after: (xml) => xml.replace('Target="#S0"', 'Target="#S9"') }, { versions: ['1.3'] }),
    signature('no Target', { after: (xml) => xml.replace(' Target="#S0"', '') }, { versions: ['1.3'] }),
    properties('another signature', (xml) => xml.replace('Target="#S0"', 'Target="#S9"'), { versions: early }),
    properties('no Target', (xml) => xml.replace(' Target="#S0"', ''), { versions: early }),
  ],
  'ddoc-signing-time': [
    signature('a word', { signingTime: 'eile' }),
    signature('a day that no month has', { signingTime: '2026-02-30T10:00:00Z' }),
    properties('no time', (xml) => xml.replace(/<SigningTime>[^<]*<\/SigningTime>/, '')),
  ],
  'ddoc-certificate-reference-id': [properties('no Id', (xml) => xml.replace('<Cert Id="S0-CERTINFO">', '<Cert>'), { versions: early })],
  'ddoc-certificate-serial': [
    properties('no number', (xml) => xml.replace(serialNumber, '$1'), { also: ['ddoc-signer-issuer-named'] }),
    properties('a word', (xml) => xml.replace(serialNumber, '$1palju'), { also: ['ddoc-signer-issuer-named'] }),
  ],
  'ddoc-certificate-reference-single': [properties('twice the same', (xml) => xml.replace(/<Cert(?: [^>]*)?>[\s\S]*?<\/Cert>/, '$&$&'))],
  'ddoc-claimed-roles': [properties('three', (xml) => xml.replace('</SignedSignatureProperties>', roles(3)))],
  'ddoc-certificate-values': [
    unsigned('an unreadable certificate', (xml) => xml.replace(/(<EncapsulatedX509Certificate[^>]*>)[^<]*/, '$1MIIB')),
  ],
  'ddoc-structure': [
    signature('KeyInfo in front of the value', {
      after: (xml) => xml.replace(/(<SignatureValue[\s\S]*?<\/SignatureValue>\s*)(<KeyInfo>[\s\S]*?<\/KeyInfo>)/, '$2$1'),
    }),
    flawed('a file after the signature', {
      tamper: (xml) => xml.replace(/(<DataFile[\s\S]*<\/DataFile>\n)([\s\S]*<\/Signature>)/, '$2$1'),
    }),
  ],
  // Data, signed properties, signature value
  'ddoc-data-file-signed': [flawed('a file was added', { files: [ddocAgreement, second], signedFiles: [ddocAgreement] })],
  'ddoc-data-file-intact': [
    flawed('other content', { files: [second], signedFiles: [{ ...second, content: Buffer.from('Rattal on kell.\n') }] }),
    flawed('another name', { files: [{ ...second, name: 'muu.txt' }], signedFiles: [second] }, { versions: digidoc }),
    flawed('the second of two', { files: [ddocAgreement, second], signedFiles: [ddocAgreement, { ...second, content: Buffer.of(1) }] }),
    hashcode('another hashcode', { DigestValue: noDigest }),
  ],
  'ddoc-data-file-main-digest': [
    flawed('without namespace', { dataFileNamespace: false, signatures: [{ alternateDigest: true }] }, { versions: ['1.3'] }),
  ],
  'ddoc-mime-type-signed': [
    info('no reference', (xml) => xml.replace(/<Reference URI="#D0-MIME">[\s\S]*?<\/Reference>\s*/, ''), { versions: ['1.0'] }),
  ],
  'ddoc-mime-type-intact': [
    flawed('another type', { files: [{ ...second, mimeType: 'text/html' }], signedFiles: [second] }, { versions: ['1.0'] }),
  ],
  'ddoc-reference-target-found': [flawed('a file was removed', { files: [ddocAgreement], signedFiles: [ddocAgreement, second] })],
  'ddoc-signed-properties-signed': [
    flawed('no reference', {
      files: [ddocAgreement, second],
      signatures: [{ signedInfo: (xml) => inLastReference(xml, () => '</SignedInfo>') }],
    }),
  ],
  'ddoc-signed-properties-intact': [
    signature('another city', { after: (xml) => xml.replace('<City>Tallinn', '<City>Tartu') }),
    signature('another signing time', { after: (xml) => xml.replace('10:00', '10:01').replace('12:00', '12:01') }),
  ],
  'ddoc-signature-value-intact': [
    signature('a changed value', { value: flipped }),
    signature('a changed SignedInfo', { after: (xml) => xml.replace('<SignedInfo', '<SignedInfo Id="S0-INFO"') }),
  ],
  'ddoc-signature-digest-info-present': [signature('a bare digest', { scheme: { kind: 'rsa-bare-hash', digest: 'sha1' } })],
  'ddoc-signature-digest-info-exact': [signature('a zero octet', { value: withExtraZero })],
  // Signer
  'ddoc-signer-certificate-valid': [
    signature('expired', { signer: variantOf(ddocPki.signer, { notAfter: '2026-03-10T10:00:05Z' }) }),
    signature(
      'not yet valid',
      { signer: variantOf(ddocPki.signer, { notBefore: '2026-03-10T10:00:07Z' }) },
      {
        also: ['revocation-issued-after-certificate'],
      },
    ),
  ],
  'ddoc-signer-trusted': [
    flawed('its authority was withdrawn before', {}, { also: ['ddoc-signer-issuer-named'], trust: 'authority-withdrawn-before' }),
    signature(
      'a certificate with an unknown critical extension',
      { signer: variantOf(ddocPki.signer, { further: [{ oid: '1.2.3.4', critical: true, value: Buffer.from('0500', 'hex') }] }) },
      { also: ['ddoc-signer-issuer-named'] },
    ),
    signature('another authority', { signer: ddocPki.foreignSigner }, { also: ['ddoc-signer-issuer-named'] }),
    signature(
      'only its root is trusted',
      {
        unsignedProperties: (xml) =>
          xml.replace(
            '</CertificateValues>',
            `<EncapsulatedX509Certificate Id="S0-CA_CERT">${pki.issuingAuthority.certificate.der.toString('base64')}</EncapsulatedX509Certificate></CertificateValues>`,
          ),
      },
      { also: ['ddoc-signer-issuer-named'], trust: 'root' },
    ),
  ],
  'ddoc-signer-non-repudiation': [
    signature('for authentication', { signer: variantOf(ddocPki.signer, { keyUsage: ['digitalSignature'] }) }),
    signature('for no stated use', { signer: variantOf(ddocPki.signer, { keyUsage: null }) }),
  ],
  'ddoc-signer-certificate-named': [
    signature('another certificate of the key', {
      keyInfo: variantOf(ddocPki.signer, { serialNumber: ddocPki.signer.certificate.serialNumber, notAfter: '2031-01-01T00:00:00Z' }),
    }),
  ],
  'ddoc-signer-issuer-named': [
    properties('another number', (xml) => xml.replace(serialNumber, '$112345')),
    properties('another name', (xml) => xml.replace('CN=Allkiri Test Issuing', 'CN=Somebody'), { versions: ['1.3'] }),
  ],
  // OCSP confirmation
  'ddoc-confirmation-present': [
    signature('no unsigned properties', { ocsp: null }),
    unsigned('no response', (xml) => xml.replace(/<EncapsulatedOCSPValue[\s\S]*<\/EncapsulatedOCSPValue>/, '')),
  ],
  'ddoc-responder-reference': [
    unsigned('another number', (xml) => xml.replace(serialNumber, '$112345')),
    unsigned('no number', (xml) => xml.replace(serialNumber, '$1')),
  ],
  'ddoc-responder-reference-digest': [
    unsigned('another digest', (xml) => xml.replace(/<DigestValue>[^<]*/, `<DigestValue>${noDigest}`)),
    unsigned('another digest algorithm', (xml) => xml.replace('xmldsig#sha1', 'xmldsig#md5')),
  ],
  'ddoc-confirmation-single': [
    unsigned('twice the same', (xml) => xml.replace(/<EncapsulatedOCSPValue[\s\S]*<\/EncapsulatedOCSPValue>/, '$&$&')),
  ],
  'ddoc-confirmation-not-empty': [signature('no octets', { response: () => Buffer.alloc(0) }, { versions: digidoc })],
  'ddoc-confirmation-readable': [
    signature('NULL', { response: () => Buffer.from('0500', 'hex') }, { versions: digidoc }),
    unsigned('not base64', (xml) => xml.replace(/(<EncapsulatedOCSPValue[^>]*>)/, '$1!'), { also: ['ddoc-confirmation-digest'] }),
  ],
  'ddoc-confirmation-successful': [signature('refused', { response: () => sequence(enumerated(6)) }, { versions: digidoc })],
  'ddoc-confirmation-reference': [
    unsigned('a reference to another', (xml) => xml.replace('URI="#N0"', 'URI="#N9"')),
    unsigned('a reference to nothing', (xml) => xml.replace(' URI="#N0"', '')),
  ],
  'ddoc-confirmation-digest': [
    unsigned('another digest', (xml) => xml.replace(/(<DigestAlgAndValue>[\s\S]*<DigestValue>)[^<]*/, `$1${noDigest}`)),
  ],
  'ddoc-confirmation-time': [
    unsigned('another time', (xml) => xml.replace(/(<ProducedAt>[^<]*)06/, '$107')),
    unsigned('a word', (xml) => xml.replace(/<ProducedAt>[^<]*/, '<ProducedAt>eile')),
  ],
  'ddoc-responder-known': [
    signature('a foreign one', { ocsp: { responder: pki.foreignResponder } }),
    signature('a foreign one, with a changed value', { ocsp: { responder: pki.foreignResponder, tamperSignature: flipped } }),
    signature('a foreign one without its certificate', {
      ocsp: { responder: pki.foreignResponder },
      unsignedProperties: withoutCertificateValues,
    }),
  ],
  'ddoc-confirmation-signature': [
    signature('a changed value', { ocsp: { tamperSignature: flipped } }),
    signature('a changed value, without the certificate of the responder', {
      ocsp: { tamperSignature: flipped },
      unsignedProperties: withoutCertificateValues,
    }),
    signature(
      'a value by the key of another certificate than the one in the signature',
      {
        unsignedProperties: (xml) =>
          xml.replace(
            /(<EncapsulatedX509Certificate[^>]*>)[^<]*/,
            `$1${variantOf(pki.listedResponder, { key: pki.foreignResponder.key }).certificate.der.toString('base64')}`,
          ),
      },
      { also: ['ddoc-responder-reference', 'ddoc-responder-reference-digest'] },
    ),
  ],
  'ddoc-responder-authorised': [flawed('its service was withdrawn', {}, { trust: 'responder-withdrawn' })],
  'ddoc-responder-valid': [
    signature(
      'expired',
      { ocsp: { responder: variantOf(pki.listedResponder, { notAfter: '2026-01-01T00:00:00Z' }) } },
      { trust: 'responder-expired' },
    ),
  ],
  'ddoc-confirmation-nonce': [
    signature('of another signature', { nonce: hash('sha1', Buffer.from('muu')) }),
    signature('none', { nonce: null }),
    signature('the digest and an octet', { nonce: (sha1) => Buffer.concat([sha1, Buffer.of(0)]) }),
    signature('the first 19 octets of the digest', { nonce: (sha1) => sha1.subarray(0, 19) }),
    signature('no octets', { nonce: Buffer.alloc(0) }),
  ],
  'ddoc-confirmation-certificate': [
    signature('another number', { ocsp: { serialNumber: 12345n } }),
    signature('another certificate', { ocsp: { certificate: ddocPki.secondSigner } }),
  ],
  'ddoc-certificate-not-revoked': [
    signature('before', { ocsp: { status: { revokedAt: at('2026-02-01T00:00:00Z') } } }),
    signature('after', { ocsp: { status: { revokedAt: at('2026-04-01T00:00:00Z') } } }),
  ],
  'ddoc-certificate-known': [signature('unknown', { ocsp: { status: 'unknown' } })],
  // Notices
  'ddoc-version-current': [flawed('an old version', {}, { versions: early })],
  'ddoc-issuer-namespace': [
    properties('the name', (xml) => xml.replace(/<X509IssuerName xmlns="[^"]*"/, '<X509IssuerName'), { versions: ['1.3'] }),
    properties('the number', (xml) => xml.replace(/<X509SerialNumber xmlns="[^"]*"/, '<X509SerialNumber'), { versions: ['1.3'] }),
  ],
  'ddoc-live-certificates': [signature('a test authority', { signer: ddocPki.testSigner }, { trust: 'estonian' })],
  'ddoc-file-names-signed': [flawed('1.0', {}, { versions: ['1.0'] }), hashcode('hashcode', {})],
  'ddoc-data-file-stated-size': [file('another size', { attributes: { Size: '9999' } })],
}

/** Checks of other formats too, which the confirmation and the certificates of DIGIDOC-XML have to satisfy. */
const shared = {
  'revocation-algorithm-acceptable': [signature('MD5', { ocsp: { scheme: { kind: 'rsa', digest: 'md5' } } })],
  'revocation-extensions-understood': [
    signature('an unknown critical extension', { ocsp: { criticalExtension: true } }, { also: ['ddoc-confirmation-certificate'] }),
  ],
  'revocation-made-in-time': [signature('after validation time', { ocsp: { producedAt: moments.validation + minutes(10) + 1_000 } })],
  'revocation-times-in-order': [signature('thisUpdate after producedAt', { ocsp: { thisUpdate: moments.ocsp + 1_000 } })],
  'revocation-issued-after-certificate': [
    signature('thisUpdate before the certificate', { ocsp: { thisUpdate: at('2024-12-31T23:59:59Z') } }),
  ],
  'revocation-data-current': [
    signature('nextUpdate before producedAt', { ocsp: { thisUpdate: moments.ocsp - minutes(1), nextUpdate: moments.ocsp - 1_000 } }),
  ],
  'certificate-algorithm-acceptable': [
    signature('MD5', { signer: variantOf(ddocPki.signer, { issuer: pki.secondAuthority, scheme: { kind: 'rsa', digest: 'md5' } }) }),
  ],
} as const satisfies Partial<Record<FindingKey, readonly Flawed[]>>

const cases = Object.entries({ ...documents, ...shared }).flatMap(([key, flaws]) =>
  flaws.flatMap(({ versions, ...flaw }) => versions.map((version) => ({ key: key as FindingKey, version, ...flaw }))),
)

function evaluate(options: DdocOptions, trust: TrustName = 'standard') {
  const request = { policy: 'POLv1', validationTime: '2026-06-01T12:00:00Z', documentType: 'DDOC' } as const
  const answer = validate(ddocContainer(options), trustPath(trust), request)
  if (answer.kind === 'refused') throw new Error(`refused: ${answer.code}`)
  return answer.report
}

describe('each check of DIGIDOC-XML', () => {
  it.each(every)('every check of DIGIDOC-XML is satisfied by the document of version %s that the others differ from', (version) => {
    expect(evaluate({ version }).signatures).toMatchObject([{ indication: 'TOTAL-PASSED', errors: [] }])
  })

  it.each(cases.filter(({ key }) => register[key].level === 'fail'))(
    'a document that misses only $key never passes: $what ($version)',
    ({ key, version, options, also = [], trust }) => {
      for (const { indication, errors } of evaluate({ version, ...options }, trust).signatures) {
        expect(new Set(errors.map((error) => error.key))).toEqual(new Set([key, ...also]))
        expect(indication).toBe('TOTAL-FAILED')
      }
    },
  )

  it.each(cases.filter(({ key }) => register[key].level === 'warn'))(
    'a document that misses only $key passes with a warning: $what ($version)',
    ({ key, version, options, trust }) => {
      for (const { indication, warnings } of evaluate({ version, ...options }, trust).signatures) {
        expect(indication).toBe('TOTAL-PASSED')
        expect(warnings.map((warning) => warning.key)).toContain(key)
      }
    },
  )
})
