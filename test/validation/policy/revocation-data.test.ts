import { describe, expect, it } from 'vitest'
import type { CertificateRevocation, CheckResult } from '#model'
import { POLv1, type ValidationPolicy } from '#validation/policy'
import { constraints, evaluateSignature, policyWith } from './concluding.js'
import { addAnswer, addCertificate, setAnchor, setPath, withAppointedResponder, withIssuedUnit } from './extended-signatures.js'
import {
  archivedAt,
  certificate,
  changeCertificate,
  changed,
  confirmedAt,
  type Evidence,
  inForce,
  minute,
  ocspSigning,
  second,
  service,
  signedAt,
  soundLongTerm,
  soundTimeMark,
  stampedAt,
  validationTime,
} from './sound-signatures.js'

const evaluate = ({ facts, data }: Evidence, policy: ValidationPolicy = POLv1, time = validationTime) =>
  evaluateSignature(policy, facts, data, time)
const keys = (checks: readonly CheckResult[]) => checks.map(({ key }) => key)
const certificateHold = 6
const quarter = constraints.revocationDelay?.warning ?? 0
const latest = constraints.revocationDelay?.max ?? 0

/** Further answers about the signer, in this order; the sound one of the signature is left out when `only` is set. */
function answering(answers: readonly (Partial<CertificateRevocation> & { readonly producedAt: number })[], only = true): Evidence {
  return changed(soundLongTerm(), (e) => {
    if (only) {
      e.data.revocations = []
      e.facts.revocations = []
      e.data.revocationSigners = []
    }
    answers.forEach((answer, index) => {
      addAnswer(e, `answer ${index}`, 'Signer', 'Root CA', answer.producedAt)
      Object.assign(e.data.revocations.at(-1) ?? {}, answer)
    })
  })
}

describe('several data about one certificate', () => {
  const held = { status: 'revoked', revocationReason: certificateHold, revocationTime: signedAt } as const

  it('a certificate stays suspended when the latest of several answers states it, in any order', () => {
    const answered = (producedAt: number, status: Partial<CertificateRevocation> = {}) => ({
      producedAt,
      thisUpdate: producedAt,
      ...status,
    })
    const released = [answered(confirmedAt, held), answered(stampedAt + latest)]
    const suspended = [answered(confirmedAt), answered(archivedAt, held)]
    for (const order of [released, released.toReversed()]) expect(keys(evaluate(answering(order)).errors)).toEqual([])
    for (const order of [suspended, suspended.toReversed()])
      expect(keys(evaluate(answering(order)).errors)).toEqual(['certificate-not-on-hold'])
  })

  it('a suspension is not lifted by a later suspension, nor by a state or a response that is not later', () => {
    const hold = { ...held, producedAt: confirmedAt + second, thisUpdate: confirmedAt }
    const withLater = (answer: Partial<CertificateRevocation> & { readonly producedAt: number }) =>
      keys(evaluate(answering([hold, answer])).errors)
    expect(withLater({ producedAt: confirmedAt + 2 * second, thisUpdate: confirmedAt + second })).toEqual([])
    expect(withLater({ producedAt: confirmedAt + second, thisUpdate: confirmedAt + second })).toEqual(['certificate-not-on-hold'])
    expect(withLater({ producedAt: confirmedAt + 2 * second, thisUpdate: confirmedAt })).toEqual(['certificate-not-on-hold'])
    const again = {
      ...held,
      producedAt: confirmedAt + 2 * second,
      thisUpdate: confirmedAt + 2 * second,
      revocationTime: stampedAt + second,
    }
    expect(withLater(again)).toEqual(['certificate-not-on-hold'])
  })

  it('several answers about one certificate are as fresh as the latest of them, in any order', () => {
    const policy = policyWith({ maxRevocationAge: minute })
    const stale = { producedAt: stampedAt, thisUpdate: stampedAt - 2 * minute }
    const fresh = { producedAt: confirmedAt, thisUpdate: stampedAt }
    for (const order of [
      [stale, fresh],
      [fresh, stale],
    ])
      expect(keys(evaluate(answering(order), policy).errors)).toEqual([])
    expect(keys(evaluate(answering([stale]), policy).errors)).toEqual(['revocation-data-fresh'])
  })

  it('several answers say why the OCSP response that BDOC requires was not accepted, next to an accepted CRL', () => {
    const list = { producedAt: confirmedAt, kind: 'crl' } as const
    const unknown = { producedAt: confirmedAt, status: 'unknown' } as const
    const errors = evaluate(
      changed(answering([list, unknown]), (e) =>
        setAnchor(e, 'Responder', [service('Certstatus/OCSP/QC', 'Answers'), service('Certstatus/CRL', 'Lists')]),
      ),
    ).errors
    expect(keys(errors)).toEqual(['revocation-status-known', 'revocation-source-ocsp'])
  })

  it('answers that are not accepted say nothing: neither that the certificate is revoked, nor that it is good', () => {
    const broken = (
      answer: Partial<CertificateRevocation> & { readonly producedAt: number },
      ...others: { readonly producedAt: number }[]
    ) =>
      keys(
        evaluate(
          changed(answering([answer, ...others]), (e) => {
            for (const signer of e.data.revocationSigners) if (signer.revocation === 'answer 0') signer.signature = 'mismatch'
          }),
        ).errors,
      )
    expect(broken({ producedAt: confirmedAt, status: 'revoked', revocationTime: signedAt }, { producedAt: confirmedAt })).toEqual([])
    expect(broken({ producedAt: stampedAt + 2 * second }, { producedAt: confirmedAt })).toEqual([])
    expect(broken({ producedAt: confirmedAt })).toEqual(['revocation-signature-intact'])
  })

  it('the earliest revocation that one of several answers states counts (RFC 5280, 5.3.1)', () => {
    const before = { producedAt: confirmedAt, status: 'revoked', revocationTime: signedAt } as const
    const after = { producedAt: archivedAt, status: 'revoked', revocationTime: archivedAt } as const
    for (const order of [
      [before, after],
      [after, before],
    ])
      expect(evaluate(answering(order)).subIndication).toBe('REVOKED_NO_POE')
    expect(evaluate(answering([after, { producedAt: confirmedAt }])).indication).toBe('TOTAL-PASSED')
  })

  it('answers say nothing when it is not known who issued the certificate that they mean', () => {
    const conclusion = evaluate(answering([{ producedAt: confirmedAt, issuer: 'Nobody' }]))
    expect(keys(conclusion.errors)).toEqual(['revocation-data-available'])
  })

  it('answers say nothing when they are about the certificate of a namesake of its authority with another key, or with its key and another name', () => {
    const about = (change: (evidence: Evidence) => void) =>
      keys(evaluate(changed(answering([{ producedAt: confirmedAt, issuer: 'Other CA' }]), change)).errors)
    const root = certificate('Root CA', { ca: true })
    const other = certificate('Other CA', { ca: true })
    expect(about((e) => addCertificate(e, { ...other, subject: root.subject }))).toEqual(['revocation-data-available'])
    expect(about((e) => addCertificate(e, { ...other, publicKey: root.publicKey }))).toEqual(['revocation-data-available'])
    expect(about((e) => addCertificate(e, { ...other, subject: root.subject, publicKey: root.publicKey }))).toEqual([])
  })

  it('a BDOC may contain a CRL next to the OCSP response that it requires', () => {
    const list = { producedAt: confirmedAt, kind: 'crl' } as const
    const withList = changed(answering([list], false), (e) =>
      setAnchor(e, 'Responder', [service('Certstatus/OCSP/QC', 'Answers'), service('Certstatus/CRL', 'Lists')]),
    )
    expect(keys(evaluate(withList).errors)).toEqual([])
  })

  it('a list after the time-stamp is not the answer whose delay counts', () => {
    const early = { producedAt: stampedAt - minute } as const
    const list = { producedAt: confirmedAt, kind: 'crl' } as const
    const withList = changed(answering([early, list]), (e) =>
      setAnchor(e, 'Responder', [service('Certstatus/OCSP/QC', 'Answers'), service('Certstatus/CRL', 'Lists')]),
    )
    expect(keys(evaluate(withList).errors)).toContain('revocation-after-time-stamp')
  })

  it('an answer may come exactly as long after the time-stamp as the policy allows', () => {
    const delayed = (producedAt: number) => keys(evaluate(answering([{ producedAt }])).errors)
    expect(delayed(stampedAt + latest)).toEqual([])
    expect(delayed(stampedAt + latest + second)).toEqual(['revocation-within-day'])
    const warnings = (producedAt: number) => keys(evaluate(answering([{ producedAt }])).warnings)
    expect(warnings(stampedAt + quarter)).toEqual([])
    expect(warnings(stampedAt + latest)).toEqual(['revocation-within-quarter'])
  })

  it('an answer with an unknown critical extension of the response is not understood', () => {
    const conclusion = evaluate(
      changed(soundLongTerm(), (e) => {
        for (const each of e.facts.revocations) each.unknownCriticalExtensions = ['1.2.3']
      }),
    )
    expect(keys(conclusion.errors)).toEqual(['revocation-extensions-understood'])
  })
})

describe('a revocation list about the signer, where the policy accepts one', () => {
  const policy = policyWith({ revocationSources: ['ocsp', 'crl'] })
  const listed = (list: Partial<CertificateRevocation>, ...others: (Partial<CertificateRevocation> & { readonly producedAt: number })[]) =>
    evaluate(
      changed(answering([{ kind: 'crl', producedAt: stampedAt, ...list }, ...others]), (e) =>
        setAnchor(e, 'Responder', [service('Certstatus/OCSP/QC', 'Answers'), service('Certstatus/CRL', 'Lists')]),
      ),
      policy,
    )

  it('a revocation list about the signer is current at the time-stamp, though an OCSP answer has to come after it', () => {
    expect(keys(listed({ nextUpdate: stampedAt }).errors)).toEqual([])
    expect(keys(listed({ nextUpdate: stampedAt - second }).errors)).toEqual(['revocation-data-current'])
    expect(keys(listed({ nextUpdate: null }).errors)).toEqual([])
    const current = { kind: 'crl', producedAt: stampedAt, nextUpdate: stampedAt } as const
    expect(keys(listed({ nextUpdate: stampedAt - second }, current).errors)).toEqual([])
  })

  it('a revocation list about the signer that is older than a day is a warning', () => {
    const day = 24 * 3_600_000
    expect(keys(listed({ thisUpdate: stampedAt - day, nextUpdate: stampedAt }).warnings)).toEqual([])
    expect(keys(listed({ thisUpdate: stampedAt - day - second, nextUpdate: stampedAt }).warnings)).toEqual(['revocation-data-recent'])
  })
})

describe('the response of a time-mark', () => {
  it('the response of a time-mark is current when it was made, independent of other responses', () => {
    const withSecond = (mark: number | null, other: number | null) =>
      keys(
        evaluate(
          changed(soundTimeMark(), (e) => {
            addAnswer(e, 'other answer', 'Signer', 'Root CA', confirmedAt)
            e.data.revocations.reverse()
            for (const each of e.data.revocations) each.nextUpdate = each.revocation === 'answer' ? mark : other
          }),
        ).errors,
      )
    expect(withSecond(null, null)).toEqual([])
    expect(withSecond(confirmedAt, confirmedAt - second)).toEqual([])
    expect(withSecond(confirmedAt - second, confirmedAt)).toEqual(['revocation-data-current'])
  })

  it('the response of a time-mark has the certificate of its own responder in the signature, not that of another response', () => {
    const places = (mark: string[], other: string[]) =>
      evaluate(
        changed(soundTimeMark(), (e) => {
          const [timeMark] = e.facts.timeMarks
          if (timeMark === undefined) throw new TypeError('no time-mark')
          timeMark.responderCertificates = mark
          e.facts.timeMarks.push({ ...timeMark, revocation: 'other answer', nonce: 'absent', responderCertificates: other })
        }),
        POLv1,
        inForce,
      ).bestSignatureTime
    expect(places(['Responder'], [])).toBe(confirmedAt)
    expect(places([], ['Responder'])).toBeNull()
    expect(places(['Signer'], [])).toBeNull()
    expect(places(['Nobody'], [])).toBeNull()
  })
})

describe('a revocation list about a time-stamping unit', () => {
  /** The unit stands below an authority that is not listed, and that signs the list about it. */
  const listed = (change: (evidence: Evidence) => void = () => undefined) =>
    changed(withIssuedUnit(soundLongTerm()), (e) => {
      setAnchor(e, 'Stamp CA', [])
      addCertificate(e, certificate('Stamp CA', { ca: true }))
      setPath(e, 'Stamp CA', ['Stamp CA', 'Root CA'])
      setPath(e, 'Unit', ['Unit', 'Stamp CA', 'Root CA'])
      addAnswer(e, 'answer about Stamp CA', 'Stamp CA', 'Root CA', archivedAt)
      for (const each of e.data.revocations) if (each.certificate === 'Unit') each.kind = 'crl'
      for (const each of e.data.revocationSigners) if (each.revocation === 'answer about Unit') each.signer = 'Stamp CA'
      change(e)
    })
  const errorsOf = (e: Evidence) => keys(evaluate(e, POLv1, inForce).errors)

  it('a revocation list about a time-stamping unit is believed when its authority signed it; no OCSP answer is asked for', () => {
    expect(errorsOf(listed())).toEqual([])
    const without = changed(listed(), (e) => changeCertificate(e, 'Stamp CA', (c) => void Object.assign(c, { keyUsage: null })))
    expect(errorsOf(without)).toEqual([])
  })

  it('a revocation list about a time-stamping unit is not believed when its authority may not sign lists (RFC 5280, 6.3.3 f)', () => {
    const e = changed(listed(), (next) => changeCertificate(next, 'Stamp CA', (c) => void Object.assign(c, { keyUsage: ['keyCertSign'] })))
    expect(errorsOf(e)).toEqual(['existence-proven', 'revocation-issuer-authorised'])
  })

  it('a revocation list about a time-stamping unit is not believed when a responder for OCSP signed it', () => {
    const e = listed((next) => {
      addCertificate(
        next,
        certificate('Appointed', {
          issuer: 'Stamp CA',
          purposes: [ocspSigning],
          extensions: ['1.3.6.1.5.5.7.48.1.5'],
          keyUsage: ['cRLSign'],
        }),
      )
      setPath(next, 'Appointed', ['Appointed', 'Stamp CA', 'Root CA'])
      for (const each of next.data.revocationSigners) if (each.revocation === 'answer about Unit') each.signer = 'Appointed'
    })
    expect(errorsOf(e)).toEqual(['existence-proven', 'revocation-issuer-authorised'])
    const answer = changed(e, (next) => {
      for (const each of next.data.revocations) if (each.certificate === 'Unit') each.kind = 'ocsp'
    })
    expect(errorsOf(answer)).toEqual([])
  })
})

describe('revocation data about the responder that signed them', () => {
  /** An appointed responder without id-pkix-ocsp-nocheck, and as many answers about it as said, each signed by the next one. */
  const chain = (count: number, last: (evidence: Evidence) => void = () => undefined) =>
    changed(soundLongTerm(), (e) => {
      const signers = Array.from({ length: count + 1 }, (_, index) => (index === 0 ? 'Responder' : `Responder ${index}`))
      for (const [index, name] of signers.entries()) {
        addCertificate(e, certificate(name, { purposes: [ocspSigning] }))
        setAnchor(e, name, [])
        setPath(e, name, [name, 'Root CA'])
        if (index < count) addAnswer(e, `answer about ${name}`, name, 'Root CA', confirmedAt, `Responder ${index + 1}`)
      }
      last(e)
    })
  const exempt = (name: string) => (e: Evidence) =>
    changeCertificate(e, name, (c) => void Object.assign(c, { extensions: [{ oid: '1.3.6.1.5.5.7.48.1.5', critical: false }] }))

  it('revocation data about responders are evaluated through some responders that confirm each other', () => {
    expect(keys(evaluate(chain(2, exempt('Responder 2')), POLv1, inForce).errors)).toEqual([])
  })

  it('revocation data about responders are not evaluated through more responders than the stack holds', () => {
    expect(keys(evaluate(chain(100, exempt('Responder 100')), POLv1, inForce).errors)).toEqual(['revocation-issuer-not-revoked'])
  })
})

describe('revocation data of a responder with several certificates', () => {
  const keepsExpired = {
    additionalInformation: [],
    qualifications: [],
    expiredCertificatesRevocationInfo: confirmedAt - second,
    takenOverBy: null,
  }
  /** The signer expired before the answer. Of the responder, one certificate is appointed, and one has a listed service with this status. */
  const withListedTwin = (status: 'granted' | 'withdrawn') =>
    changed(withAppointedResponder(soundLongTerm()), (e) => {
      changeCertificate(e, 'Signer', (c) => void Object.assign(c, { notAfter: confirmedAt - second }))
      const listed = service('Certstatus/OCSP/QC', 'Answers')
      addCertificate(e, certificate('Listed Responder'))
      setAnchor(e, 'Listed Responder', [
        { ...listed, periods: listed.periods.map((period) => ({ ...period, status, qualification: keepsExpired })) },
      ])
      setPath(e, 'Listed Responder', ['Listed Responder'])
      for (const signer of e.data.revocationSigners) Object.assign(signer, { signer: 'Listed Responder', others: ['Responder'] })
    })

  it('an expired certificate of a responder is covered by the trusted list only when the listed certificate is accepted', () => {
    expect(keys(evaluate(withListedTwin('granted')).errors)).toEqual([])
    expect(keys(evaluate(withListedTwin('withdrawn')).errors)).toEqual(['revocation-covers-certificate'])
  })
})

describe('the references of a signature', () => {
  it('the references of a signature designate the signed properties once, whether or not the reader has a finding about it', () => {
    const withCount = (count: number) =>
      evaluate(
        changed(soundLongTerm(), (e) => {
          const properties = e.facts.references.filter(({ kind }) => kind === 'signed-properties')
          e.facts.references = [
            ...e.facts.references.filter(({ kind }) => kind === 'data-object'),
            ...Array.from({ length: count }, () => properties).flat(),
          ]
        }),
      )
    expect(keys(withCount(1).errors)).toEqual([])
    for (const count of [0, 2]) expect(withCount(count)).toMatchObject({ indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE' })
  })

  it('references to data that do not match do not hide that the reference to the certificate is not signed', () => {
    const withStatus = (kind: 'data-object' | 'signed-properties', status: 'mismatch' | 'unsupported-transform') =>
      keys(
        evaluate(
          changed(soundLongTerm(), (e) => {
            e.facts.signingCertificateReferenceSigned = false
            for (const each of e.facts.references) if (each.kind === kind) each.status = status
          }),
        ).errors,
      )
    expect(withStatus('data-object', 'mismatch')).toEqual(['signing-certificate-reference-signed', 'signed-data-intact'])
    expect(withStatus('signed-properties', 'mismatch')).toEqual(['signed-properties-intact'])
    expect(withStatus('signed-properties', 'unsupported-transform')).toEqual(['signed-data-transforms-supported'])
  })

  it('references to other certificates say nothing about the issuer of the signer, nor about the digest that names it', () => {
    const conclusion = evaluate(
      changed(soundLongTerm(), (e) => {
        const digest = { identifier: 'md5', algorithm: 'MD5', value: '00' } as const
        e.facts.signingCertificateReferences.push({ version: 'v1', digest, certificate: 'Root CA', issuerSerial: 'mismatch' })
      }),
    )
    expect(keys(conclusion.errors)).toEqual([])
    expect(keys(conclusion.warnings)).toEqual(['signing-certificate-reference-unique'])
  })

  it('references that name the signer twice agree about its issuer', () => {
    const conclusion = evaluate(
      changed(soundLongTerm(), (e) => {
        const [reference] = e.facts.signingCertificateReferences
        if (reference !== undefined) e.facts.signingCertificateReferences.push({ ...reference, issuerSerial: 'mismatch' })
      }),
    )
    expect(keys(conclusion.warnings)).toEqual(['signing-certificate-reference-unique', 'signing-certificate-issuer-serial-match'])
  })
})

describe('a question that the policy does not ask', () => {
  it('a question that the policy does not ask neither fails nor warns', () => {
    const policy = policyWith({ levels: { 'signing-time-present': 'ignore' } })
    const without = changed(soundLongTerm(), (e) => void Object.assign(e.facts, { claimedSigningTime: null }))
    expect(keys(evaluate(without).errors)).toEqual(['signing-time-present'])
    expect(evaluate(without, policy)).toMatchObject({ indication: 'TOTAL-PASSED', errors: [], warnings: [] })
  })
})

describe('the status of a delegated responder', () => {
  const hold = { status: 'revoked', revocationReason: certificateHold, revocationTime: signedAt } as const
  /** The responder is delegated and not exempt from revocation checks; a listed one answers about it. */
  const checked = (answers: readonly (Partial<CertificateRevocation> & { readonly producedAt: number })[]) =>
    changed(withAppointedResponder(soundLongTerm()), (e) => {
      changeCertificate(e, 'Responder', (c) => void Object.assign(c, { extensions: [] }))
      addCertificate(e, certificate('Second responder'))
      setAnchor(e, 'Second responder', [service('Certstatus/OCSP', 'Second')])
      setPath(e, 'Second responder', ['Second responder'])
      answers.forEach((answer, index) => {
        addAnswer(e, `about the responder ${index}`, 'Responder', 'Root CA', answer.producedAt, 'Second responder')
        Object.assign(e.data.revocations.at(-1) ?? {}, { thisUpdate: answer.producedAt, ...answer })
      })
    })
  const errorsOf = (answers: Parameters<typeof checked>[0]) => keys(evaluate(checked(answers)).errors)

  it('the status of a delegated responder is that before a suspension which later data lift (RFC 5280, 5.3.1), in any order', () => {
    const answers = [{ producedAt: confirmedAt, ...hold }, { producedAt: archivedAt }] as const
    for (const order of [answers, answers.toReversed()]) expect(errorsOf(order)).toEqual([])
  })

  it('a delegated responder is suspended when nothing later lifts that', () => {
    expect(errorsOf([{ producedAt: confirmedAt }, { producedAt: archivedAt, ...hold }])).toContain('revocation-issuer-not-revoked')
  })

  it('a delegated responder remains revoked, with any later data', () => {
    const revoked = { ...hold, revocationReason: 4 }
    expect(errorsOf([{ producedAt: confirmedAt, ...revoked }, { producedAt: archivedAt }])).toContain('revocation-issuer-not-revoked')
  })
})
