import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as pkijs from 'pkijs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Identity } from './certificate.js'
import { certificateRevocationList } from './crl.js'
import { nameText } from './names.js'
import { needs } from './needs.js'
import { ocspResponse } from './ocsp.js'
import { moments, pki } from './pki.js'
import { timeStampToken } from './time-stamp.js'
import { pem } from './trust.js'

const identities = Object.entries(pki).filter((entry): entry is [string, Identity] => typeof entry[1] !== 'function')
const data = Buffer.from('abc')
/** Bytes in a buffer of their own, as the types of pkijs ask for. */
const plain = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes)

function openssl(...args: readonly string[]): string {
  return execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
const hasOpenssl = (() => {
  try {
    return openssl('version').startsWith('OpenSSL')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
})()

describe('certificates', () => {
  it.each(identities)('the generated certificate %s verifies with the key of its issuer (node:crypto)', (_, identity) => {
    const certificate = new X509Certificate(identity.certificate.der)
    const issuer = new X509Certificate((identity.issuer ?? identity).certificate.der)
    expect(certificate.checkIssued(issuer)).toBe(true)
    expect(certificate.verify(issuer.publicKey)).toBe(true)
  })

  it.each(identities)('the generated certificate %s is read by pkijs as it was meant', (_, { certificate }) => {
    const read = pkijs.Certificate.fromBER(plain(certificate.der))
    expect(BigInt(`0x${Buffer.from(read.serialNumber.valueBlock.valueHexView).toString('hex')}`)).toBe(certificate.serialNumber)
    expect(read.extensions?.every(({ parsedValue }) => parsedValue === null || !('parsingError' in parsedValue))).toBe(true)
    expect(Buffer.from(read.toSchema(false).toBER()).equals(certificate.der)).toBe(true)
  })

  it('generated certificates write names as RFC 4514 text, with what has no short name in hex', () => {
    expect(nameText(pki.signer.certificate.subject)).toBe(
      '2.5.4.5=#1311504e4f45452d3437313031303130303333,2.5.4.42=#0c094d4152492d4c494953,2.5.4.4=#0c074dc3844e4e494b,CN=MÄNNIK\\,MARI-LIIS\\,47101010033,C=EE',
    )
  })
})

describe('tokens, as pkijs reads them', () => {
  it('a generated OCSP response is read by pkijs: status, moment, responder', () => {
    const response = pkijs.OCSPResponse.fromBER(plain(ocspResponse({ certificate: pki.signer, nonce: Buffer.from('0500', 'hex') })))
    const basic = pkijs.BasicOCSPResponse.fromBER(plain(response.responseBytes?.response.valueBlock.valueHexView ?? Buffer.alloc(0)))
    expect(basic.tbsResponseData.producedAt.getTime()).toBe(moments.ocsp)
    const serial = Buffer.from(basic.tbsResponseData.responses[0]?.certID.serialNumber.valueBlock.valueHexView ?? [])
    expect(BigInt(`0x${serial.toString('hex')}`)).toBe(pki.signer.certificate.serialNumber)
    expect(basic.certs).toHaveLength(1)
  })

  it.each(['der', 'ber'] as const)('a generated time-stamp token in %s is read by pkijs: moment and imprint', (encoding) => {
    const content = pkijs.ContentInfo.fromBER(plain(timeStampToken({ data, encoding, genTime: moments.timeStamp + 250 })))
    const signed = new pkijs.SignedData({ schema: content.content })
    const tstInfo = signed.encapContentInfo.eContent?.getValue() ?? new ArrayBuffer(0)
    expect(pkijs.TSTInfo.fromBER(tstInfo).genTime.getTime()).toBe(moments.timeStamp + 250)
  })

  it('a generated revocation list is read by pkijs: entries', () => {
    const list = pkijs.CertificateRevocationList.fromBER(
      plain(certificateRevocationList({ issuer: pki.root, revoked: [{ serialNumber: 5n, revokedAt: moments.signing, reason: 1 }] })),
    )
    expect(list.revokedCertificates?.map(({ revocationDate }) => revocationDate.value.getTime())).toEqual([moments.signing])
  })
})

describe('tokens, as OpenSSL verifies them', needs({ OpenSSL: hasOpenssl }), () => {
  let folder = ''
  const file = (name: string, bytes: string | Buffer): string => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    return path
  }
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'allkiri-support-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each([
    ['delegated responder', {}],
    ['issuing authority itself', { responder: pki.issuingAuthority, certificates: [] }],
    ['responder by key', { responderId: 'key', certIdDigest: 'sha256' }],
  ] as const)('a generated OCSP response by the %s verifies with OpenSSL', (_, options) => {
    const chain = file('chain.pem', pem(pki.root) + pem(pki.issuingAuthority))
    const said = openssl(
      ...['ocsp', ...('certIdDigest' in options ? ['-sha256'] : [])],
      ...['-respin', file('ocsp.der', ocspResponse({ certificate: pki.signer, ...options })), '-CAfile', chain],
      ...['-issuer', file('issuer.pem', pem(pki.issuingAuthority)), '-cert', file('signer.pem', pem(pki.signer)), '-no_nonce'],
    )
    expect(said).toMatch(/signer\.pem: good/)
  })

  it.each([{}, { encoding: 'ber' }, { signingCertificate: 'v1' }, { digest: 'sha512', tsaName: true }] as const)(
    'a generated time-stamp token %o verifies with OpenSSL',
    (options) => {
      const token = file('token.der', timeStampToken({ data, ...options }))
      const said = openssl(
        'ts',
        '-verify',
        '-data',
        file('data', data),
        '-in',
        token,
        '-token_in',
        '-CAfile',
        file('root.pem', pem(pki.root)),
      )
      expect(said).toMatch(/Verification: OK/)
    },
  )

  it('a generated revocation list verifies with OpenSSL', () => {
    const list = file('list.crl', certificateRevocationList({ issuer: pki.root }))
    expect(() => openssl('crl', '-inform', 'der', '-in', list, '-CAfile', file('root.pem', pem(pki.root)), '-noout')).not.toThrow()
  })
})
