import { describe, expect, it } from 'vitest'
import { type PolicyName, policiesOfInterface, policyNames, type TrustSource } from '#model'
import { concludeDocument, POLv1, POLv3, POLv4, validationPolicies } from '#validation/policy'
import { contextFor } from '../../conformance/validate-sample.js'
import { agreement, asicContainer, dataFile, signedContainer } from '../../support/asice.js'
import { hours, minutes, moments, pki } from '../../support/pki.js'
import type { SignatureOptions } from '../../support/signature-options.js'
import { hash } from '../../support/signing.js'
import { timeStampToken } from '../../support/time-stamp.js'
import { trustPath } from '../../support/trust.js'
import { validated } from '../../support/validated.js'
import { evaluateSignature, type ListedLevel, withLegalLevel } from './concluding.js'
import { setAnchor } from './extended-signatures.js'
import { changeCertificate, changed, type Evidence, service, soundLongTerm, soundTimeMark, validationTime } from './sound-signatures.js'

interface Expected {
  readonly indication: string
  readonly subIndication: string | null
  readonly errors: readonly string[]
}

const passing: Expected = { indication: 'TOTAL-PASSED', subIndication: null, errors: [] }
const failing = (...errors: readonly string[]): Expected => ({ indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE', errors })

/** The verdict on each signature of a generated document, and the keys of its warnings. */
function verdicts(document: Buffer, policy: PolicyName, documentType: 'BDOC' | 'PDF' = 'BDOC') {
  const request = { document, filename: 'a.asice', documentType, policy, validationTime: moments.validation } as const
  return validated(request, contextFor(trustPath('standard'))).document.signatures
}

function verdictOf(document: Buffer, policy: PolicyName = 'POLv3'): Expected {
  const [signature] = verdicts(document, policy)
  if (signature === undefined) throw new TypeError('no signature')
  const { indication, subIndication, errors } = signature
  return { indication, subIndication, errors: errors.map(({ key }) => key) }
}

const warningsOf = (document: Buffer, policy: PolicyName) => verdicts(document, policy)[0]?.warnings.map(({ key }) => key)

describe('POLv3', () => {
  it('POLv3 passes what POLv1 passes, when nothing is amiss', () => {
    for (const level of ['LT', 'LTA'] as const) expect(verdictOf(signedContainer({ level }))).toEqual(passing)
  })

  const extra = dataFile('lisa.txt', 'lisa')

  it('POLv3 fails a signature that leaves out a file of the container, which under POLv1 is a warning about the document', () => {
    const added = signedContainer({}, { files: [agreement, extra], signedFiles: [agreement] })
    const comparison = ['manifest-entry-not-in-signature', 'container-file-not-in-signature']
    expect(verdictOf(added)).toEqual(failing(...comparison, 'data-files-signed'))
    expect(verdictOf(added, 'POLv1')).toEqual(passing)
    expect(verdictOf(signedContainer({}, { files: [agreement, extra] }))).toEqual(passing)
  })

  it('POLv3 fails the signature that does not cover a file, even when another one does', () => {
    const onlyFirst: SignatureOptions = { references: (all) => all.filter(({ uri }) => uri !== 'lisa.txt') }
    const manifest = (entries: readonly { path: string; mimeType: string }[]) => entries
    const partly = (...signatures: SignatureOptions[]) => asicContainer({ files: [agreement, extra], signatures, manifest })
    const keysOf = (document: Buffer) =>
      verdicts(document, 'POLv3').map(({ errors }) => errors.map(({ key }) => key).includes('data-files-signed'))
    expect(keysOf(partly({}, onlyFirst))).toEqual([false, true])
    expect(keysOf(partly(onlyFirst, {}))).toEqual([true, false])
    expect(keysOf(partly({}, {}))).toEqual([false, false])
  })

  it('POLv3 fails a manifest that contradicts the signature, and one that is missing', () => {
    const otherType = signedContainer({}, { manifest: (entries) => entries.map((entry) => ({ ...entry, mimeType: 'application/pdf' })) })
    expect(verdictOf(otherType)).toEqual(failing('mime-type-differs'))
    const without = signedContainer({}, { entries: (entries) => entries.filter(({ name }) => name !== 'META-INF/manifest.xml') })
    expect(verdictOf(without)).toEqual(failing('manifest-missing'))
    for (const document of [otherType, without]) expect(verdictOf(document, 'POLv1')).toEqual(passing)
  })

  it('POLv3 knows a file only by its exact name: a plus sign is no space', () => {
    const named = (uri: string) =>
      signedContainer(
        { references: (all) => all.map((each) => (each.type === null ? { ...each, uri } : each)) },
        { files: [dataFile('a b.txt', '')] },
      )
    const notFound = { indication: 'INDETERMINATE', subIndication: 'SIGNED_DATA_NOT_FOUND', errors: ['signed-data-name-exact'] }
    expect(verdictOf(named('a+b.txt'))).toEqual(notFound)
    expect(verdictOf(named('a+b.txt'), 'POLv1')).toEqual(passing)
    expect(verdictOf(named('a%20b.txt'))).toEqual(passing)
  })

  it('POLv3 fails a signature with a time-stamp that is not valid, even when another one proves its time', () => {
    const broken = signedContainer({ level: 'LTA', archive: [{ imprint: hash('sha256', Buffer.from('something else')) }] })
    expect(verdictOf(broken)).toEqual(failing('time-stamps-valid', 'time-stamp-imprint-intact'))
    expect(verdictOf(broken, 'POLv1')).toEqual(passing)
    const untrusted = signedContainer({
      timeStamps: (data) => [timeStampToken({ data, unit: pki.foreignTimeStampingUnit }), timeStampToken({ data })],
    })
    expect(verdictOf(untrusted).errors[0]).toBe('time-stamps-valid')
    expect(verdictOf(untrusted, 'POLv1')).toEqual(passing)
    expect(verdictOf(signedContainer({ timeStamps: (data) => [timeStampToken({ data }), timeStampToken({ data })] }))).toEqual(passing)
  })

  it('POLv3 fails a signature that is no baseline signature, which POLv1 passes', () => {
    const withoutFormat = signedContainer({ references: (all) => all.map((each) => ({ ...each, mimeType: null })) })
    expect(verdictOf(withoutFormat)).toEqual(failing('signature-baseline'))
    expect(verdictOf(withoutFormat, 'POLv1')).toEqual(passing)
    const older = (tampered: string) =>
      signedContainer({
        tamper: (xml) => xml.replace('</xades:UnsignedSignatureProperties>', (end) => `<xades:${tampered}></xades:${tampered}>${end}`),
      })
    expect(verdictOf(older('CompleteCertificateRefs'))).toEqual(failing('signature-baseline'))
    expect(verdictOf(older('CompleteCertificateRefs'), 'POLv1')).toEqual(passing)
    expect(verdictOf(older('AttributeCertificateRefs'))).toEqual(passing)
  })

  it('POLv3 fails a time-stamp that does not state its certificate (RFC 3161, 2.4.2), which POLv1 passes with a warning', () => {
    const unstated = signedContainer({ timeStamp: { signingCertificate: 'none' } })
    expect(verdictOf(unstated).errors).toContain('time-stamp-certificate-reference-present')
    expect(verdictOf(unstated, 'POLv1')).toEqual(passing)
  })

  it('POLv3 has no limit for the time between time-stamp and OCSP response, and warns from 15 minutes on', () => {
    const confirmedAfter = (delay: number) => signedContainer({ ocsp: { producedAt: moments.timeStamp + delay } })
    const late = confirmedAfter(hours(100))
    expect(verdictOf(late)).toEqual(passing)
    expect(warningsOf(late, 'POLv3')).toEqual(['revocation-within-quarter'])
    expect(verdictOf(late, 'POLv1').errors).toEqual(['revocation-within-day'])
    const quarter = confirmedAfter(minutes(15))
    expect(warningsOf(quarter, 'POLv3')).toEqual(['revocation-within-quarter'])
    expect(warningsOf(quarter, 'POLv1')).toEqual([])
    expect(warningsOf(confirmedAfter(minutes(15) - 1000), 'POLv3')).toEqual([])
  })

  it('POLv3 fails an OCSP response from before the time-stamp', () => {
    const early = signedContainer({ ocsp: { producedAt: moments.timeStamp - 1000 } })
    expect(verdictOf(early)).toEqual(failing('revocation-after-time-stamp'))
  })

  it('POLv3 says CERTIFICATE_CHAIN_GENERAL_FAILURE where revocation data are missing, and FORMAT_FAILURE for level B', () => {
    expect(verdictOf(signedContainer({ level: 'T' }))).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'CERTIFICATE_CHAIN_GENERAL_FAILURE',
    })
    expect(verdictOf(signedContainer({ level: 'T' }), 'POLv1').subIndication).toBe('TRY_LATER')
    expect(verdictOf(signedContainer({ level: 'B-BES' })).subIndication).toBe('FORMAT_FAILURE')
  })

  const evaluate = ({ facts, data }: Evidence, policy = POLv3) => evaluateSignature(policy, facts, data, validationTime)
  const errorsOf = (evidence: Evidence, policy = POLv3) => evaluate(evidence, policy).errors.map(({ key }) => key)

  it('POLv3 trusts time-stamps of qualified services only', () => {
    const listedAs = (type: 'TSA' | 'TSA/QTST') => changed(soundLongTerm(), (e) => setAnchor(e, 'Unit', [service(type, 'Unit')]))
    expect(errorsOf(listedAs('TSA/QTST'))).toEqual([])
    expect(errorsOf(listedAs('TSA'))).toEqual(['certificate-valid', 'existence-proven', 'time-stamps-valid', 'trust-service-type'])
    expect(errorsOf(listedAs('TSA'), POLv1)).toEqual([])
  })

  it('POLv3 does not accept RIPEMD-160, DSA and curves below 256 bits, and accepts SHA-1 with a warning', () => {
    const digest = (algorithm: 'RIPEMD160' | 'SHA1') =>
      changed(soundLongTerm(), (e) => void Object.assign(e.facts.references[0]?.digest ?? {}, { algorithm }))
    expect(errorsOf(digest('RIPEMD160'))).toEqual(['reference-algorithm-acceptable'])
    expect(errorsOf(digest('SHA1'))).toEqual([])
    expect(evaluate(digest('SHA1')).warnings.map(({ key }) => key)).toEqual(['digest-strong'])
    const curve = (size: number) =>
      changed(soundLongTerm(), (e) => changeCertificate(e, 'Signer', (person) => Object.assign(person.publicKey, { size })))
    expect(errorsOf(curve(255))).toEqual(['signature-algorithm-acceptable'])
    expect(errorsOf(curve(256))).toEqual([])
  })

  it('POLv3 accepts RSA keys below 1900 bits for what a signature proves before October 2019, and not after', () => {
    const { digests, keys } = POLv3.profiles['asic-e'].algorithms.signature
    expect(keys.RSA).toEqual([
      { minimumBits: 1024, until: Date.UTC(2019, 9, 1) },
      { minimumBits: 1900, until: null },
    ])
    expect(Object.keys(digests)).not.toContain('RIPEMD160')
  })

  it('POLv3 does not decide by a trusted list which ran out', () => {
    const { facts, data } = withLegalLevel(soundLongTerm(), 'QESig')
    const listed = (nextUpdate: number, policy = POLv3) => {
      const list = { territory: 'EE', sequenceNumber: 7, listOfLists: '', nextUpdate }
      const source = { kind: 'trusted-list', id: 'EE', facts: list } as unknown as TrustSource
      const [concluded] = concludeDocument(policy, [{ kind: 'read', facts, data }], [source], validationTime)
      const { indication, subIndication, errors, warnings } = concluded ?? { errors: [], warnings: [] }
      return [indication, subIndication, ...errors.map(({ key }) => key), ...warnings.map(({ key }) => key)]
    }
    expect(listed(validationTime)).toEqual(['TOTAL-PASSED', null])
    expect(listed(validationTime - 1)).toEqual(['INDETERMINATE', 'TRY_LATER', 'trusted-list-stale'])
    expect(listed(validationTime - 1, POLv1)).toEqual(['TOTAL-PASSED', null, 'trusted-list-stale'])
  })
})

describe('POLv4', () => {
  const under = (level: ListedLevel, policy = POLv4) => {
    const { facts, data } = withLegalLevel(soundLongTerm(), level)
    return evaluateSignature(policy, facts, data, validationTime)
  }

  it('POLv4 passes qualified signatures and seals', () => {
    for (const level of ['QESig', 'QESeal', 'AdESeal-QC'] as const)
      expect(under(level)).toMatchObject({ indication: 'TOTAL-PASSED', level, errors: [], warnings: [] })
  })

  it('POLv4 passes a signature with a qualified certificate but without a qualified device, with a warning', () => {
    const conclusion = under('AdESig-QC')
    expect(conclusion).toMatchObject({ indication: 'TOTAL-PASSED', level: 'AdESig-QC' })
    expect(conclusion.warnings.map(({ key }) => key)).toEqual(['signature-level-with-device'])
    expect(under('QESig').warnings).toEqual([])
  })

  it('POLv4 fails every other level, and no level; the level stays what it is under POLv3', () => {
    for (const level of ['AdESig', 'none'] as const) {
      const conclusion = under(level)
      expect(conclusion).toMatchObject({ indication: 'TOTAL-FAILED', subIndication: 'CHAIN_CONSTRAINTS_FAILURE' })
      expect(conclusion.errors.map(({ key }) => key)).toEqual(['signature-level-sufficient'])
      expect(conclusion.level).toBe(under(level, POLv3).level)
      expect(under(level, POLv3).indication).toBe('TOTAL-PASSED')
    }
  })

  it('POLv4 accepts levels by what the certificate is for', () => {
    const { signature, seal, unknown } = POLv4.legalLevel.levels
    expect(signature).toEqual({ accepted: ['QESig'], withWarning: ['AdESig-QC'] })
    expect(seal).toEqual({ accepted: ['QESeal', 'AdESeal-QC'], withWarning: [] })
    expect(unknown).toEqual({ accepted: [], withWarning: [] })
  })
})

describe('policies', () => {
  it('policies belong to interfaces, and none to two of them', () => {
    expect(policiesOfInterface).toEqual({ siva1: ['POLv1', 'POLv2'], siva3: ['POLv3', 'POLv4'] })
    expect(Object.keys(validationPolicies)).toEqual([...policyNames])
    for (const [name, policy] of Object.entries(validationPolicies)) expect(policy.name).toBe(name)
  })

  it('policies give a signature the same legal level, whichever judges it', () => {
    const levels = (['QESig', 'QESeal', 'AdESig-QC', 'AdESig', 'none'] as const).map((level) => {
      const { facts, data } = withLegalLevel(soundLongTerm(), level)
      return policyNames.map((name) => evaluateSignature(validationPolicies[name], facts, data, validationTime).level)
    })
    for (const each of levels) expect(new Set(each).size).toBe(1)
  })
})

describe('the moment at which algorithms are judged (decisions.md#algorithm-moment)', () => {
  const ending = (until: number) => {
    const constraints = POLv1.profiles['asic-e']
    const ended = { digests: { SHA256: { until } }, keys: { RSA: [{ minimumBits: 1024, until }], ECDSA: [{ minimumBits: 192, until }] } }
    const uses = ['signature', 'certificate', 'time-stamp', 'time-stamp-certificate', 'revocation'] as const
    const algorithms = Object.fromEntries(uses.map((use) => [use, ended])) as unknown as typeof constraints.algorithms
    return { ...POLv1, profiles: { ...POLv1.profiles, 'asic-e': { ...constraints, algorithms } } }
  }
  const errorsOf = ({ facts, data }: Evidence, until: number) =>
    evaluateSignature(ending(until), facts, data, validationTime).errors.map(({ key }) => key)
  const provenAt = evaluateSignature(POLv1, soundTimeMark().facts, soundTimeMark().data, validationTime).bestSignatureTime ?? 0

  it('the moment at which algorithms are judged is that of the time-mark, which no archive time-stamp can follow', () => {
    expect(errorsOf(soundTimeMark(), provenAt + 1)).toEqual([])
    expect(errorsOf(soundTimeMark(), provenAt)).not.toEqual([])
  })

  it('the moment at which algorithms are judged is that of validation with a time-stamp alone, as an archive time-stamp could have followed', () => {
    expect(errorsOf(soundLongTerm(), validationTime)).not.toEqual([])
    expect(errorsOf(soundLongTerm(), validationTime + 1)).toEqual([])
  })
})
