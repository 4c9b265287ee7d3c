import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import type { DocumentType } from '#model'
import { buildTrustSnapshot } from '#trust'
import { validateDocument } from '#validation'
import type { OperatorPolicy } from '#validation/policy'
import { PolicyFileError, readPolicyFile } from '#validation/policy-file'
import { openDecodedCache } from '../../src/validation/validation-context.js'
import { agreement, asicContainer, dataFile, signedContainer } from '../support/asice.js'
import { ddocContainer } from '../support/ddoc/container.js'
import { signedPdf } from '../support/pdf/signed-pdf.js'
import { moments, pki } from '../support/pki.js'
import { estonianServices, listMoment, listOfLists, nationalList } from '../support/trusted-lists/index.js'
import { createValidationContext, loadTrust } from '../support/validation-context.js'
import { assemble, lotlFile, nationalFile } from '../trust/lists/list-set/lists-at-hand.js'

const context = createValidationContext(
  loadTrust(new URL('../../fixtures/trust/standard.json', import.meta.url).pathname),
  openDecodedCache(limits),
)

function read(members: object): OperatorPolicy {
  const file = { name: 'own', basis: 'POLv1', description: 'A policy of an operator.', ...members }
  return readPolicyFile(Buffer.from(JSON.stringify(file)), 'own.json')
}

/** The verdicts on a document under a policy file with these members. */
function under(members: object, document: Uint8Array, documentType: DocumentType) {
  const request = { document, filename: 'a', documentType, policy: 'own', validationTime: moments.validation } as const
  const { signatures } = validateDocument(request, { ...context, policies: [read(members)] })
  return signatures.map(({ indication, errors }) => [indication, ...errors.map(({ key }) => key)].join(' '))
}

describe('what a policy file requires of one kind of document', () => {
  it.each([
    ['pdf', 'PDF', signedPdf()],
    ['asic-e', 'BDOC', signedContainer()],
  ] as const)('a legal level that is required of %s decides there', (profile, type, document) => {
    const levels = { 'signature-level-qualified': 'fail' }
    expect(under({}, document, type)).toEqual(['TOTAL-PASSED'])
    expect(under({ levels }, document, type)).toEqual(['TOTAL-FAILED signature-level-qualified'])
    expect(under({ profiles: { [profile]: { levels } } }, document, type)).toEqual(['TOTAL-FAILED signature-level-qualified'])
    expect(under({ profiles: { cades: { levels } } }, document, type)).toEqual(['TOTAL-PASSED'])
  })

  it('a finding about the container that fails for its kind alone fails the signature', () => {
    const added = asicContainer({ files: [agreement, dataFile('lisa.txt', 'Lisa')], signedFiles: [agreement] })
    const levels = { 'container-file-not-in-signature': 'fail' }
    expect(under({}, added, 'BDOC')).toEqual(['TOTAL-PASSED'])
    expect(under({ profiles: { 'asic-e': { levels } } }, added, 'BDOC')).toEqual(['TOTAL-FAILED container-file-not-in-signature'])
  })

  it('a repeated signature fails where the file says so for its kind alone', () => {
    const twice = asicContainer({ signatures: [{ id: 'S' }, { id: 'S', signer: pki.secondSigner }] })
    const levels = { 'signature-unique': 'fail' }
    expect(under({}, twice, 'BDOC')).toEqual(['TOTAL-PASSED', 'TOTAL-PASSED'])
    expect(under({ profiles: { 'asic-e': { levels } } }, twice, 'BDOC')).toEqual(['TOTAL-PASSED', 'TOTAL-FAILED signature-unique'])
  })

  it('a warning of DIGIDOC-XML that the file makes a failure is one', () => {
    const old = ddocContainer({ version: '1.2' })
    const levels = { 'ddoc-version-current': 'fail' }
    expect(under({}, old, 'DDOC')).toEqual(['TOTAL-PASSED'])
    expect(under({ levels }, old, 'DDOC')).toEqual(['TOTAL-FAILED ddoc-version-current'])
    expect(under({ profiles: { ddoc: { levels } } }, old, 'DDOC')).toEqual(['TOTAL-FAILED ddoc-version-current'])
  })
})

describe('a policy file that requires no proof of time', () => {
  const withdrawn = { type: 'CA/QC', status: 'withdrawn', from: '2026-05-01T00:00:00Z' }
  const services = estonianServices.map((service, i) => (i === 0 ? { ...service, instances: [withdrawn, ...service.instances] } : service))
  const contextOf = (providers: Parameters<typeof nationalList>[1]) =>
    createValidationContext(
      buildTrustSnapshot(assemble([lotlFile(listOfLists()), nationalFile('EE', nationalList('EE', providers))]).contents),
      openDecodedCache(limits),
    )
  const levels = { 'existence-proven': 'warn', 'revocation-data-available': 'warn', 'revocation-source-ocsp': 'warn' }
  const own = read({ basis: 'POLv2', levels, constraints: { signatureLevels: ['B', 'LT', 'LTA'] } })
  const verdictOn = (listed: ReturnType<typeof contextOf>) => {
    const document = signedContainer({ level: 'B-BES' })
    const request = { document, filename: 'a', documentType: 'BDOC', policy: 'own', validationTime: listMoment } as const
    const { signatures } = validateDocument(request, { ...listed, policies: [own] })
    return signatures.map(({ indication, errors }) => [indication, ...errors.map(({ key }) => key)].join(' '))
  }

  it('does not let the signer choose the legal level by the time that it claims', () => {
    expect(verdictOn(contextOf({}))).toEqual(['TOTAL-PASSED'])
    expect(verdictOn(contextOf({ providers: [{ name: 'Provider', services }] }))).toEqual(['TOTAL-FAILED signature-level-qualified'])
  })
})

describe('what no policy file can weaken', () => {
  it.each([
    'pdf-changes-explained',
    'pdf-changes-permitted',
    'pdf-revision-covered',
    'pdf-cross-reference-sound',
    'ddoc-data-file-signed',
    'ddoc-confirmation-signature',
    'ddoc-confirmation-certificate',
    'xroad-message-signed',
    'xroad-hash-chain-input-bound',
    'xroad-member-matches',
    'revocation-status-known',
    'revocation-extensions-understood',
    'certificate-not-on-hold',
    'authority-path-length',
    'signature-structure',
  ])('%s, without which a changed document, another signer or a revoked certificate would pass', (key) => {
    expect(() => read({ levels: { [key]: 'warn' } })).toThrow(PolicyFileError)
    expect(() => read({ profiles: { pdf: { levels: { [key]: 'ignore' } } } })).toThrow('no policy weakens this check')
    expect(() => read({ levels: { [key]: 'fail' } })).not.toThrow()
  })
})
