import { createHash, webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'

/** Structures made by other software than the readers under test, with real signatures. */
const engine = new pkijs.CryptoEngine({ name: 'node', crypto: webcrypto as unknown as Crypto })
pkijs.setEngine('node', engine)
x509.cryptoProvider.set(webcrypto as unknown as Crypto)

export interface Authority {
  readonly certificate: x509.X509Certificate
  readonly keys: CryptoKeyPair
}

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]), modulusLength: 2048 }

export async function makeAuthority(kind: 'ec' | 'rsa' = 'ec'): Promise<Authority> {
  const algorithm = kind === 'ec' ? ecdsa : rsa
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as unknown as CryptoKeyPair
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01f3',
    name: 'C=EE, O=Second Opinion, CN=Root of Tests',
    notBefore: new Date('2020-01-01T00:00:00Z'),
    notAfter: new Date('2055-06-01T12:30:45Z'),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 2, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { certificate, keys }
}

export async function issueCertificate(issuer: Authority, subject: x509.JsonName, serialNumber: string): Promise<Authority> {
  const keys = (await webcrypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])) as unknown as CryptoKeyPair
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber,
    subject,
    issuer: issuer.certificate.subject,
    notBefore: new Date('2024-02-29T23:59:59Z'),
    notAfter: new Date('2027-01-01T00:00:00Z'),
    signingAlgorithm: issuer.keys.privateKey.algorithm.name === 'ECDSA' ? ecdsa : rsa,
    publicKey: keys.publicKey,
    signingKey: issuer.keys.privateKey,
    extensions: [
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.nonRepudiation, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.timeStamping, '1.3.6.1.5.5.7.3.9'], true),
      new x509.CertificatePolicyExtension(['1.3.6.1.4.1.51361.1.2.1', '0.4.0.194112.1.2']),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.keys.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      new x509.AuthorityInfoAccessExtension({ ocsp: ['http://ocsp.example'], caIssuers: ['http://ca.example/ca.crt'] }),
      new x509.CRLDistributionPointsExtension(['http://crl.example/1.crl']),
    ],
  })
  return { certificate, keys }
}

export const derOf = (certificate: x509.X509Certificate): Buffer => Buffer.from(certificate.rawData)
export const parse = (der: Uint8Array): pkijs.Certificate => pkijs.Certificate.fromBER(new Uint8Array(der))

/** An OCSP response of the authority itself: the subject is revoked, with a nonce. */
export async function makeOcspResponse(authority: Authority, subject: x509.X509Certificate, nonce: Uint8Array): Promise<Buffer> {
  const issuer = parse(derOf(authority.certificate))
  const basic = new pkijs.BasicOCSPResponse()
  basic.tbsResponseData.responderID = issuer.subject
  basic.tbsResponseData.producedAt = new Date('2025-03-04T05:06:07Z')
  const certID = new pkijs.CertID()
  await certID.createForCertificate(parse(derOf(subject)), { hashAlgorithm: 'SHA-1', issuerCertificate: issuer })
  const single = new pkijs.SingleResponse({ certID })
  single.certStatus = new asn1js.Constructed({
    idBlock: { tagClass: 3, tagNumber: 1 },
    value: [new asn1js.GeneralizedTime({ valueDate: new Date('2025-01-01T00:00:00Z') })],
  })
  single.thisUpdate = new Date('2025-03-04T05:06:00Z')
  single.nextUpdate = new Date('2025-03-05T05:06:00Z')
  basic.tbsResponseData.responses.push(single)
  basic.tbsResponseData.responseExtensions = [
    new pkijs.Extension({
      extnID: '1.3.6.1.5.5.7.48.1.2',
      extnValue: new asn1js.OctetString({ valueHex: new Uint8Array(nonce).buffer }).toBER(),
    }),
  ]
  basic.certs = [issuer]
  await basic.sign(authority.keys.privateKey, 'SHA-256', engine)
  const response = new pkijs.OCSPResponse({
    responseStatus: new asn1js.Enumerated({ value: 0 }),
    responseBytes: new pkijs.ResponseBytes({
      responseType: pkijs.id_PKIX_OCSP_Basic,
      response: new asn1js.OctetString({ valueHex: basic.toSchema().toBER() }),
    }),
  })
  return Buffer.from(response.toSchema().toBER())
}

/** A time-stamp token over a SHA-256 imprint. */
export async function makeToken(unit: Authority, imprint: Uint8Array, genTime: Date): Promise<Buffer> {
  const info = new pkijs.TSTInfo({
    version: 1,
    policy: '0.4.0.2023.1.1',
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.1' }),
      hashedMessage: new asn1js.OctetString({ valueHex: new Uint8Array(imprint).buffer }),
    }),
    serialNumber: new asn1js.Integer({ valueHex: new Uint8Array([0x7a, 1, 2, 3, 4, 5, 6, 7, 8]).buffer }),
    genTime,
    accuracy: new pkijs.Accuracy({ seconds: 1 }),
    ordering: true,
    nonce: new asn1js.Integer({ value: 42 }),
  })
  const content = Buffer.from(info.toSchema().toBER())
  const certificate = parse(derOf(unit.certificate))
  const signedData = new pkijs.SignedData({
    version: 3,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({
      eContentType: pkijs.id_eContentType_TSTInfo,
      eContent: new asn1js.OctetString({ valueHex: new Uint8Array(content).buffer }),
    }),
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
        signedAttrs: new pkijs.SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            new pkijs.Attribute({
              type: '1.2.840.113549.1.9.3',
              values: [new asn1js.ObjectIdentifier({ value: pkijs.id_eContentType_TSTInfo })],
            }),
            new pkijs.Attribute({
              type: '1.2.840.113549.1.9.4',
              values: [new asn1js.OctetString({ valueHex: new Uint8Array(createHash('sha256').update(content).digest()).buffer })],
            }),
          ],
        }),
      }),
    ],
    certificates: [certificate],
  })
  await signedData.sign(unit.keys.privateKey, 0, 'SHA-256', new Uint8Array(content).buffer, engine)
  const contentInfo = new pkijs.ContentInfo({ contentType: pkijs.ContentInfo.SIGNED_DATA, content: signedData.toSchema(true) })
  return Buffer.from(contentInfo.toSchema().toBER())
}

export function parseOcsp(der: Uint8Array): pkijs.BasicOCSPResponse {
  const response = pkijs.OCSPResponse.fromBER(new Uint8Array(der))
  if (response.responseBytes === undefined) throw new Error('no response bytes')
  return pkijs.BasicOCSPResponse.fromBER(new Uint8Array(response.responseBytes.response.valueBlock.valueHexView))
}

export function parseToken(ber: Uint8Array): { signedData: pkijs.SignedData; info: pkijs.TSTInfo; content: Buffer } {
  const contentInfo = pkijs.ContentInfo.fromBER(new Uint8Array(ber))
  const signedData = new pkijs.SignedData({ schema: contentInfo.content })
  const eContent = signedData.encapContentInfo.eContent
  if (eContent === undefined) throw new Error('no content')
  const content = Buffer.from(eContent.getValue())
  return { signedData, info: pkijs.TSTInfo.fromBER(new Uint8Array(content)), content }
}

/** A signed integer of pkijs as decimal digits. */
export function decimal(integer: asn1js.Integer): string {
  const hex = Buffer.from(integer.valueBlock.valueHexView).toString('hex')
  return BigInt.asIntN(hex.length * 4, BigInt(`0x${hex}`)).toString()
}
