import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import type { CommonLevel } from '#model'
import { buildTrustSnapshot } from '#trust'
import { openDecodedCache } from '../../src/validation/validation-context.js'
import { pki } from '../support/pki.js'
import {
  additionalInformation,
  criteriaList,
  estonianServices,
  type InstanceOptions,
  keyUsageCriterion,
  listMoment,
  listOfLists,
  nationalList,
  qualification,
  qualifications,
  type ServiceOptions,
} from '../support/trusted-lists/index.js'
import { validated } from '../support/validated.js'
import { createValidationContext } from '../support/validation-context.js'
import { assemble, lotlFile, nationalFile } from '../trust/lists/list-set/lists-at-hand.js'

/**
 * One difference in a list at a time, and what it makes of a signature that nothing is wrong with. For the authority the issuance of the
 * signer's certificate decides, for responder and time-stamping unit the time of their own token; for the level issuance and signing.
 */
const documentOf = (name: string) => readFileSync(new URL(`../../fixtures/documents/${name}`, import.meta.url))
const stamped = documentOf('lt.asice')
/** Its time-mark comes from the responder that the list names; that of the other one was delegated by the authority. */
const marked = documentOf('lt-tm.bdoc')
const longAgo = '2016-07-01T00:00:00Z'
/** The signer's certificate was issued at the beginning of 2025, the signature was made in the morning of 2026-03-10. */
const issuance = { before: '2024-12-30T00:00:00Z', justBefore: '2024-12-31T00:00:00Z', after: '2025-01-02T00:00:00Z' }
const signing = { before: '2026-03-09T00:00:00Z', justBefore: '2026-03-10T01:00:00Z', after: '2026-03-11T00:00:00Z' }

const information = [{ content: additionalInformation('ForeSignatures') }]
const at = (from: string, type: string, status = 'granted', extensions: InstanceOptions['extensions'] = information): InstanceOptions => ({
  from,
  type,
  status,
  extensions,
})
const forSeals = [{ content: additionalInformation('ForeSeals') }]
const qualified = (...qualifiers: readonly string[]) => [
  ...information,
  { content: qualifications(qualification(qualifiers, criteriaList('all', keyUsageCriterion({ nonRepudiation: true })))) },
]

const [authority, second, responder, unit] = estonianServices as readonly [ServiceOptions, ServiceOptions, ServiceOptions, ServiceOptions]

function outcome(service: ServiceOptions, instances: readonly InstanceOptions[], document = stamped): string {
  return outcomeOf(
    [authority, second, responder, unit].map((one) => (one === service ? { ...one, instances } : one)),
    document,
  )
}

function outcomeOf(services: readonly ServiceOptions[], document = stamped): string {
  const list = nationalList('EE', { providers: [{ name: 'Provider', services }] })
  const set = assemble([lotlFile(listOfLists()), nationalFile('EE', list)])
  const context = createValidationContext(buildTrustSnapshot(set.contents), openDecodedCache(limits))
  const request = { document, filename: 'lt.asice', documentType: 'BDOC', validationTime: listMoment } as const
  const validate = (policy: 'POLv1' | 'POLv2') => validated({ ...request, policy }, context).report.signatures[0]
  const signature = validate('POLv1')
  // decisions.md#polv2: of those that pass, only QES passes POLv2 as well; the others keep their own reason.
  const strict = validate('POLv2')
  const passesBoth = signature?.indication === 'TOTAL-PASSED' && signature.signatureLevel === 'QES'
  expect(strict?.indication === 'TOTAL-PASSED').toBe(passesBoth)
  if (!passesBoth)
    expect(strict?.subIndication).toBe(signature?.indication === 'TOTAL-PASSED' ? 'CHAIN_CONSTRAINTS_FAILURE' : signature?.subIndication)
  return `${signature?.indication === 'TOTAL-PASSED' ? 'passes' : 'does not pass'}, ${signature?.signatureLevel ?? ''}`
}
const passes = (level: CommonLevel) => `passes, ${level}`
const doesNot = expect.stringMatching(/^does not pass, /)

describe('the authority', () => {
  it.each<[string, readonly InstanceOptions[], unknown]>([
    ['is granted all the time', [at(longAgo, 'CA/QC')], passes('QES')],
    ['is listed only after it issued the certificate', [at(issuance.after, 'CA/QC')], doesNot],
    ['is listed as a time-stamping service', [at(longAgo, 'TSA/QTST')], doesNot],
    ['issues certificates that are not qualified', [at(longAgo, 'CA/PKC')], passes('AdES')],
    ['became qualified before it issued the certificate', [at(issuance.justBefore, 'CA/QC'), at(longAgo, 'CA/PKC')], passes('QES')],
    ['became qualified only after it issued the certificate', [at(issuance.after, 'CA/QC'), at(longAgo, 'CA/PKC')], passes('AdES')],
    [
      'was withdrawn, and granted again before it issued the certificate',
      [at(issuance.justBefore, 'CA/QC'), at(issuance.before, 'CA/QC', 'withdrawn'), at(longAgo, 'CA/QC')],
      passes('QES'),
    ],
    [
      'was withdrawn, and granted again only after it issued the certificate',
      [at(issuance.after, 'CA/QC'), at(issuance.before, 'CA/QC', 'withdrawn'), at(longAgo, 'CA/QC')],
      doesNot,
    ],
    ['was withdrawn before it issued the certificate', [at(issuance.before, 'CA/QC', 'withdrawn'), at(longAgo, 'CA/QC')], doesNot],
    ['was withdrawn after the signature', [at(signing.after, 'CA/QC', 'withdrawn'), at(longAgo, 'CA/QC')], passes('QES')],
    [
      'says that the key is in no qualified device',
      [at(longAgo, 'CA/QC', 'granted', qualified('QCStatement', 'QCForESig', 'QCNoQSCD'))],
      passes('AdES/QC'),
    ],
    ['says that the certificate is not qualified', [at(longAgo, 'CA/QC', 'granted', qualified('NotQualified'))], passes('AdES')],
    ['contradicts itself about that', [at(longAgo, 'CA/QC', 'granted', qualified('QCStatement', 'NotQualified'))], passes('AdES')],
  ])('the difference of a list decides about the authority: %s', (_, instances, expected) => {
    expect(outcome(authority, instances)).toEqual(expected)
  })
})

describe.each([
  ['the responder', responder, 'Certstatus/OCSP/QC', 'Certstatus/OCSP', 'TSA/QTST', marked],
  ['the time-stamping unit', unit, 'TSA/QTST', 'TSA', 'CA/QC', stamped],
] as const)('%s', (_name, service, best, plain, other, document) => {
  it.each<[string, readonly InstanceOptions[], unknown]>([
    ['is granted all the time', [at(longAgo, best)], passes('QES')],
    ['is listed only after its token', [at(signing.after, best)], doesNot],
    ['is listed as something else', [at(longAgo, other)], doesNot],
    ['became qualified before its token', [at(signing.justBefore, best), at(longAgo, plain)], passes('QES')],
    [
      'became qualified only after its token: not being qualified does not matter',
      [at(signing.after, best), at(longAgo, plain)],
      passes('QES'),
    ],
    [
      'was withdrawn, and granted again before its token',
      [at(signing.justBefore, best), at(signing.before, best, 'withdrawn'), at(longAgo, best)],
      passes('QES'),
    ],
    [
      'was withdrawn, and granted again only after its token',
      [at(signing.after, best), at(signing.before, best, 'withdrawn'), at(longAgo, best)],
      doesNot,
    ],
    ['was withdrawn before its token', [at(signing.before, best, 'withdrawn'), at(longAgo, best)], doesNot],
    ['was withdrawn after its token', [at(signing.after, best, 'withdrawn'), at(longAgo, best)], passes('QES')],
  ])('the difference of a list decides: %s', (_, instances, expected) => {
    expect(outcome(service, instances, document)).toEqual(expected)
  })
})

describe('an authority above the issuing one (TS 119 615 4.3)', () => {
  const root = (...instances: readonly InstanceOptions[]): ServiceOptions => ({
    name: 'Root authority',
    certificates: [pki.root.certificate],
    instances,
  })
  const under = (issuing: readonly InstanceOptions[], above: readonly InstanceOptions[]) =>
    outcomeOf([{ ...authority, instances: issuing }, second, responder, unit, root(...above)])

  it.each<[string, readonly InstanceOptions[], readonly InstanceOptions[], unknown]>([
    ['makes qualified what the issuing one alone does not', [at(longAgo, 'CA/PKC')], [at(longAgo, 'CA/QC')], passes('QES')],
    ['is not asked when it was not listed at issuance', [at(longAgo, 'CA/PKC')], [at(issuance.after, 'CA/QC')], passes('AdES')],
    ['is a national root: that says nothing', [at(longAgo, 'CA/QC')], [at(longAgo, 'NationalRootCA-QC')], passes('QES')],
    ['agrees', [at(longAgo, 'CA/QC')], [at(longAgo, 'CA/QC')], passes('QES')],
    [
      'was withdrawn: the two disagree, and what passes is at least AdES',
      [at(longAgo, 'CA/QC')],
      [at(longAgo, 'CA/QC', 'withdrawn')],
      passes('AdES'),
    ],
    [
      'was withdrawn between issuance and signature',
      [at(longAgo, 'CA/QC')],
      [at(issuance.after, 'CA/QC', 'withdrawn'), at(longAgo, 'CA/QC')],
      passes('AdES'),
    ],
    [
      'says that there is no device',
      [at(longAgo, 'CA/QC')],
      [at(longAgo, 'CA/QC', 'granted', qualified('QCStatement', 'QCForESig', 'QCNoQSCD'))],
      passes('AdES'),
    ],
    ['is for seals only: it does not count', [at(longAgo, 'CA/QC')], [at(longAgo, 'CA/QC', 'granted', forSeals)], passes('QES')],
    ['changes nothing for the verdict', [at(longAgo, 'CA/QC', 'withdrawn')], [at(longAgo, 'CA/QC')], doesNot],
  ])('the difference of a list decides about an authority above the issuing one (TS 119 615 4.3): %s', (_, issuing, above, expected) => {
    expect(under(issuing, above)).toEqual(expected)
  })
})
