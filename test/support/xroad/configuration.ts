import type { Identity } from '../certificate.js'
import { hash, schemeFor, signBytes } from '../signing.js'
import { xroadPki } from './pki.js'

/** The configuration of an instance as a central server hands it out: anchor, signed directory, shared parameters. */
export interface ConfigurationOptions {
  readonly instance?: string
  readonly signer?: Identity
  /** In the anchor; the signer where absent. */
  readonly anchored?: Identity
  readonly profile?: string
  readonly pemInside?: boolean
  readonly expires?: string
  /** Of the signature. */
  readonly digest?: 'sha1' | 'sha256' | 'sha512'
  /** Of the shared parameters, in the directory. */
  readonly parametersDigest?: 'md5' | 'sha1' | 'sha256' | 'sha512'
  readonly parameters?: (xml: string) => string
  /** Changes the signed part before it is signed, and the whole afterwards. */
  readonly signed?: (text: string) => string
  readonly directory?: (text: string) => string
}

const SHA512 = 'http://www.w3.org/2001/04/xmlenc#sha512'

const digestMethods = {
  md5: 'http://www.w3.org/2001/04/xmldsig-more#md5',
  sha1: 'http://www.w3.org/2000/09/xmldsig#sha1',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha512: SHA512,
} as const

const signatureMethods = {
  sha1: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  sha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  sha512: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
} as const

export function configuration(options: ConfigurationOptions = {}) {
  const {
    instance = 'EE-TEST',
    signer = xroadPki.signer,
    anchored = signer,
    expires = '2026-03-10T12:00:00Z',
    digest = 'sha512',
    parametersDigest = 'sha512',
  } = options
  const written = sharedParametersXml(instance, options)
  const parameters = options.parameters?.(written) ?? written
  const inner = [
    '--inner',
    `Expire-date: ${expires}`,
    'Version: 3',
    '',
    '--inner',
    'Content-type: application/octet-stream',
    'Content-transfer-encoding: base64',
    `Content-identifier: SHARED-PARAMETERS; instance='${instance}'`,
    'Content-location: /V3/20260310/shared-params.xml',
    `Hash-algorithm-id: ${digestMethods[parametersDigest]}`,
    '',
    hash(parametersDigest, Buffer.from(parameters)).toString('base64'),
    '--inner--',
    '',
  ].join('\r\n')
  const signed = options.signed?.(inner) ?? inner
  const scheme = schemeFor(signer.key.privateKey, digest)
  const directory = [
    'Content-Type: multipart/related; charset=UTF-8; boundary=outer',
    '',
    '--outer',
    'Content-Type: multipart/mixed; charset=UTF-8; boundary=inner',
    '',
    signed,
    '--outer',
    'Content-Type: application/octet-stream',
    'Content-Transfer-Encoding: base64',
    `Signature-Algorithm-Id: ${signatureMethods[digest]}`,
    `Verification-certificate-hash: ${hash('sha512', signer.certificate.der).toString('base64')}; hash-algorithm-id="${SHA512}"`,
    '',
    signBytes(signer.key.privateKey, scheme, Buffer.from(signed), 'der').toString('base64'),
    '--outer--',
    '',
  ].join('\r\n')
  return {
    anchor: `<?xml version="1.0"?>\n<tns:configurationAnchor xmlns:tns="http://x-road.eu/xsd/xroad.xsd"><instanceIdentifier>${instance}</instanceIdentifier><source><downloadURL>http://central.example/internalconf</downloadURL><verificationCert>${anchored.certificate.der.toString('base64')}</verificationCert></source></tns:configurationAnchor>`,
    directory: options.directory?.(directory) ?? directory,
    parameters,
  }
}

function sharedParametersXml(instance: string, { profile = 'SkKlass3', pemInside = false }: ConfigurationOptions): string {
  const certificate = ({ certificate: { der } }: Identity) =>
    `<cert>${pemInside ? Buffer.from(`-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`).toString('base64') : der.toString('base64')}</cert>`
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    '<ns3:conf xmlns:ns2="http://x-road.eu/xsd/identifiers" xmlns:ns3="http://x-road.eu/xsd/xroad.xsd">',
    `<instanceIdentifier>${instance}</instanceIdentifier>`,
    '<approvedCA><name>Authority</name><authenticationOnly>false</authenticationOnly>',
    `<topCA>${certificate(xroadPki.authority)}<ocsp><url>http://ocsp.example</url>${certificate(xroadPki.responder)}</ocsp></topCA>`,
    `<certificateProfileInfo>ee.ria.xroad.common.certificateprofile.impl.${profile}CertificateProfileInfoProvider</certificateProfileInfo></approvedCA>`,
    `<approvedCA><name>For authentication</name><authenticationOnly>true</authenticationOnly><topCA>${certificate(xroadPki.otherInstanceAuthority)}</topCA>`,
    '<certificateProfileInfo>org.example.UnknownProfile</certificateProfileInfo></approvedCA>',
    `<approvedTSA><name>TSA</name><url>http://tsa.example</url>${certificate(xroadPki.timeStampingAuthority)}</approvedTSA>`,
    '<member id="m1"><memberClass><code>GOV</code><description>x</description></memberClass><memberCode>70000001</memberCode><name>Asutus</name></member>',
    '<globalSettings><ocspFreshnessSeconds>28800</ocspFreshnessSeconds></globalSettings>',
    '</ns3:conf>',
  ].join('\n')
}
