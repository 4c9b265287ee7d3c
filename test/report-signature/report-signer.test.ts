import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits, SettingsError } from '#config'
import { openReportSigner } from '#report-signature'
import { openDecodedCache } from '../../src/validation/validation-context.js'
import { serverUnderTest } from '../interfaces/http/server-under-test.js'
import { certificatePem, keyPem, makeCapsulePki } from '../support/capsule-pki.js'
import { pki } from '../support/pki.js'
import { validated } from '../support/validated.js'
import { createValidationContext, loadTrust } from '../support/validation-context.js'

const signingTime = Date.UTC(2026, 7, 20, 12)
const report = Buffer.from(JSON.stringify({ validationConclusion: { signaturesCount: 1, name: 'õäöü € "\u0000"' } }))
const folder = mkdtempSync(join(tmpdir(), 'allkiri-signer-'))
const fileOf = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const pem = (der: Uint8Array) => `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`

describe('the signer of reports', () => {
  let settings: { reportSigningKey: string; reportSigningCertificate: string }
  beforeAll(() => {
    settings = {
      reportSigningKey: fileOf('key.pem', pki.signer.key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
      reportSigningCertificate: fileOf('certificate.pem', pem(pki.signer.certificate.der)),
    }
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('the signer of reports makes a container whose digests and signature value verify, of level B', async () => {
    const container = await openReportSigner(settings, signingTime)?.sign(report, signingTime)
    if (container === undefined) throw new Error('there is a signer')
    const context = createValidationContext(loadTrust(null), openDecodedCache(limits))
    const request = {
      document: container,
      filename: 'report.asice',
      documentType: 'BDOC',
      policy: 'POLv1',
      validationTime: signingTime,
    } as const
    const { document } = validated(request, context)
    expect(document.findings.map(({ key }) => key)).toEqual(['trust-missing'])
    const [signature] = document.signatures
    const facts = signature?.evidence?.facts
    expect(facts?.signatureValue.status).toBe('intact')
    expect(facts?.references.map(({ status, dataFile }) => [status, dataFile])).toEqual([
      ['intact', 'validationReport.json'],
      ['intact', null],
    ])
    expect(facts?.structure).toEqual([])
    expect([facts?.level, facts?.claimedSigningTime, facts?.signingCertificateReferences[0]?.version]).toEqual(['B', signingTime, 'v2'])
    // What is missing is what level B has not: trust, and a proof of time.
    expect(signature?.errors.map(({ key }) => key)).toEqual(expect.arrayContaining(['certificate-chain-found']))
  })

  it('the signer of reports makes a container that a changed report no longer belongs to', async () => {
    const container = Buffer.from((await openReportSigner(settings, signingTime)?.sign(Buffer.alloc(0), signingTime)) ?? [])
    expect(container.toString('latin1')).toContain('mimetypeapplication/vnd.etsi.asic-e+zip')
    expect(container.readUInt32LE(0)).toBe(0x04034b50)
  })

  it.each([
    ['a key that is not there', () => ({ ...settings, reportSigningKey: join(folder, 'nothing.pem') }), 'ALLKIRI_REPORT_SIGNING_KEY'],
    [
      'a certificate that is none',
      () => ({ ...settings, reportSigningCertificate: fileOf('text.pem', 'text') }),
      'ALLKIRI_REPORT_SIGNING_CERTIFICATE',
    ],
    [
      'the certificate of another key',
      () => ({
        ...settings,
        reportSigningKey: fileOf(
          'other.pem',
          generateKeyPairSync('ec', {
            namedCurve: 'P-256',
            privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
            publicKeyEncoding: { type: 'spki', format: 'pem' },
          }).privateKey,
        ),
      }),
      'is not the certificate of the key',
    ],
    [
      'a key of a kind that is not supported',
      () => ({
        ...settings,
        reportSigningKey: fileOf(
          'ed.pem',
          generateKeyPairSync('ed25519', {
            privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
            publicKeyEncoding: { type: 'spki', format: 'pem' },
          }).privateKey,
        ),
      }),
      'must be an RSA key',
    ],
    [
      'a key with a password',
      () => ({
        ...settings,
        reportSigningKey: fileOf(
          'encrypted.pem',
          pki.signer.key.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'salasona' }).toString(),
        ),
      }),
      'ALLKIRI_REPORT_SIGNING_KEY must name a file with a private key in PEM without a password: it is encrypted',
    ],
  ])('the signer of reports is refused with %s', (_what, given, problem) => {
    expect(() => openReportSigner(given(), signingTime)).toThrow(SettingsError)
    expect(() => openReportSigner(given(), signingTime)).toThrow(problem)
  })

  it('the signer of reports is refused outside of the life of its certificate, and does not sign when that has ended since', async () => {
    const [before, after] = [Date.UTC(2024, 11, 31), Date.UTC(2030, 0, 2)]
    expect(() => openReportSigner(settings, before)).toThrow(
      'ALLKIRI_REPORT_SIGNING_CERTIFICATE cannot be used: the certificate is valid from 2025-01-01T00:00:00Z on.',
    )
    expect(() => openReportSigner(settings, after)).toThrow(
      'ALLKIRI_REPORT_SIGNING_CERTIFICATE cannot be used: the certificate ended at 2030-01-01T00:00:00Z.',
    )
    await expect(openReportSigner(settings, signingTime)?.sign(report, after)).rejects.toThrow('the certificate ended at')
  })

  it('the signer of reports signs the octets of validationReport in the answer to Detailed, and every answer has the digest of its document', async () => {
    expect(openReportSigner({ reportSigningKey: null, reportSigningCertificate: null }, signingTime)).toBeNull()
    // The server signs by the clock of the machine.
    const lasting = makeCapsulePki().client()
    const own = {
      reportSigningKey: fileOf('lasting.key', keyPem(lasting)),
      reportSigningCertificate: fileOf('lasting.pem', certificatePem(lasting)),
    }
    const { app } = await serverUnderTest({ settings: own })
    const post = async (reportType: string) =>
      await app.inject({
        method: 'POST',
        url: '/V3/validate',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ document: 'UEsDBA==', filename: 'leping.asice', reportType }),
      })
    const simple = await post('Simple')
    expect(simple.json()).not.toHaveProperty('validationReportSignature')
    expect(simple.json()).toMatchObject({
      validationReport: { validationConclusion: { validatedDocument: { filename: 'leping.asice', hashAlgo: 'SHA256' } } },
    })
    const detailed = await post('Detailed')
    const { validationReportSignature } = detailed.json<{ validationReportSignature: string }>()
    const { default: JSZip } = await import('jszip')
    const signed = await (await JSZip.loadAsync(Buffer.from(validationReportSignature, 'base64')))
      .file('validationReport.json')
      ?.async('string')
    expect(detailed.body).toContain(`{"validationReport":${signed},"validationReportSignature":"`)
    await app.close()
  })
})
