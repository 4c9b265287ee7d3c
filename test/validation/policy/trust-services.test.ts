import { describe, expect, it } from 'vitest'
import type { AnchorService, CheckResult, ServicePeriod } from '#model'
import { POLv1 } from '#validation/policy'
import { evaluateSignature } from './concluding.js'
import {
  addAnswer,
  addCertificate,
  setAnchor,
  setPath,
  withAppointedResponder,
  withIssuedUnit,
  withListedSigner,
  withSubordinate,
} from './extended-signatures.js'
import {
  archivedAt,
  certificate,
  changeCertificate,
  changed,
  type Evidence,
  inForce,
  ocspSigning,
  second,
  service,
  signedAt,
  soundLongTerm,
  soundTimeMark,
  validationTime,
  year,
} from './sound-signatures.js'

const evaluate = ({ facts, data }: Evidence, time = validationTime) => evaluateSignature(POLv1, facts, data, time)
const keys = (checks: readonly CheckResult[]) => checks.map(({ key }) => key)
const errorsOf = (base: Evidence, change: (evidence: Evidence) => void, time = validationTime) =>
  keys(evaluate(changed(base, change), time).errors)

const listedAs = (type: AnchorService['periods'][number]['type'], period: Partial<ServicePeriod>): AnchorService => ({
  ...service(type, 'Listed'),
  periods: [{ type, status: 'granted', from: Date.UTC(2010, 0, 1), to: null, ...period }],
})
const timeMarks = (period: Partial<ServicePeriod> = {}): AnchorService => ({ ...listedAs('CA/PKC', period), timeMarkResponder: true })
const issuedAt = signedAt - year

describe('the periods of a trust service (decisions.md#service-status)', () => {
  it('the period of a trust service ends before the moment that ends it: in a gap, and after the last, the service is as if not listed', () => {
    const endingAt = (to: number) => errorsOf(soundLongTerm(), (e) => setAnchor(e, 'Root CA', [listedAs('CA/QC', { to })]))
    expect(endingAt(issuedAt)).toEqual(['trust-service-type'])
    expect(endingAt(issuedAt + second)).toEqual([])
    expect(endingAt(issuedAt - year)).toEqual(['trust-service-type'])
  })

  it('the period of a trust service that began under the Directive is good with its statuses of supervision only', () => {
    const withStatus = (status: ServicePeriod['status']) =>
      errorsOf(soundLongTerm(), (e) => setAnchor(e, 'Root CA', [listedAs('CA/QC', { status })]))
    for (const status of ['undersupervision', 'accredited', 'supervisionincessation', 'granted'] as const)
      expect(withStatus(status)).toEqual([])
    for (const status of ['withdrawn', 'supervisionrevoked', 'accreditationceased', 'supervisionceased'] as const)
      expect(withStatus(status)).toEqual(['trust-service-status'])
  })

  it('the periods of several services satisfy when one of them does, whichever comes first', () => {
    const services = [listedAs('CA/QC', { status: 'withdrawn' }), listedAs('CA/PKC', {})]
    for (const order of [services, services.toReversed()])
      expect(errorsOf(soundLongTerm(), (e) => setAnchor(e, 'Root CA', order))).toEqual([])
  })
})

describe('the part that a service has to play', () => {
  it('a time-stamping unit that is listed itself has to be listed for stamping time: to issue certificates is not enough', () => {
    const errors = errorsOf(soundLongTerm(), (e) => setAnchor(e, 'Unit', [listedAs('CA/QC', {})]), inForce)
    expect(errors).toEqual(['existence-proven', 'trust-service-type'])
  })

  it('the authority of a unit that is not listed has to be listed for issuing certificates or for stamping time', () => {
    const issuedBy = (type: ServicePeriod['type']) =>
      errorsOf(withIssuedUnit(soundLongTerm()), (e) => setAnchor(e, 'Stamp CA', [listedAs(type, {})]))
    expect(issuedBy('CA/QC')).toEqual([])
    expect(issuedBy('TSA/QTST')).toEqual([])
    expect(issuedBy('Certstatus/OCSP')).toContain('trust-service-type')
  })

  it('a responder that is configured for some authorities answers for those only', () => {
    const key = soundLongTerm().data.certificates.find(({ id }) => id === 'Root CA')?.publicKey.id ?? ''
    const configuredFor = (...speaksFor: readonly string[]) =>
      errorsOf(soundLongTerm(), (e) => setAnchor(e, 'Responder', [{ ...listedAs('Certstatus/OCSP', {}), speaksFor }]))
    expect(configuredFor('another', key)).toEqual([])
    expect(configuredFor('another')).toEqual(['revocation-issuer-authorised'])
    expect(configuredFor()).toEqual(['revocation-issuer-authorised'])
  })

  it('a responder for time-marks has a part of its own, not that of the authority which issued its certificate', () => {
    const appointed = changed(withAppointedResponder(soundTimeMark()), (e) => {
      changeCertificate(e, 'Responder', (c) => {
        c.extendedKeyUsage = null
      })
      const services = e.data.anchors.find(({ certificate }) => certificate === 'Root CA')?.services ?? []
      setAnchor(
        e,
        'Root CA',
        services.map((each) => ({ ...each, timeMarkResponder: true })),
      )
    })
    expect(keys(evaluate(appointed, inForce).errors)).toContain('revocation-issuer-authorised')
  })

  it('a responder that is listed itself has to be listed for answering: another authority does not speak for this one (RFC 6960, 4.2.2.2)', () => {
    expect(errorsOf(soundLongTerm(), (e) => setAnchor(e, 'Responder', [listedAs('CA/QC', {})]))).toEqual(['revocation-issuer-authorised'])
  })

  it('a responder for time-marks counts in no other signature', () => {
    expect(errorsOf(soundLongTerm(), (e) => setAnchor(e, 'Responder', [timeMarks()]))).toEqual(['revocation-issuer-authorised'])
    expect(errorsOf(soundTimeMark(), (e) => setAnchor(e, 'Responder', [timeMarks()]))).toEqual([])
  })

  it('a responder for time-marks needs the mark of the settings, and a good status at that time (decisions.md#time-mark)', () => {
    const asResponder = (listed: AnchorService) => errorsOf(soundTimeMark(), (e) => setAnchor(e, 'Responder', [listed]), inForce)
    expect(asResponder({ ...timeMarks(), timeMarkResponder: false })).toContain('time-mark-responder-authorised')
    expect(asResponder(timeMarks({ status: 'withdrawn', from: Date.UTC(2017, 0, 1) }))).toContain('time-mark-responder-authorised')
    expect(asResponder(timeMarks({ from: archivedAt }))).toContain('time-mark-responder-authorised')
    expect(asResponder(timeMarks({ to: signedAt }))).toContain('time-mark-responder-authorised')
  })

  it('a responder with a bad status is no better in a signature with time-mark', () => {
    const withdrawn = listedAs('Certstatus/OCSP', { status: 'withdrawn', from: Date.UTC(2017, 0, 1) })
    const asResponder = (...services: readonly AnchorService[]) =>
      errorsOf(soundTimeMark(), (e) => setAnchor(e, 'Responder', services), inForce)
    expect(asResponder(withdrawn)).toEqual(['revocation-issuer-status', 'time-mark-responder-authorised'])
    expect(asResponder(withdrawn, timeMarks())).toEqual([])
  })

  it('a responder for time-marks may not issue certificates or sign', () => {
    const responderOnly = { ...listedAs('Certstatus/OCSP', {}), timeMarkResponder: true }
    expect(errorsOf(soundTimeMark(), (e) => setAnchor(e, 'Root CA', [responderOnly]))).toEqual(['trust-service-type'])
    expect(errorsOf(withListedSigner(soundTimeMark()), (e) => setAnchor(e, 'Signer', [responderOnly]))).toEqual(['trust-service-type'])
  })
})

describe('the authorities of a path (RFC 5280, 6.1.4)', () => {
  const throughLower = () => {
    const e = withSubordinate(soundLongTerm())
    addCertificate(e, certificate('Lower CA', { issuer: 'Sub CA', ca: true }))
    changeCertificate(e, 'Signer', (c) => Object.assign(c.issuer, certificate('x', { issuer: 'Lower CA' }).issuer))
    setPath(e, 'Signer', ['Signer', 'Lower CA', 'Sub CA', 'Root CA'])
    for (const each of e.data.revocations) if (each.certificate === 'Signer') each.issuer = 'Lower CA'
    addAnswer(e, 'answer about Lower CA', 'Lower CA', 'Sub CA', archivedAt)
    return e
  }

  it('authorities of a path may be below one that sets no limit', () => {
    expect(errorsOf(throughLower(), () => undefined)).toEqual([])
  })

  it('authorities of a path are not counted when they are self-issued (renewed keys)', () => {
    const selfIssued = changed(throughLower(), (e) => {
      changeCertificate(e, 'Sub CA', (c) => {
        c.basicConstraints = { ca: true, pathLength: 0 }
      })
      changeCertificate(e, 'Lower CA', (c) => Object.assign(c.subject, certificate('Sub CA').subject))
      changeCertificate(e, 'Signer', (c) => Object.assign(c.issuer, certificate('Sub CA').subject))
    })
    expect(keys(evaluate(selfIssued).errors)).toEqual([])
  })

  it('authorities of a path may sign certificates when they state no key usage', () => {
    const errors = errorsOf(withSubordinate(soundLongTerm()), (e) =>
      changeCertificate(e, 'Sub CA', (c) => {
        c.keyUsage = null
      }),
    )
    expect(errors).toEqual([])
  })

  it('authorities of a path that are anchors count whenever they ended (decisions.md#listed-identity)', () => {
    const errors = errorsOf(soundLongTerm(), (e) =>
      changeCertificate(e, 'Root CA', (c) => {
        c.notAfter = signedAt - second
      }),
    )
    expect(errors).toEqual([])
  })

  it('authorities of a path leave the answer to the next path when one was revoked or had ended', () => {
    const ended = changed(withSubordinate(soundLongTerm()), (e) => {
      changeCertificate(e, 'Sub CA', (c) => {
        c.notAfter = signedAt - second
      })
      addCertificate(e, {
        ...certificate('Renewed CA', { ca: true }),
        subject: certificate('Sub CA').subject,
        publicKey: certificate('Sub CA').publicKey,
      })
      addAnswer(e, 'answer about Renewed CA', 'Renewed CA', 'Root CA', archivedAt)
      e.data.paths
        .find((each) => each.certificate === 'Signer')
        ?.paths.push({ certificates: ['Signer', 'Renewed CA', 'Root CA'], anchored: true })
    })
    expect(keys(evaluate(ended).errors)).toEqual([])
  })
})

describe('several paths without a sound one', () => {
  it('several paths without a sound one are explained by the one whose failure comes latest, whichever comes first', () => {
    const paths = (...found: readonly string[][]) =>
      errorsOf(withSubordinate(soundLongTerm()), (e) => {
        const answer = e.data.revocations.find((each) => each.certificate === 'Sub CA')
        if (answer !== undefined) Object.assign(answer, { status: 'revoked', revocationTime: signedAt })
        addCertificate(e, {
          ...certificate('Other root', { ca: true }),
          subject: certificate('Sub CA').subject,
          publicKey: certificate('Sub CA').publicKey,
        })
        setAnchor(e, 'Other root', [listedAs('CA/QC', { status: 'withdrawn', from: Date.UTC(2017, 0, 1) })])
        const entry = e.data.paths.find((each) => each.certificate === 'Signer')
        if (entry !== undefined) entry.paths = found.map((certificates) => ({ certificates: [...certificates], anchored: true }))
      })
    const revoked = ['Signer', 'Sub CA', 'Root CA']
    const withdrawn = ['Signer', 'Other root']
    expect(paths(revoked)).toEqual(['authority-not-revoked'])
    expect(paths(withdrawn)).toEqual(['trust-service-status'])
    expect(paths(revoked, withdrawn)).toEqual(['authority-not-revoked'])
    expect(paths(withdrawn, revoked)).toEqual(['authority-not-revoked'])
    expect(paths(withdrawn, revoked, withdrawn)).toEqual(['authority-not-revoked'])
  })
})

describe('extensions of a certificate', () => {
  const noCheck = { oid: '1.3.6.1.5.5.7.48.1.5', critical: true }

  it('the extension that exempts a responder from revocation checks is supported on a responder only', () => {
    expect(errorsOf(soundLongTerm(), (e) => changeCertificate(e, 'Signer', (c) => void c.extensions.push(noCheck)))).toEqual([
      'certificate-critical-extensions',
    ])
    const responder = changed(withAppointedResponder(soundLongTerm()), (e) =>
      changeCertificate(e, 'Responder', (c) => {
        c.extensions = [noCheck]
      }),
    )
    expect(keys(evaluate(responder).errors)).toEqual([])
    const authority = changed(withSubordinate(responder), (e) => {
      setPath(e, 'Responder', ['Responder', 'Sub CA', 'Root CA'])
      changeCertificate(e, 'Responder', (c) => Object.assign(c.issuer, certificate('Sub CA').subject))
      for (const each of e.data.revocations) each.issuer = 'Sub CA'
    })
    expect(keys(evaluate(authority).errors)).not.toContain('revocation-issuer-certificate-acceptable')
    const exempt = changed(authority, (e) => changeCertificate(e, 'Sub CA', (c) => void c.extensions.push(noCheck)))
    expect(keys(evaluate(exempt).errors)).toContain('revocation-issuer-certificate-acceptable')
  })
})

describe('paths that cannot be followed', () => {
  it('a signer without any path that can be followed is not trusted', () => {
    const without = changed(soundLongTerm(), (e) => {
      e.data.paths = e.data.paths.filter((entry) => entry.certificate !== 'Signer')
    })
    expect(evaluate(without)).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'NO_CERTIFICATE_CHAIN_FOUND' })
    expect(keys(evaluate(without).errors)).toEqual(['certificate-chain-found'])
  })

  it('a path that cannot be followed names a certificate that is not available, or begins with another one', () => {
    for (const path of [['Signer', 'Nobody', 'Root CA'], ['Responder', 'Root CA'], ['Root CA']]) {
      const conclusion = evaluate(changed(soundLongTerm(), (e) => setPath(e, 'Signer', path)))
      expect(conclusion).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'NO_CERTIFICATE_CHAIN_FOUND' })
    }
  })

  it('a path that cannot be followed is explained by a signature that does not verify in it, not by one elsewhere', () => {
    const unanchored = (link: string) =>
      errorsOf(soundLongTerm(), (e) => {
        setPath(e, 'Signer', ['Signer', 'Root CA'], false)
        e.data.brokenLinks.push({ certificate: link, issuer: 'Root CA', signature: 'mismatch' })
      })
    expect(unanchored('Signer')).toEqual(['certificate-signature-intact'])
    expect(unanchored('Responder')).toEqual(['certificate-chain-found'])
    const beside = errorsOf(
      soundLongTerm(),
      (e) => void e.data.brokenLinks.push({ certificate: 'Signer', issuer: 'Responder', signature: 'mismatch' }),
    )
    expect(beside).toEqual([])
  })
})

describe('a responder that is not listed', () => {
  const appointed = (extensions: readonly string[] = []) =>
    changed(withAppointedResponder(soundLongTerm()), (e) =>
      addCertificate(e, certificate('Responder', { purposes: [ocspSigning], extensions })),
    )

  it('a responder that is not listed is not believed about itself', () => {
    const errors = errorsOf(appointed(), (e) => addAnswer(e, 'about itself', 'Responder', 'Root CA', archivedAt))
    expect(errors).toEqual(['revocation-issuer-not-revoked'])
  })

  it('a responder that is not listed is not accepted when only one of two responses about it is good', () => {
    const withSecond = (status: 'good' | 'revoked') =>
      errorsOf(appointed(), (e) => {
        addCertificate(e, certificate('Second responder'))
        setAnchor(e, 'Second responder', [service('Certstatus/OCSP', 'Second')])
        setPath(e, 'Second responder', ['Second responder'])
        addAnswer(e, 'first about Responder', 'Responder', 'Root CA', archivedAt, 'Second responder')
        addAnswer(e, 'second about Responder', 'Responder', 'Root CA', archivedAt, 'Second responder')
        Object.assign(e.data.revocations.at(-1) ?? {}, status === 'good' ? {} : { status, revocationTime: signedAt - second })
      })
    expect(withSecond('good')).toEqual([])
    expect(withSecond('revoked')).toEqual(['revocation-issuer-not-revoked'])
  })

  it('a responder that is not listed has a certificate whose own signature is strong enough', () => {
    const errors = errorsOf(withAppointedResponder(soundLongTerm()), (e) =>
      changeCertificate(e, 'Responder', (c) => {
        c.signatureAlgorithm = { identifier: 'rsa-md5', encryption: 'RSA', digest: 'MD5' }
      }),
    )
    expect(errors).toEqual(['revocation-algorithm-acceptable'])
  })

  it('a responder that is not listed is accepted by the first of its paths that satisfies, and explained by the one that gets furthest', () => {
    const paths = (...found: readonly string[][]) =>
      errorsOf(withAppointedResponder(soundLongTerm()), (e) => {
        addCertificate(e, {
          ...certificate('Renewed root', { ca: true }),
          subject: certificate('Root CA').subject,
          publicKey: certificate('Root CA').publicKey,
        })
        setAnchor(e, 'Renewed root', [listedAs('CA/QC', { status: 'withdrawn', from: Date.UTC(2017, 0, 1) })])
        const entry = e.data.paths.find((each) => each.certificate === 'Responder')
        if (entry !== undefined)
          entry.paths = found.map((certificates) => ({ certificates: [...certificates], anchored: certificates.length > 1 }))
      })
    const sound = ['Responder', 'Root CA']
    const withdrawn = ['Responder', 'Renewed root']
    expect(paths(withdrawn, sound)).toEqual([])
    expect(paths(withdrawn)).toEqual(['revocation-issuer-status'])
    expect(paths(['Responder'], withdrawn)).toEqual(['revocation-issuer-status'])
    expect(paths(withdrawn, ['Responder'])).toEqual(['revocation-issuer-status'])
    expect(paths(['Responder', 'Nobody'])).toEqual(['revocation-issuer-chain-found'])
  })

  it('a responder that is not listed may be the authority itself, without evidence that it is not revoked', () => {
    const e = changed(withSubordinate(soundLongTerm()), (next) => {
      setPath(next, 'Sub CA', ['Sub CA', 'Root CA'])
      for (const signer of next.data.revocationSigners) if (signer.revocation === 'answer') signer.signer = 'Sub CA'
    })
    expect(keys(evaluate(e).errors)).toEqual([])
    // That it was revoked after the signature is a question of the path, which a later moment answers.
    const revoked = changed(e, (next) => {
      const about = next.data.revocations.find((each) => each.certificate === 'Sub CA')
      if (about !== undefined) Object.assign(about, { status: 'revoked', revocationTime: archivedAt })
    })
    expect(keys(evaluate(revoked).errors)).toEqual([])
  })

  it('a responder that is not listed is not accepted by a response about an unknown certificate', () => {
    const withIssuer = (issuer: string) =>
      errorsOf(appointed(), (e) => {
        addCertificate(e, certificate('Second responder', { purposes: [ocspSigning], extensions: ['1.3.6.1.5.5.7.48.1.5'] }))
        setPath(e, 'Second responder', ['Second responder', 'Root CA'])
        addAnswer(e, 'about Responder', 'Responder', issuer, archivedAt, 'Second responder')
      })
    expect(withIssuer('Root CA')).toEqual([])
    expect(withIssuer('Nobody')).toEqual(['revocation-issuer-not-revoked'])
  })

  it('a responder that is not listed is not in good standing by an answer about the certificate of a namesake of its authority with another key', () => {
    const withIssuer = (issuer: string) =>
      errorsOf(appointed(), (e) => {
        addCertificate(e, { ...certificate('Other CA', { ca: true }), subject: certificate('Root CA').subject })
        addCertificate(e, certificate('Second responder'))
        setAnchor(e, 'Second responder', [service('Certstatus/OCSP', 'Second')])
        setPath(e, 'Second responder', ['Second responder'])
        addAnswer(e, 'about Responder', 'Responder', issuer, archivedAt, 'Second responder')
      })
    expect(withIssuer('Root CA')).toEqual([])
    expect(withIssuer('Other CA')).toEqual(['revocation-issuer-not-revoked'])
  })

  it('a responder that is listed may prove the time about a certificate whose issuer is not known, but says nothing else about it', () => {
    const e = changed(soundTimeMark(), (next) => {
      for (const each of next.data.revocations) each.issuer = 'Nobody'
    })
    expect(keys(evaluate(e).errors)).toEqual(['revocation-data-available'])
    expect(evaluate(e).bestSignatureTime).not.toBeNull()
  })

  it('a responder that is not listed proves no time when it is not known whose certificate it speaks about', () => {
    const conclusion = evaluate(
      changed(soundTimeMark(), (e) => {
        Object.assign(e, withAppointedResponder(e))
        for (const each of e.data.revocations) each.issuer = 'Nobody'
      }),
      inForce,
    )
    expect(conclusion.bestSignatureTime).toBeNull()
    expect(conclusion.indication).toBe('INDETERMINATE')
  })
})
