import { describe, expect, it } from 'vitest'
import type { SignatureAlgorithm, TimeStampFacts } from '#model'
import { POLv1, type ValidationPolicy } from '#validation/policy'
import type { AlgorithmConstraints } from '../../../src/validation/policy/validation-policy.js'
import { constraints, evaluateSignature, policyWith } from './concluding.js'
import { addAnswer, addCertificate, setAnchor, setPath, withIssuedUnit, withSubordinate } from './extended-signatures.js'
import {
  archivedAt,
  certificate,
  changeCertificate,
  changed,
  type Evidence,
  inForce,
  minute,
  ocsp,
  second,
  service,
  soundArchive,
  soundLongTerm,
  stampedAt,
  statement,
  timeStamp,
  validationTime,
  withTimeStamp,
} from './sound-signatures.js'

const rsaSha512: SignatureAlgorithm = { identifier: 'rsa-sha512', encryption: 'RSA', digest: 'SHA512' }

/** Level LTA whose signature time-stamp comes from a unit that is not listed, its archive time-stamp from one that is, with stronger algorithms. */
function archivedByAnother(base: Evidence = soundLongTerm()): Evidence {
  const archive = timeStamp('archive stamp', 'archive', archivedAt)
  const evidence = withTimeStamp(withIssuedUnit(base), {
    ...archive,
    signingCertificate: 'Archive unit',
    certificates: ['Archive unit'],
    tsaName: null,
    imprint: { digest: { identifier: 'sha512', algorithm: 'SHA512', value: '00' }, status: 'intact' },
    token: { ...archive.token, signatureAlgorithm: rsaSha512, messageDigestAlgorithm: 'SHA512' },
    coverage: {
      signatureValue: true,
      signedData: true,
      certificates: ['Signer', 'Responder', 'Unit', 'Sub CA'],
      revocations: ['answer', 'answer about Unit'],
      timeStamps: ['stamp'],
    },
  })
  addCertificate(evidence, certificate('Archive unit', { issuer: 'Somebody' }))
  setAnchor(evidence, 'Archive unit', [service('TSA/QTST', 'Archive')])
  setPath(evidence, 'Archive unit', ['Archive unit'])
  evidence.facts.level = 'LTA'
  return evidence
}

const evaluate = ({ facts, data }: Evidence, policy: ValidationPolicy = POLv1, time = validationTime) =>
  evaluateSignature(policy, facts, data, time)

describe('archival data (EN 319 102-1 5.6)', () => {
  it('archival data pass when a signature has nothing to prove by them', () => {
    expect(evaluate(archivedByAnother()).errors).toEqual([])
  })

  const revokeUnit = (at: number) => (evidence: Evidence) => {
    const answer = evidence.data.revocations.find(({ certificate: about }) => about === 'Unit')
    if (answer !== undefined) Object.assign(answer, { status: 'revoked', revocationTime: at })
  }

  it('archival data save a time-stamp whose unit was revoked after the archive time-stamp', () => {
    const conclusion = evaluate(changed(archivedByAnother(), revokeUnit(archivedAt + second)))
    expect(conclusion.errors).toEqual([])
    expect(conclusion.bestSignatureTime).toBe(stampedAt)
  })

  it('archival data do not save a time-stamp whose unit was revoked before the archive time-stamp', () => {
    const conclusion = evaluate(changed(archivedByAnother(), revokeUnit(archivedAt)), POLv1, inForce)
    expect(conclusion.errors.map(({ key }) => key)).toEqual(['existence-proven', 'certificate-not-revoked'])
    expect(conclusion.bestSignatureTime).toBeNull()
  })

  it('archival data do not save a time-stamp that the archive time-stamp does not cover', () => {
    const evidence = changed(archivedByAnother(), revokeUnit(archivedAt + second))
    for (const each of evidence.facts.timeStamps) each.coverage.timeStamps = []
    expect(evaluate(evidence, POLv1, inForce).subIndication).toBe('FORMAT_FAILURE')
  })

  it('archival data do not save a time-stamp when the archive time-stamp itself does not verify', () => {
    const evidence = changed(archivedByAnother(), revokeUnit(archivedAt + second))
    for (const each of evidence.facts.timeStamps) if (each.kind === 'archive') each.imprint.status = 'mismatch'
    const conclusion = evaluate(evidence, POLv1, inForce)
    expect(conclusion.errors.map(({ key }) => key)).toEqual(['existence-proven', 'certificate-not-revoked', 'time-stamp-imprint-intact'])
  })

  it('archival data do not save a time-stamp that names another certificate than that of its unit', () => {
    const evidence = changed(archivedByAnother(), revokeUnit(archivedAt + second))
    for (const each of evidence.facts.timeStamps) if (each.kind === 'signature') each.token.signingCertificateAttribute = 'mismatch'
    const conclusion = evaluate(evidence, POLv1, inForce)
    expect(conclusion.errors.map(({ key }) => key)).toEqual([
      'existence-proven',
      'time-stamp-certificate-reference-match',
      'certificate-not-revoked',
    ])
  })

  it('archival data need revocation data that existed before the moment up to which the authorities could be believed (5.6.2.2)', () => {
    const ending = {
      ...constraints.algorithms.certificate,
      digests: { ...constraints.algorithms.certificate.digests, SHA256: { until: archivedAt + second } },
    }
    const policy = policyWith({ algorithms: { ...constraints.algorithms, certificate: ending } })
    const covering = (revocations: string[]) =>
      evaluate(
        changed(archivedByAnother(withSubordinate(soundLongTerm())), (next) => {
          for (const each of next.facts.timeStamps) if (each.kind === 'archive') each.coverage.revocations = revocations
        }),
        policy,
      )
    expect(covering(['answer', 'answer about Sub CA'])).toMatchObject({ indication: 'TOTAL-PASSED', errors: [] })
    expect(covering(['answer about Sub CA'])).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
    })
  })

  it('archival data need revocation data from before an authority was revoked as well', () => {
    const ending = {
      ...constraints.algorithms.certificate,
      digests: { ...constraints.algorithms.certificate.digests, SHA256: { until: archivedAt + 2 * minute } },
    }
    const policy = policyWith({ algorithms: { ...constraints.algorithms, certificate: ending } })
    const second_ = {
      ...timeStamp('second archive stamp', 'archive', archivedAt + minute),
      signingCertificate: 'Archive unit',
      tsaName: null,
    }
    const revokedAt = (at: number) => {
      const evidence = archivedByAnother(withSubordinate(soundLongTerm()))
      for (const each of evidence.facts.timeStamps) if (each.kind === 'archive') each.coverage.revocations = []
      const stamped = withTimeStamp(evidence, { ...second_, coverage: { ...second_.coverage, revocations: ['answer'] } })
      const about = stamped.data.revocations.find(({ certificate: each }) => each === 'Sub CA')
      if (about !== undefined) Object.assign(about, { status: 'revoked', revocationTime: at })
      return evaluate(stamped, policy)
    }
    expect(revokedAt(archivedAt + minute)).toMatchObject({ indication: 'TOTAL-PASSED', errors: [] })
    expect(revokedAt(archivedAt + minute - second).indication).toBe('INDETERMINATE')
  })

  /** SHA-256 ends at a moment, for everything. */
  function endingSha256(until: number): ValidationPolicy {
    const ending = (accepted: AlgorithmConstraints) => ({ ...accepted, digests: { ...accepted.digests, SHA256: { until } } })
    const { algorithms } = constraints
    return policyWith({
      algorithms: {
        signature: ending(algorithms.signature),
        certificate: ending(algorithms.certificate),
        'time-stamp': ending(algorithms['time-stamp']),
        'time-stamp-certificate': ending(algorithms['time-stamp-certificate']),
        revocation: ending(algorithms.revocation),
      },
    })
  }

  it('archival data carry a signature over the end of its algorithms', () => {
    const conclusion = evaluate(archivedByAnother(), endingSha256(archivedAt + second))
    expect(conclusion.errors).toEqual([])
    expect(conclusion.indication).toBe('TOTAL-PASSED')
    expect(conclusion.blocks.find(({ name }) => name === 'archival')?.children[0]?.name).toBe('past-signature-validation')
  })

  it('a time-stamp over the container or the document, and a signature time-stamp that covers others, are archival data too', () => {
    const withKind = (kind: TimeStampFacts['kind'], covers: readonly string[] = ['stamp']) =>
      evaluate(
        changed(archivedByAnother(), (next) => {
          for (const each of next.facts.timeStamps)
            if (each.kind === 'archive') Object.assign(each, { kind, coverage: { ...each.coverage, timeStamps: covers } })
        }),
        endingSha256(archivedAt + second),
      ).subIndication
    expect(withKind('container')).toBeNull()
    expect(withKind('document')).toBeNull()
    expect(withKind('signature')).toBeNull()
    expect(withKind('signature', [])).toBe('CRYPTO_CONSTRAINTS_FAILURE_NO_POE')
    expect(withKind('content')).toBe('CRYPTO_CONSTRAINTS_FAILURE_NO_POE')
  })

  it('archival data carry a time-stamp that existed not later than the end of the algorithm of its certificate, though that certificate existed earlier (5.6.2.4)', () => {
    const endingAt = (until: number) => {
      const { certificate: accepted } = constraints.algorithms
      const ending = { ...accepted, digests: { ...accepted.digests, SHA256: { until } } }
      const content = timeStamp('content stamp', 'content', stampedAt - minute)
      const stamped = withTimeStamp(archivedByAnother(), { ...content, coverage: { ...content.coverage, certificates: ['Signer'] } })
      return evaluate(stamped, policyWith({ algorithms: { ...constraints.algorithms, certificate: ending } })).subIndication
    }
    expect(endingAt(stampedAt)).toBeNull()
    expect(endingAt(stampedAt - second)).not.toBeNull()
  })

  it('archival data do not carry a time-stamp when its certificate had ended', () => {
    const endedAt = (notAfter: number) =>
      evaluate(
        changed(archivedByAnother(), (next) => {
          changeCertificate(next, 'Signer', (c) => {
            c.notAfter = notAfter
          })
          for (const each of next.data.revocations) each.archiveCutOff = notAfter
        }),
        endingSha256(archivedAt + second),
      ).subIndication
    expect(endedAt(stampedAt)).toBeNull()
    expect(endedAt(stampedAt - second)).not.toBeNull()
  })

  it('archival data do not carry a time-stamp by a path that is not trusted (5.6.2.1)', () => {
    const throughOther = (status: 'granted' | 'withdrawn') =>
      evaluate(
        changed(archivedByAnother(withSubordinate(soundLongTerm())), (next) => {
          const about = next.data.revocations.find(({ certificate: each }) => each === 'Sub CA')
          if (about !== undefined) Object.assign(about, { status: 'revoked', revocationTime: stampedAt })
          addCertificate(next, {
            ...certificate('Other root', { ca: true }),
            subject: certificate('Sub CA').subject,
            publicKey: certificate('Sub CA').publicKey,
          })
          const services = [service('CA/QC', 'Other')].map((each) => ({
            ...each,
            periods: each.periods.map((period) => ({ ...period, status })),
          }))
          setAnchor(next, 'Other root', services)
          const entry = next.data.paths.find((each) => each.certificate === 'Signer')
          entry?.paths.push({ certificates: ['Signer', 'Other root'], anchored: true })
          for (const each of next.facts.timeStamps) if (each.kind === 'archive') each.coverage.certificates.push('Other root')
        }),
      )
    expect(throughOther('granted').indication).toBe('TOTAL-PASSED')
    expect(throughOther('withdrawn')).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'REVOKED_CA_NO_POE' })
  })

  it('archival data do not carry a time-stamp when the archive time-stamp came at the end', () => {
    const conclusion = evaluate(archivedByAnother(), endingSha256(archivedAt))
    expect(conclusion.indication).toBe('INDETERMINATE')
    expect(conclusion.subIndication).toBe('CRYPTO_CONSTRAINTS_FAILURE_NO_POE')
  })

  it('a signature without archival data stays undecided when its algorithm has ended', () => {
    const conclusion = evaluate(soundLongTerm(), endingSha256(archivedAt))
    expect(conclusion.subIndication).toBe('CRYPTO_CONSTRAINTS_FAILURE_NO_POE')
  })

  it('archival data do not save a signature that was made after its authority was revoked', () => {
    const evidence = changed(archivedByAnother(withSubordinate(soundLongTerm())), (next) => {
      const answer = next.data.revocations.find(({ certificate: about }) => about === 'Sub CA')
      if (answer !== undefined) Object.assign(answer, { status: 'revoked', revocationTime: stampedAt })
    })
    expect(evaluate(evidence).subIndication).toBe('REVOKED_CA_NO_POE')
  })

  it('archival data prove that an answer existed before its responder was revoked', () => {
    const revokedResponder = (at: number) =>
      changed(archivedByAnother(), (next) => {
        addCertificate(next, certificate('Responder', { purposes: ['1.3.6.1.5.5.7.3.9'] }))
        setAnchor(next, 'Responder', [])
        setPath(next, 'Responder', ['Responder', 'Root CA'])
        addCertificate(next, certificate('Second responder'))
        setAnchor(next, 'Second responder', [service('Certstatus/OCSP', 'Second')])
        setPath(next, 'Second responder', ['Second responder'])
        for (const signer of next.data.revocationSigners) if (signer.revocation !== 'answer') signer.signer = 'Second responder'
        addAnswer(next, 'answer about Responder', 'Responder', 'Root CA', archivedAt + minute, 'Second responder')
        Object.assign(next.data.revocations.at(-1) ?? {}, { status: 'revoked', revocationTime: at })
      })
    expect(evaluate(revokedResponder(archivedAt + second)).errors).toEqual([])
    expect(evaluate(revokedResponder(archivedAt)).errors.map(({ key }) => key)).toContain('revocation-issuer-not-revoked')
  })

  it('a signature that needs no archival data warns of an archive time-stamp that proves nothing', () => {
    const evidence = soundArchive()
    for (const each of evidence.facts.timeStamps) if (each.kind === 'archive') each.imprint.status = 'mismatch'
    const conclusion = evaluate(evidence)
    expect(conclusion.indication).toBe('TOTAL-PASSED')
    expect(conclusion.errors).toEqual([])
    expect(conclusion.warnings.map(({ key, outcome }) => [key, outcome])).toEqual([['time-stamp-imprint-intact', 'warned']])
  })
})

describe('revocation data that rest on each other', () => {
  it('revocation data that rest on each other are not believed', () => {
    const evidence = changed(soundLongTerm(), (next) => {
      for (const name of ['Responder', 'Other responder']) {
        addCertificate(next, certificate(name, { purposes: ['1.3.6.1.5.5.7.3.9'] }))
        setAnchor(next, name, [])
        setPath(next, name, [name, 'Root CA'])
      }
      addAnswer(next, 'first', 'Responder', 'Root CA', archivedAt, 'Other responder')
      addAnswer(next, 'second', 'Other responder', 'Root CA', archivedAt, 'Responder')
    })
    const conclusion = evaluate(evidence)
    expect(conclusion.errors.map(({ key }) => key)).toEqual(['revocation-issuer-not-revoked'])
  })
})

describe('several answers about the signer', () => {
  const second_ = (producedAt: number, status: 'good' | 'revoked', revocationTime: number | null) =>
    changed(soundLongTerm(), (next) => {
      next.facts.revocations.push(structuredClone(ocsp('later answer', producedAt)) as never)
      next.data.revocations.push({ ...statement('later answer', 'Signer', 'Root CA', producedAt), status, revocationTime } as never)
      next.data.revocationSigners.push({ revocation: 'later answer', signer: 'Responder', signature: 'intact' })
    })

  it('one good response soon after the time-stamp satisfies the signer, with any later ones', () => {
    expect(evaluate(second_(archivedAt, 'good', null)).warnings).toEqual([])
    expect(evaluate(second_(stampedAt - minute, 'good', null)).warnings).toEqual([])
  })

  it('a revocation that only a later answer states counts', () => {
    expect(evaluate(second_(archivedAt, 'revoked', stampedAt)).subIndication).toBe('REVOKED_NO_POE')
    expect(evaluate(second_(archivedAt, 'revoked', stampedAt + second)).indication).toBe('TOTAL-PASSED')
    expect(evaluate(second_(archivedAt, 'revoked', null)).subIndication).toBe('REVOKED_NO_POE')
  })
})
