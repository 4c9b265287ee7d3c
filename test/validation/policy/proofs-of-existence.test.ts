import { describe, expect, it } from 'vitest'
import type { CheckResult, TimeStampFacts } from '#model'
import { POLv1, type ValidationPolicy } from '#validation/policy'
import type { AlgorithmUsage } from '../../../src/validation/policy/validation-policy.js'
import { constraints, evaluateSignature, policyWith } from './concluding.js'
import { addAnswer, setPath, withAppointedResponder, withIssuedUnit } from './extended-signatures.js'
import {
  archivedAt,
  changeCertificate,
  changed,
  confirmedAt,
  type Evidence,
  inForce,
  minute,
  second,
  signedAt,
  soundArchive,
  soundLongTerm,
  soundTimeMark,
  stampedAt,
  timeStamp,
  validationTime,
  withTimeStamp,
} from './sound-signatures.js'

const evaluate = ({ facts, data }: Evidence, policy: ValidationPolicy = POLv1, time = validationTime) =>
  evaluateSignature(policy, facts, data, time)
const keys = (checks: readonly CheckResult[]) => checks.map(({ key }) => key)

describe('algorithms with an end', () => {
  const ending = (usage: AlgorithmUsage, digest: number | null, key: number | null): ValidationPolicy => {
    const accepted = constraints.algorithms[usage]
    const digests = { ...accepted.digests, SHA256: { until: digest } }
    const keySizes = { ...accepted.keys, ECDSA: [{ minimumBits: 192, until: key }], RSA: [{ minimumBits: 1024, until: key }] }
    return policyWith({ algorithms: { ...constraints.algorithms, [usage]: { digests, keys: keySizes } } })
  }
  const passes = (digest: number | null, key: number | null) => keys(evaluate(soundLongTerm(), ending('signature', digest, key)).errors)

  it('an algorithm ends with the first of digest and key', () => {
    expect(passes(null, null)).toEqual([])
    expect(passes(null, archivedAt)).toEqual([])
    expect(passes(null, stampedAt)).toEqual(['signature-algorithm-acceptable'])
    expect(passes(archivedAt, stampedAt)).toEqual(['signature-algorithm-acceptable'])
    expect(passes(stampedAt, archivedAt)).toEqual([
      'signature-algorithm-acceptable',
      'reference-algorithm-acceptable',
      'certificate-reference-algorithm-acceptable',
    ])
    expect(passes(stampedAt + 1, stampedAt + 1)).toEqual([])
  })

  it('the end of a key is that of the longest size that it reaches, however the sizes are ordered', () => {
    const sizes = [
      { minimumBits: 256, until: stampedAt },
      { minimumBits: 384, until: archivedAt },
    ]
    for (const ECDSA of [sizes, sizes.toReversed()]) {
      const signature = { ...constraints.algorithms.signature, keys: { ECDSA } }
      const policy = policyWith({ algorithms: { ...constraints.algorithms, signature } })
      expect(keys(evaluate(soundLongTerm(), policy).errors)).toEqual([])
      const shorter = changed(soundLongTerm(), (e) => changeCertificate(e, 'Signer', (c) => void Object.assign(c.publicKey, { size: 256 })))
      expect(keys(evaluate(shorter, policy).errors)).toEqual(['signature-algorithm-acceptable'])
    }
  })

  it('an ended algorithm leaves a signature open without archival data, though its time-stamp proves that it existed before', () => {
    const policy = ending('certificate', archivedAt, null)
    expect(evaluate(soundLongTerm(), policy)).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
    })
    expect(keys(evaluate(soundArchive(), policy).errors)).toEqual([])
  })

  it('an ended algorithm has a separate constraint for the certificate of a unit', () => {
    const policyOf = (minimumBits: number, usage: 'certificate' | 'time-stamp-certificate') => {
      const accepted = { ...constraints.algorithms[usage], keys: { RSA: [{ minimumBits, until: null }] } }
      return policyWith({ algorithms: { ...constraints.algorithms, [usage]: accepted } })
    }
    const ofUnit = (minimumBits: number, usage: 'certificate' | 'time-stamp-certificate') => {
      const e = changed(withIssuedUnit(soundLongTerm()), (next) =>
        changeCertificate(next, 'Stamp CA', (c) => void Object.assign(c.publicKey, { size: 2048 })),
      )
      return keys(evaluate(e, policyOf(minimumBits, usage), inForce).errors)
    }
    expect(ofUnit(3072, 'time-stamp-certificate')).toEqual(['existence-proven', 'certificate-algorithm-acceptable'])
    expect(ofUnit(3072, 'certificate')).toEqual([])
  })
})

describe('time-stamps and what they prove', () => {
  it('time-stamps of the future prove nothing before what the presence of the signature proves', () => {
    const early = stampedAt - 10 * minute
    const conclusion = evaluate(soundArchive(), POLv1, early)
    expect(conclusion.proofsOfExistence).toEqual([])
  })

  it('time-stamps of one kind have no order unless one covers the other', () => {
    const two = withTimeStamp(soundLongTerm(), timeStamp('second stamp', 'signature', stampedAt + second))
    expect(keys(evaluate(two).errors)).toEqual([])
    const covering = (id: string, covered: string) =>
      keys(
        evaluate(
          changed(two, (e) => {
            for (const each of e.facts.timeStamps) if (each.id === id) each.coverage.timeStamps = [covered]
          }),
        ).errors,
      )
    expect(covering('second stamp', 'stamp')).toEqual([])
    expect(covering('stamp', 'second stamp')).toEqual(['time-stamp-order'])
  })

  it('time-stamps are compared with the latest of each lower kind, in any order', () => {
    const content = [timeStamp('first', 'content', signedAt - second), timeStamp('last', 'content', stampedAt + second)]
    for (const order of [content, content.toReversed()]) {
      const e = order.reduce<Evidence>(withTimeStamp, soundLongTerm())
      expect(keys(evaluate(e).errors)).toEqual(['time-stamp-order'])
    }
  })

  it('time-stamps that prove nothing have no order', () => {
    const later = changed(withTimeStamp(soundLongTerm(), timeStamp('content stamp', 'content', stampedAt + second)), (e) => {
      for (const each of e.facts.timeStamps) if (each.kind === 'content') each.imprint.status = 'mismatch'
    })
    expect(evaluate(later).indication).toBe('TOTAL-PASSED')
  })

  it('time-stamps over the content change no result when they prove nothing', () => {
    const revoked = (status: 'intact' | 'mismatch') => {
      const stamped = withTimeStamp(soundLongTerm(), timeStamp('content stamp', 'content', stampedAt - second))
      return evaluate(
        changed(stamped, (e) => {
          for (const each of e.facts.timeStamps) if (each.kind === 'content') each.imprint.status = status
          Object.assign(e.data.revocations[0] ?? {}, { status: 'revoked', revocationTime: stampedAt - minute })
        }),
      )
    }
    expect(revoked('intact')).toMatchObject({ indication: 'TOTAL-FAILED', subIndication: 'REVOKED' })
    expect(revoked('mismatch')).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'REVOKED_NO_POE' })
  })

  it('time-stamps prove nothing about the signature when they cover its content only, and about its certificate when no reference names it', () => {
    const proofs = (e: Evidence) => new Map(evaluate(e).proofsOfExistence.map(({ object, time }) => [object, time]))
    const early = signedAt - minute
    const stamped = proofs(withTimeStamp(soundLongTerm(), timeStamp('content stamp', 'content', early)))
    expect([...stamped]).toEqual([
      ['signature', stampedAt],
      ['certificate:Signer', stampedAt],
      ['signed-data', early],
    ])
    const named = (certificates: readonly (string | null)[]) =>
      proofs(
        changed(soundLongTerm(), (e) => {
          const [reference] = e.facts.signingCertificateReferences
          if (reference !== undefined)
            e.facts.signingCertificateReferences = certificates.map((each) => ({ ...reference, certificate: each }))
        }),
      ).has('certificate:Signer')
    expect([named(['Root CA', 'Signer']), named(['Root CA']), named([null])]).toEqual([true, false, false])
  })

  it('time-stamps need a certificate with which they were verified', () => {
    const unverified = changed(soundLongTerm(), (e) => {
      for (const each of e.facts.timeStamps) each.token.signature = 'no-certificate'
    })
    expect(keys(evaluate(unverified, POLv1, inForce).errors)).toEqual(['existence-proven', 'time-stamp-certificate-identified'])
  })

  it('time-stamps over a weak digest are accepted with a warning (decisions.md#weak-algorithms)', () => {
    const weak = changed(soundLongTerm(), (e) => {
      for (const each of e.facts.timeStamps) each.imprint.digest = { identifier: 'sha1', algorithm: 'SHA1', value: '00' }
    })
    expect(evaluate(weak)).toMatchObject({ indication: 'TOTAL-PASSED', warnings: [{ key: 'digest-strong' }] })
  })

  it('time-stamps over the content make the end of an algorithm before them certain (EN 319 102-1, 5.3.4)', () => {
    const stamped = withTimeStamp(soundLongTerm(), timeStamp('content stamp', 'content', stampedAt - second))
    const endingAt = (until: number) => {
      const { signature } = constraints.algorithms
      const digests = { ...signature.digests, SHA256: { until } }
      return evaluate(stamped, policyWith({ algorithms: { ...constraints.algorithms, signature: { ...signature, digests } } }))
        .subIndication
    }
    expect(endingAt(stampedAt - 2 * second)).toBe('CRYPTO_CONSTRAINTS_FAILURE')
    expect(endingAt(stampedAt - second)).toBe('CRYPTO_CONSTRAINTS_FAILURE_NO_POE')
  })

  it('time-stamps over the content make nothing certain that does not depend on time', () => {
    const stamped = withTimeStamp(soundLongTerm(), timeStamp('content stamp', 'content', stampedAt - second))
    const md5 = changed(stamped, (e) => {
      const [reference] = e.facts.references
      if (reference !== undefined) reference.digest = { identifier: 'md5', algorithm: 'MD5', value: '00' }
    })
    expect(evaluate(md5).subIndication).toBe('CRYPTO_CONSTRAINTS_FAILURE_NO_POE')
  })

  it('a time-stamp over the content or the archive leaves a signature with a time-mark as it is; one over its value does not', () => {
    const stamped = (kind: TimeStampFacts['kind']) => evaluate(withTimeStamp(soundTimeMark(), timeStamp('stamp', kind, stampedAt)))
    expect(stamped('content')).toMatchObject({ indication: 'TOTAL-PASSED', bestSignatureTime: confirmedAt })
    expect(stamped('archive')).toMatchObject({ indication: 'TOTAL-PASSED', bestSignatureTime: confirmedAt })
    expect(stamped('signature').errors.map(({ key }) => key)).toContain('signature-policy-time-mark')
  })

  it('the requirement of a time-mark is satisfied by one that knows the certificate, though an earlier one does not', () => {
    const twoMarks = changed(soundTimeMark(), (e) => {
      addAnswer(e, 'first mark', 'Signer', 'Root CA', confirmedAt - second)
      Object.assign(e.data.revocations.at(-1) ?? {}, { status: 'unknown' })
      const [mark] = e.facts.timeMarks
      if (mark !== undefined) e.facts.timeMarks.unshift({ ...mark, revocation: 'first mark', producedAt: confirmedAt - second })
    })
    expect(evaluate(twoMarks)).toMatchObject({ indication: 'TOTAL-PASSED', bestSignatureTime: confirmedAt })
  })

  it('time-stamps leave what is known without them as it is: out of time comes before missing data, except on level T', () => {
    const unproven = changed(soundLongTerm(), (e) => {
      e.data.revocations = []
      for (const each of e.facts.timeStamps) each.imprint.status = 'mismatch'
    })
    expect(keys(evaluate(unproven).errors)).toEqual([
      'certificate-valid',
      'revocation-data-available',
      'existence-proven',
      'time-stamp-imprint-intact',
    ])
  })

  it('time-stamps do not change what the process without them finds', () => {
    const basic = (e: Evidence, time: number) => evaluate(e, POLv1, time).blocks.find(({ name }) => name === 'basic-signature')
    expect(basic(soundLongTerm(), inForce)?.status).toEqual({ indication: 'PASSED', subIndication: null })
    expect(basic(soundLongTerm(), validationTime)?.status).toEqual({
      indication: 'INDETERMINATE',
      subIndication: 'OUT_OF_BOUNDS_NOT_REVOKED',
    })
    const untrusted = changed(soundLongTerm(), (e) => setPath(e, 'Signer', ['Signer'], false))
    expect(basic(untrusted, inForce)?.status.subIndication).toBe('NO_CERTIFICATE_CHAIN_FOUND')
    const broken = changed(soundLongTerm(), (e) => void Object.assign(e.facts.signatureValue, { status: 'mismatch' }))
    expect(basic(broken, inForce)?.status.subIndication).toBe('SIG_CRYPTO_FAILURE')
    const untimed = changed(soundLongTerm(), (e) => void Object.assign(e.facts, { claimedSigningTime: null }))
    expect(basic(untimed, inForce)?.status.subIndication).toBe('SIG_CONSTRAINTS_FAILURE')
  })

  it('time-stamps are named as in the explanation, before the processes', () => {
    const names = (e: Evidence) => evaluate(e).blocks.map(({ name }) => name)
    const processes = ['basic-signature', 'long-term', 'archival', 'signature-level', 'signature-level']
    expect(names(soundLongTerm())).toEqual(['time-stamp', ...processes])
    expect(names(soundTimeMark())).toEqual(['time-mark', ...processes])
  })

  it('time-marks prove that the signature existed', () => {
    const conclusion = evaluate(soundTimeMark())
    expect(conclusion.proofsOfExistence.map(({ object, time }) => [object, time])).toEqual([
      ['signature', confirmedAt],
      ['signed-data', confirmedAt],
    ])
  })
})

describe('a time-mark of a responder that is only appointed', () => {
  it('a time-mark of a responder that is only appointed proves no time', () => {
    expect(
      evaluate(
        changed(soundTimeMark(), (e) => Object.assign(e, withAppointedResponder(e))),
        POLv1,
        inForce,
      ).bestSignatureTime,
    ).toBeNull()
  })
})
