import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import type { Siva1Report } from '#writers/siva1'
import { openDecodedCache, type ValidationContext } from '../../src/validation/validation-context.js'
import { needs } from '../support/needs.js'
import { validated } from '../support/validated.js'
import { createValidationContext, loadTrust } from '../support/validation-context.js'

const shared = fileURLToPath(new URL('../../../shared/', import.meta.url))
const list = join(shared, 'trust/legacy/ddoc-trust.json')

interface DdocTrust {
  readonly certificateAuthorities: readonly { readonly file: string }[]
  readonly ocspResponders: readonly { readonly responders: readonly { readonly file: string }[] }[]
}

/** Settings of the authorities and responders that the reference named for DIGIDOC-XML, responder by responder. */
function contextOf(isTrusted: (file: string) => boolean): ValidationContext {
  const { certificateAuthorities, ocspResponders } = JSON.parse(readFileSync(list, 'utf8')) as DdocTrust
  const authorities = new Set(certificateAuthorities.map(({ file }) => file))
  const responders = new Set(ocspResponders.flatMap((entry) => entry.responders.map(({ file }) => file)))
  const path = (file: string) => join(shared, 'trust/legacy', file)
  const services = [
    ...[...authorities].filter(isTrusted).map((file) => ({ files: path(file), role: 'ca' })),
    ...[...responders].filter(isTrusted).map((file) => ({ files: path(file), role: 'ocsp', timeMarkResponder: true })),
  ]
  const folder = mkdtempSync(join(tmpdir(), 'allkiri-ddoc-'))
  try {
    writeFileSync(join(folder, 'trust.json'), JSON.stringify({ services }))
    return createValidationContext(loadTrust(join(folder, 'trust.json')), openDecodedCache(limits))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const passed = (...warnings: readonly string[]) => ({ indication: 'TOTAL-PASSED', errors: [], warnings })
const failed = (errors: readonly string[], ...warnings: readonly string[]) => ({ indication: 'TOTAL-FAILED', errors, warnings })
type Expected = ReturnType<typeof passed> | ReturnType<typeof failed>

const old = (version: string) => `Old and unsupported format: ${version === '1.0' ? 'SK-XML' : 'DIGIDOC-XML'} version: ${version}`
const unsigned = (files: string) => `The signature covers the digest of these files, and not the name under which they are shown: ${files}.`
const noNamespaces = ['X509IssuerName has none or invalid namespace: null', 'X509SerialNumber has none or invalid namespace: null']
const test = (name: string) => `The signature was made with a test certificate (${name}).`
const test2011 = test('TEST of SK OCSP RESPONDER 2011')
const testOf2011 = test('TEST of ESTEID-SK 2011')
const test2015 = test('TEST of ESTEID-SK 2015')
const sk = [old('1.0'), unsigned('Tartu ja Tallinna koostooleping.doc')]
const wrongValue = 'Invalid signature value!'

/** Expected verdicts of real documents; the texts of their errors and warnings in order. */
const documents: Readonly<Record<string, readonly Expected[]>> = {
  'DIGIDOC-XML1.1.ddoc': [passed(old('1.1'))],
  'DIGIDOC-XML1.1_hashcode.ddoc': [passed(old('1.1'), unsigned('puhkus_urmo_062006.doc'))],
  'DIGIDOC-XML1.2.ddoc': [passed(old('1.2'), 'The file RO219559508.pdf (D0) states a size of 5252 bytes and has 3938.')],
  'DIGIDOC-XML1.3.ddoc': [passed()],
  'SK-XML1.0.ddoc': [passed(...sk), passed(...sk)],
  'SK-XML1_0_hashcode.ddoc': [passed(...sk), passed(...sk)],
  'vaikesed1.1.ddoc': [passed(old('1.1'))],
  'igasugust1.1.ddoc': [passed(old('1.1')), passed(old('1.1')), passed(old('1.1'))],
  'igasugust1.2.ddoc': [passed(old('1.2')), passed(old('1.2')), passed(old('1.2'))],
  'igasugust1.3.ddoc': [passed(), passed(), passed()],
  'susisevad1_3.ddoc': [passed()],
  'EID-SK _ EID-SK OCSP RESPONDER.ddoc': [passed(old('1.1'))],
  'BOM_algusega.ddoc': [passed()],
  'ddoc_wo_x509IssueName_xmlns.ddoc': [passed(...noNamespaces), passed(...noNamespaces)],
  'ddoc-valid.ddoc': [passed(test2015)],
  'ddoc_for_testing.ddoc': [passed(testOf2011)],
  // The authority of its signer is in no list.
  'valid_XML1_3.ddoc': [
    failed(['Signers cert not trusted, missing CA cert!', 'Signing certificate issuer information does not match'], test2011),
  ],
  'changed_digidoc_test.ddoc': [
    failed(
      [
        'Bad digest for DataFile: D0',
        'Bad digest for SignedProperties: S0-SignedProperties',
        wrongValue,
        'Notary: N0 producedAt: 2014-06-16T09:36:17Z does not match OcpsRef-s producedAt: 2013-06-16T09:36:17Z',
      ],
      testOf2011,
    ),
  ],
  '18912.ddoc': [passed('Bad digest for DataFile: D0 alternate digest matches!')],
  'AndmefailiAtribuudidMuudetud.ddoc': [failed(['Bad digest for DataFile: D0'])],
  'lisatud_andmefail.ddoc': [failed(['Missing Reference for file: testfail2.txt'], test('TEST-SK OCSP RESPONDER 2005'))],
  'DIGIDOC-XML1.3_lisatud_andmefail.ddoc': [failed(['Missing Reference for file: testfail2.txt'])],
  'test-inv-sig-inf.ddoc': [failed([wrongValue])],
  'ilma_kehtivuskinnituseta.ddoc': [failed(['Signature has no OCSP confirmation!'], old('1.2'), test('TEST-SK'))],
  'OCSP nonce vale.ddoc': [
    failed(
      [
        "Notarys digest doesn't match!",
        'Notary: N0 producedAt: 2009-05-27T21:01:33Z does not match OcpsRef-s producedAt: 2009-05-27T21:00:04Z',
        "OCSP response's nonce doesn't match the requests nonce!",
      ],
      test('TEST-SK OCSP RESPONDER 2005'),
    ),
  ],
  'Tundmatu_OCSP_responder.ddoc': [
    failed([
      'Signers cert not trusted, missing CA cert!',
      'Signing certificate issuer information does not match',
      "No certificate for responder: 'byName: CN=Belgium OCSP Responder,C=BE' found in local certificate store!",
    ]),
  ],
  'test1-ddoc-revoked.ddoc': [failed(['Certificate has been revoked!'], ...noNamespaces, test2011)],
  'cert-unknown.ddoc': [failed(['Certificate status is unknown!'], ...noNamespaces, test2011)],
  'ddoc_1_3.xml.ddoc': [
    failed([
      'Bad digest for DataFile: D0',
      'Bad digest for SignedProperties: S0-SignedProperties',
      wrongValue,
      "Notarys digest doesn't match!",
    ]),
  ],
  'multipleInvalidSignatures.ddoc': ['D2', 'D3', 'D2'].map((id) => failed([`Bad digest for DataFile: ${id}`, wrongValue], old('1.1'))),
  'one-valid-and-multiple-invalid-signatures.ddoc': [
    passed(test2015),
    failed(['Bad digest for DataFile: D0', wrongValue], test2015),
    failed(['Bad digest for SignedProperties: S2-SignedProperties', wrongValue], test2015),
    failed([wrongValue, "OCSP response's nonce doesn't match the requests nonce!"], test2015),
    failed(["Notary certificates digest doesn't match!"], test2015),
    failed(["Notarys digest doesn't match!"], test2015),
    failed(['Signature has no OCSP confirmation!'], test2015),
  ],
  '22915-bad-df-id.ddoc': [failed(['Id attribute value has to be in form D<number> or DO'], ...noNamespaces)],
  '23060-1.ddoc': [
    failed([
      'The signature states a digest that is not 20 bytes in base64 (SigningCertificate).',
      'Bad digest for SignedProperties: S0-SignedProperties',
      'The signature names another certificate than the one it is verified with (LIIMETS,AIVAR,38003280319).',
    ]),
  ],
}

describe('real documents of DIGIDOC-XML', needs({ 'published lists beside the repository': existsSync(list) }), () => {
  const everything = existsSync(list) ? contextOf(() => true) : null
  const live = existsSync(list) ? contextOf((file) => file.startsWith('live/')) : null

  function reportOn(name: string, context: ValidationContext | null, policy: 'POLv1' | 'POLv2' = 'POLv1'): Siva1Report {
    if (context === null) throw new Error('skipped')
    const document = readFileSync(join(shared, 'conformance/files', name))
    const request = { document, filename: name, documentType: 'DDOC', policy, validationTime: Date.UTC(2026, 7, 20, 12) } as const
    return validated(request, context).report
  }

  describe.each(Object.entries(documents))('%s', (name, expected) => {
    it(
      'a real document of DIGIDOC-XML has its verdict',
      needs({ 'published documents beside the repository': existsSync(join(shared, 'conformance/files', name)) }),
      () => {
        const { signatures, validationWarnings } = reportOn(name, everything)
        expect(
          signatures.map(({ indication, errors, warnings }) => ({
            indication,
            errors: errors.map(({ content }) => content),
            warnings: warnings.map(({ description }) => description),
          })),
        ).toEqual(expected)
        // No reason (decisions.md#ddoc-verdict), no level (#legal-level), nothing about the container (#ddoc-warnings).
        expect(signatures.map(({ subIndication, signatureLevel }) => subIndication + signatureLevel).join('')).toBe('')
        expect(validationWarnings).toEqual([])
      },
    )
  })

  it('the verdict on a real document of DIGIDOC-XML takes no test responder for a live one', () => {
    expect(reportOn('test1-ddoc-revoked.ddoc', live).signatures[0]?.errors.map(({ content }) => content)).toEqual([
      "No certificate for responder: 'byName: C=EE,O=AS Sertifitseerimiskeskus,OU=OCSP,CN=TEST of SK OCSP RESPONDER 2011,E=pki@sk.ee' found in local certificate store!",
    ])
  })

  it('the verdict on a real document of DIGIDOC-XML takes no test signature for a live one, although the live root issued the test authority', () => {
    const [signature] = reportOn('ilma_kehtivuskinnituseta.ddoc', live).signatures
    expect(signature?.errors.map(({ key }) => key)).toEqual([
      'ddoc-signer-trusted',
      'ddoc-signer-issuer-named',
      'ddoc-confirmation-present',
    ])
  })

  it('the report on a real document of DIGIDOC-XML gives Estonian times of 1.0 in UTC', () => {
    expect(
      reportOn('SK-XML1.0.ddoc', live).signatures.map(({ claimedSigningTime, info }) => [claimedSigningTime, info.bestSignatureTime]),
    ).toEqual([
      ['2002-10-07T12:10:19Z', '2002-10-07T11:10:47Z'],
      ['2002-10-07T12:11:11Z', '2002-10-07T11:11:38Z'],
    ])
  })

  it('the report on a real document of DIGIDOC-XML counts signatures of the Estonian authority as qualified', () => {
    expect(reportOn('igasugust1.3.ddoc', live, 'POLv2').validSignaturesCount).toBe(3)
  })
})
