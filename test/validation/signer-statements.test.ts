import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import type { DocumentReport, SignatureReport } from '#model'
import { writeReport } from '#writers'
import { agreement } from '../support/asice.js'
import { cadesSignature, claimedRole, commitmentType, signerAttributes, signerLocation } from '../support/cades.js'
import { octetString, sequence, utf8String } from '../support/der.js'
import { detachedSignature } from '../support/loose-xades.js'
import { attribute } from '../support/pdf/cms.js'
import { signedPdf } from '../support/pdf/signed-pdf.js'
import { looseContext, validateLoose } from './validate-loose.js'

const context = looseContext()
const content = Buffer.from('Müüja müüb ja ostja ostab.\n')
const approval = '1.2.840.113549.1.9.16.6.5'

const validate = (document: Uint8Array): DocumentReport => validateLoose(document, context)
function signatureOf(document: Uint8Array): SignatureReport {
  const [signature] = validate(document).signatures
  if (signature === undefined) throw new Error('no signature')
  return signature
}
const message = (...signed: readonly Buffer[]) => cadesSignature(content, { signed })
const statementsOf = (document: Uint8Array) => {
  const { indication, claimedRoles, productionPlace, reason } = signatureOf(document)
  return { indication, claimedRoles, productionPlace, reason }
}
const none = { indication: 'TOTAL-PASSED', claimedRoles: [], productionPlace: null, reason: null }

describe('statements of the signer in CMS', () => {
  it.each([
    ['the first version', 'v1', 'explicit'],
    ['the second version', 'v2', 'explicit'],
    ['the second version, tagged implicitly', 'v2', 'implicit'],
    ['the first version, tagged implicitly', 'v1', 'implicit'],
  ] as const)('roles of the signer in CMS are read: %s of the attribute', (_, version, tagging) => {
    const roles = signerAttributes(version, [claimedRole('notar'), claimedRole('juhataja')], tagging)
    expect(statementsOf(message(roles))).toEqual({ ...none, claimedRoles: ['notar', 'juhataja'] })
  })

  it('roles of the signer in CMS that are no text, or certified by somebody else, are left out', () => {
    const structured = attribute('2.5.4.72', sequence(utf8String('juhataja')))
    expect(statementsOf(message(signerAttributes('v2', [structured, claimedRole(' ', 'notar')])))).toEqual({
      ...none,
      claimedRoles: ['notar'],
    })
    const certified = attribute('0.4.0.19122.1.1', sequence(Buffer.from([0xa1, 0x02, 0x30, 0x00])))
    expect(statementsOf(message(certified))).toEqual(none)
  })

  it('the place and the commitment of the signer in CMS are read', () => {
    expect(statementsOf(message(signerLocation('EE', 'Tartu'), commitmentType(approval)))).toEqual({
      ...none,
      productionPlace: { city: 'Tartu', stateOrProvince: null, postalCode: null, country: 'EE', location: null },
      reason: 'proof of approval',
    })
    expect(statementsOf(message(commitmentType('1.2.3.4'))).reason).toBe('1.2.3.4')
  })

  it.each([
    ['roles', '0.4.0.19122.1.1'],
    ['a place', '1.2.840.113549.1.9.16.2.17'],
    ['a commitment', '1.2.840.113549.1.9.16.2.16'],
  ])('%s in CMS that cannot be read changes nothing', (_, oid) => {
    expect(statementsOf(message(attribute(oid, octetString(Buffer.from('x')))))).toEqual(none)
  })

  it('a report has at most as many roles as its bound, whatever the attribute holds', () => {
    const roles = Array.from({ length: 5_000 }, (_, index) => `roll ${String(index)}`)
    expect(statementsOf(message(signerAttributes('v2', [claimedRole(...roles)]))).claimedRoles).toHaveLength(
      limits.signature.maxStatedTexts,
    )
  })

  it('roles of the signer in unsigned attributes are not read', () => {
    const roles = signerAttributes('v2', [claimedRole('notar')])
    expect(statementsOf(cadesSignature(content, { unsigned: [() => roles] }))).toEqual(none)
  })

  it('a PDF has the roles, the place and the commitment in its message; Reason of its dictionary comes before it, and Location where the message has no place', () => {
    const signed = [signerAttributes('v2', [claimedRole('notar')]), signerLocation('EE', 'Tartu'), commitmentType(approval)]
    const made = (entries = '') => statementsOf(signedPdf({ cms: { signed }, field: { entries } }))
    const place = { city: 'Tartu', stateOrProvince: null, postalCode: null, country: 'EE', location: null }
    expect(made()).toMatchObject({ claimedRoles: ['notar'], productionPlace: place, reason: 'proof of approval' })
    expect(made('/Location (Narva) /Reason (Kinnitan)')).toMatchObject({ productionPlace: place, reason: 'Kinnitan' })
    const withoutPlace = signedPdf({ cms: { signed: signed.slice(0, 1) }, field: { entries: '/Location (Narva)' } })
    expect(statementsOf(withoutPlace)).toMatchObject({ productionPlace: { location: 'Narva' } })
  })
})

it('a commitment in XAdES is read as in CMS', () => {
  const edit = (xml: string) =>
    xml.replace(
      '</xades:SignedDataObjectProperties>',
      '<xades:CommitmentTypeIndication><xades:CommitmentTypeId><xades:Identifier>http://uri.etsi.org/01903/v1.2.2#ProofOfOrigin</xades:Identifier></xades:CommitmentTypeId><xades:AllSignedDataObjects/></xades:CommitmentTypeIndication></xades:SignedDataObjectProperties>',
    )
  expect(statementsOf(detachedSignature([agreement], { edit }))).toEqual({ ...none, reason: 'proof of origin' })
})

describe('reports of statements of the signer', () => {
  const hostile = '<img src=x onerror=alert(1)>\u202Efdp'
  const report = validate(
    message(signerAttributes('v2', [claimedRole('notar', hostile)]), signerLocation('EE', 'Tartu'), commitmentType(approval)),
  )
  const validator = { validator: 'allkiri', files: () => [] }

  it('the report of SiVa 3 has the roles and the place of CMS as those of XAdES, and no commitment as reason of a PDF', async () => {
    const order = { form: 'siva3', strict: true, reportType: 'Simple', named: true, digests: null, digest: false } as const
    const { validationReport } = await writeReport(report, order, validator)
    const [signature] = validationReport.validationConclusion.signatures ?? []
    expect(signature?.info).toMatchObject({
      signerRole: [{ claimedRole: 'notar' }, { claimedRole: hostile }],
      signatureProductionPlace: { city: 'Tartu', countryName: 'EE' },
    })
    expect(signature?.info).not.toHaveProperty('signingReason')
  })

  it('the command line and the printed report show roles, place and commitment, and nothing in them as markup', async () => {
    const text = await writeReport(report, { form: 'text', file: 'leping.p7m', explain: false, colours: false }, validator)
    expect(text).toMatch(/role +notar, /)
    expect(text).toMatch(/place +Tartu, EE/)
    expect(text).toMatch(/reason +proof of approval/)
    const html = Buffer.from(await writeReport(report, { form: 'html', language: 'et' }, validator)).toString()
    expect(html).toContain('notar')
    expect(html).not.toContain('<img')
    for (const shown of [text, html]) expect(shown).not.toContain('\u202E')
  })

  it('the report by TS 119 102-2 has the commitment by its identifier', async () => {
    const xml = Buffer.from(await writeReport(report, { form: 'etsi' }, validator)).toString()
    expect(xml).toMatch(
      /CommitmentTypeIndication Signed="true">\s*<(?:\w+:)?CommitmentTypeIdentifier>urn:oid:1\.2\.840\.113549\.1\.9\.16\.6\.5</,
    )
    expect(xml).toMatch(/Role>notar</)
    expect(xml).not.toContain('ReasonElement')
  })
})
