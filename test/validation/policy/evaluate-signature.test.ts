import { describe, expect, it } from 'vitest'
import type { CheckResult, SignatureConclusion, UnreadableSignature } from '#model'
import { POLv1, POLv2 } from '#validation/policy'
import { concludeAll, concludeUnreadable, evaluateSignature, type ListedLevel, withLegalLevel } from './concluding.js'
import { setAnchor, setPath, withListedSigner } from './extended-signatures.js'
import {
  certificate,
  changeCertificate,
  changed,
  confirmedAt,
  type Evidence,
  inForce,
  ocsp,
  second,
  service,
  signedAt,
  soundLongTerm,
  soundTimeMark,
  stampedAt,
  statement,
  timeStamp,
  validationTime,
  withTimeStamp,
  year,
} from './sound-signatures.js'

const evaluate = ({ facts, data }: Evidence, time = validationTime) => evaluateSignature(POLv1, facts, data, time)
const keys = (checks: readonly CheckResult[]) => checks.map(({ key }) => key)

describe('several defects', () => {
  const defects: readonly (readonly [string, string, (evidence: Evidence) => void])[] = [
    ['FORMAT_FAILURE', 'data-object-signed', (e) => void e.facts.references.shift()],
    [
      'NO_SIGNING_CERTIFICATE_FOUND',
      'signing-certificate-reference-signed',
      (e) => {
        e.facts.signingCertificateReferenceSigned = false
      },
    ],
    [
      'SIG_CRYPTO_FAILURE',
      'signature-value-intact',
      (e) => {
        e.facts.signatureValue.status = 'mismatch'
      },
    ],
    [
      'POLICY_PROCESSING_ERROR',
      'signature-policy-digest-present',
      (e) => {
        if (e.facts.policy !== null) e.facts.policy.digest = null
      },
    ],
    ['NO_CERTIFICATE_CHAIN_FOUND', 'certificate-chain-found', (e) => setPath(e, 'Signer', ['Signer', 'Root CA'], false)],
    [
      'SIG_CONSTRAINTS_FAILURE',
      'signing-time-present',
      (e) => {
        e.facts.claimedSigningTime = null
      },
    ],
  ]

  it('several defects are all listed, in the order format, signing certificate, cryptography that failed, context, certificate, acceptance; the first decides', () => {
    for (let from = 0; from < defects.length; from += 1) {
      const present = defects.slice(from)
      const conclusion = evaluate(
        changed(soundTimeMark(), (e) => {
          // The order in which they were put in must not matter.
          for (const [, , apply] of present.toReversed()) apply(e)
        }),
      )
      expect(keys(conclusion.errors)).toEqual(present.map(([, key]) => key))
      expect(conclusion.subIndication).toBe(present[0]?.[0])
    }
  })

  it('several defects name the signature policy before cryptography that is only incomplete', () => {
    const withoutDigest = (status: 'not-found' | 'mismatch') =>
      keys(
        evaluate(
          changed(soundTimeMark(), (e) => {
            if (e.facts.policy !== null) e.facts.policy.digest = null
            const [reference] = e.facts.references
            if (reference !== undefined) reference.status = status
          }),
        ).errors,
      )
    expect(withoutDigest('not-found')).toEqual(['signature-policy-digest-present', 'signed-data-found'])
    expect(withoutDigest('mismatch')).toEqual(['signed-data-intact', 'signature-policy-digest-present'])
  })

  it('defects of one block are shown in the order of references, the signature value last', () => {
    const conclusion = evaluate(
      changed(soundLongTerm(), (e) => {
        e.facts.signatureValue.status = 'mismatch'
        for (const reference of e.facts.references) reference.status = reference.kind === 'data-object' ? 'not-found' : 'mismatch'
      }),
    )
    expect(keys(conclusion.errors)).toEqual(['signed-data-found', 'signed-properties-intact', 'signature-value-intact'])
    expect(conclusion.indication).toBe('INDETERMINATE')
  })

  it('defects of the certificate are shown by what they mean: no trust, revoked, out of time', () => {
    const conclusion = evaluate(
      changed(soundLongTerm(), (e) => {
        changeCertificate(e, 'Signer', (c) => {
          c.notAfter = stampedAt - second
          c.keyUsage = []
        })
        Object.assign(e.data.revocations[0] ?? {}, { status: 'revoked', revocationTime: signedAt })
        setAnchor(e, 'Root CA', [service('TSA', 'x')])
      }),
    )
    expect(keys(conclusion.errors)).toEqual([
      'trust-service-type',
      'signing-certificate-key-usage',
      'certificate-not-revoked',
      'certificate-valid',
    ])
    expect(conclusion.errors.at(-1)).toMatchObject({ onFailure: { subIndication: 'OUT_OF_BOUNDS_NO_POE' } })
  })

  it('a time-stamp that proves nothing is named after the reason of the process without it (decisions.md#situations)', () => {
    const conclusion = evaluate(
      changed(soundLongTerm(), (e) => {
        for (const each of e.facts.timeStamps) each.imprint.status = 'mismatch'
      }),
    )
    // Validated after the signer's certificate expired, that is the reason; the missing proof comes last.
    expect(keys(conclusion.errors)).toEqual(['certificate-valid', 'existence-proven', 'time-stamp-imprint-intact'])
    expect(conclusion.subIndication).toBe('OUT_OF_BOUNDS_NOT_REVOKED')
    expect(conclusion.bestSignatureTime).toBeNull()
  })

  it('level T is named by what it lacks, also when no time is proven and the certificate has ended since (decisions.md#situations)', () => {
    const levelT = changed(soundLongTerm(), (e) => {
      e.facts.level = 'T'
      e.facts.revocations = []
      e.data.revocations = []
    })
    expect(evaluate(levelT).subIndication).toBe('TRY_LATER')
    const withoutTime = changed(levelT, (e) => {
      for (const each of e.facts.timeStamps) each.imprint.status = 'mismatch'
    })
    const unproven = evaluate(withoutTime)
    expect(unproven).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'TRY_LATER' })
    expect(keys(unproven.errors)).toEqual([
      'revocation-data-available',
      'certificate-valid',
      'revocation-data-in-signature',
      'existence-proven',
      'time-stamp-imprint-intact',
    ])
    // Where a time is proven, and it lies outside, that is the reason.
    const outside = changed(levelT, (e) =>
      changeCertificate(e, 'Signer', (c) => {
        c.notAfter = stampedAt - second
      }),
    )
    expect(evaluate(outside).subIndication).toBe('OUT_OF_BOUNDS_NO_POE')
    const foreign = changed(withoutTime, (e) => setPath(e, 'Signer', ['Signer', 'Root CA'], false))
    expect(evaluate(foreign).subIndication).toBe('NO_CERTIFICATE_CHAIN_FOUND')
  })

  it('an expired signer without revocation data is explained by the time, not by the missing answer', () => {
    const conclusion = evaluate(
      changed(soundLongTerm(), (e) => {
        e.data.revocations = []
        changeCertificate(e, 'Signer', (c) => {
          c.notAfter = stampedAt - second
        })
      }),
    )
    expect(conclusion.subIndication).toBe('OUT_OF_BOUNDS_NO_POE')
    expect(keys(conclusion.errors)).toEqual(['certificate-valid', 'revocation-data-available'])
  })
})

describe('best signature time', () => {
  it('the best signature time is the earliest of the time-stamps that prove something (EN 319 102-1 5.5.4)', () => {
    const two = withTimeStamp(soundLongTerm(), timeStamp('earlier stamp', 'signature', stampedAt - second))
    expect(evaluate(two).bestSignatureTime).toBe(stampedAt - second)
    const broken = changed(two, (e) => {
      for (const each of e.facts.timeStamps) if (each.id === 'earlier stamp') each.imprint.status = 'mismatch'
    })
    const conclusion = evaluate(broken)
    expect(conclusion.bestSignatureTime).toBe(stampedAt)
    expect(conclusion.indication).toBe('TOTAL-PASSED')
    expect(keys(conclusion.warnings)).toEqual(['time-stamp-imprint-intact'])
  })

  it('the best signature time is not given by a content or archive time-stamp', () => {
    for (const kind of ['content', 'archive'] as const) {
      const only = changed(soundLongTerm(), (e) => {
        e.facts.timeStamps = e.facts.timeStamps.map((each) => ({
          ...each,
          kind,
          coverage: { ...each.coverage, signatureValue: kind === 'archive' },
        }))
      })
      const conclusion = evaluate(only, inForce)
      expect(conclusion.bestSignatureTime).toBeNull()
      expect(keys(conclusion.errors)).toEqual(['existence-proven'])
    }
  })

  it('the best signature time is the earliest time-mark whose responder may make time-marks', () => {
    const two = changed(soundTimeMark(), (e) => {
      e.facts.revocations.push(structuredClone(ocsp('earlier', confirmedAt - second)) as never)
      e.data.revocations.push(statement('earlier', 'Signer', 'Root CA', confirmedAt - second) as never)
      e.data.revocationSigners.push({ revocation: 'earlier', signer: 'Responder', signature: 'intact' })
      e.facts.timeMarks.push({
        revocation: 'earlier',
        producedAt: confirmedAt - second,
        nonce: 'match',
        digest: { identifier: 'sha1', algorithm: 'SHA1', value: '' },
        responderCertificates: ['Responder'],
      })
    })
    expect(evaluate(two).bestSignatureTime).toBe(confirmedAt - second)
    const foreign = changed(two, (e) => {
      for (const signer of e.data.revocationSigners) if (signer.revocation === 'earlier') signer.signature = 'mismatch'
    })
    expect(evaluate(foreign).bestSignatureTime).toBe(confirmedAt)
  })

  it('the best signature time is proven by a time-mark although its answer is "revoked" or "unknown"', () => {
    const answering = (status: 'revoked' | 'unknown') =>
      evaluate(
        changed(soundTimeMark(), (e) =>
          Object.assign(e.data.revocations[0] ?? {}, { status, revocationTime: status === 'revoked' ? signedAt : null }),
        ),
      )
    expect(answering('revoked').bestSignatureTime).toBe(confirmedAt)
    expect(answering('revoked').subIndication).toBe('REVOKED_NO_POE')
    expect(answering('unknown').bestSignatureTime).toBe(confirmedAt)
    expect(answering('unknown').subIndication).toBe('TRY_LATER')
  })

  it('the best signature time is not looked for in the nonce of a signature with time-stamp', () => {
    const random = changed(soundLongTerm(), (e) => {
      e.facts.timeMarks = [
        { revocation: 'answer', producedAt: confirmedAt, nonce: 'not-digest-info', digest: null, responderCertificates: [] },
      ]
    })
    expect(evaluate(random).errors).toEqual([])
  })
})

describe('content time-stamp (EN 319 102-1 5.3.4)', () => {
  const stampedBefore = () => withTimeStamp(soundLongTerm(), timeStamp('content stamp', 'content', stampedAt - second))

  it('a content time-stamp makes a revocation before it certain', () => {
    const revoked = (at: number) =>
      evaluate(changed(stampedBefore(), (e) => Object.assign(e.data.revocations[0] ?? {}, { status: 'revoked', revocationTime: at })))
    expect(revoked(stampedAt - 2 * second)).toMatchObject({ indication: 'TOTAL-FAILED', subIndication: 'REVOKED' })
    expect(revoked(stampedAt - second)).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'REVOKED_NO_POE' })
  })

  it('a content time-stamp makes an end of validity before it certain', () => {
    const expired = (at: number) =>
      evaluate(
        changed(stampedBefore(), (e) =>
          changeCertificate(e, 'Signer', (c) => {
            c.notAfter = at
            for (const each of e.data.revocations) each.archiveCutOff = at
          }),
        ),
      )
    expect(expired(stampedAt - 2 * second)).toMatchObject({ indication: 'TOTAL-FAILED', subIndication: 'EXPIRED' })
    expect(expired(stampedAt - second)).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'OUT_OF_BOUNDS_NOT_REVOKED' })
  })

  it('a content time-stamp may not be younger than the signature time-stamp', () => {
    const later = withTimeStamp(soundLongTerm(), timeStamp('content stamp', 'content', stampedAt + second))
    expect(evaluate(later).subIndication).toBe('TIMESTAMP_ORDER_FAILURE')
  })
})

describe('a listed signer', () => {
  it('a listed signer needs no path, no revocation data and no validity (decisions.md#listed-identity)', () => {
    const listed = changed(withListedSigner(soundLongTerm()), (e) => {
      e.data.revocations = []
      changeCertificate(e, 'Signer', (c) => {
        c.notAfter = signedAt - year
      })
    })
    expect(evaluate(listed)).toMatchObject({ indication: 'TOTAL-PASSED', errors: [] })
  })

  it('a listed signer is refused when it is listed for something else than issuing certificates', () => {
    const listed = changed(withListedSigner(soundLongTerm()), (e) => setAnchor(e, 'Signer', [service('Certstatus/OCSP', 'x')]))
    expect(keys(evaluate(listed).errors)).toEqual(['trust-service-type'])
  })

  it('a listed signer is refused when revocation data say that it was revoked', () => {
    const listed = changed(withListedSigner(soundLongTerm()), (e) =>
      Object.assign(e.data.revocations[0] ?? {}, { status: 'revoked', revocationTime: signedAt }),
    )
    expect(keys(evaluate(listed).errors)).toEqual(['certificate-not-revoked'])
  })
})

describe('several paths', () => {
  const twoPaths = () =>
    changed(soundLongTerm(), (e) => {
      e.data.certificates.push(structuredClone(certificate('Wrong CA', { ca: true })) as never)
      changeCertificate(e, 'Wrong CA', (c) => Object.assign(c.subject, certificate('Root CA').subject))
      setAnchor(e, 'Wrong CA', [service('TSA', 'Wrong')])
      const entry = e.data.paths.find((each) => each.certificate === 'Signer')
      entry?.paths.unshift({ certificates: ['Signer', 'Wrong CA'], anchored: true }, { certificates: ['Signer'], anchored: false })
    })

  it('several paths are tried until one satisfies', () => {
    expect(evaluate(twoPaths()).errors).toEqual([])
  })

  it('several paths are explained by the one that gets furthest', () => {
    const conclusion = evaluate(
      changed(twoPaths(), (e) =>
        changeCertificate(e, 'Signer', (c) => {
          c.keyUsage = []
        }),
      ),
    )
    expect(keys(conclusion.errors)).toEqual(['signing-certificate-key-usage'])
  })

  it('paths that could not all be looked at are mentioned when none was found', () => {
    const conclusion = evaluate(
      changed(soundLongTerm(), (e) => {
        setPath(e, 'Signer', ['Signer'], false)
        e.data.pathBudgetExhausted = true
      }),
    )
    expect(keys(conclusion.errors)).toEqual(['certificate-chain-found'])
    expect(keys(conclusion.warnings)).toEqual(['certificate-paths-complete'])
  })
})

const legalLevels = ['QESig', 'QESeal', 'AdESig-QC', 'AdESig', 'none'] as const

describe('legal level', () => {
  const pass = (level: ListedLevel) => evaluate(withLegalLevel(soundLongTerm(), level))
  const qualified = (change: (evidence: Evidence) => unknown) =>
    evaluate(changed(withLegalLevel(soundLongTerm(), 'QESig'), (e) => void change(e)))

  it('the legal level makes no difference under POLv1, and is at least AdES for what passes', () => {
    for (const level of legalLevels) {
      const listed = level === 'none' ? null : level
      expect(pass(level)).toMatchObject({ indication: 'TOTAL-PASSED', level: listed, leastLevel: 'AdES', errors: [], warnings: [] })
    }
  })

  it('the legal level of what does not pass is what the lists tell', () => {
    for (const level of legalLevels) {
      const changedFile = changed(withLegalLevel(soundLongTerm(), level), (e) =>
        Object.assign(e.facts.references[0] ?? {}, { status: 'mismatch' }),
      )
      expect(evaluate(changedFile)).toMatchObject({ indication: 'TOTAL-FAILED', level: level === 'none' ? null : level, leastLevel: null })
    }
  })

  it('the legal level is empty where nothing ties the certificate to the signature', () => {
    const unidentified: readonly ((evidence: Evidence) => unknown)[] = [
      (e) => Object.assign(e.facts, { signingCertificateReferences: [] }),
      (e) => Object.assign(e.facts, { signingCertificateReferenceSigned: false }),
      (e) => Object.assign(e.facts.signingCertificateReferences[0] ?? {}, { certificate: 'Unit' }),
    ]
    for (const change of unidentified)
      expect(qualified(change)).toMatchObject({ subIndication: 'NO_SIGNING_CERTIFICATE_FOUND', level: null })
  })

  it('the legal level does not depend on whether a time-stamp identifies the certificate of its unit', () => {
    const conclusion = qualified((e) => Object.assign(e.facts.timeStamps[0] ?? {}, { signingCertificate: null }))
    expect(keys(conclusion.errors)).toContain('time-stamp-certificate-identified')
    expect(conclusion.level).toBe('QESig')
  })

  it('the legal level has to be QES under POLv2; an unknown one is not', () => {
    const underPolv2 = (level: ListedLevel) => {
      const { facts, data } = withLegalLevel(soundLongTerm(), level)
      return evaluateSignature(POLv2, facts, data, validationTime)
    }
    for (const level of ['QESig', 'QESeal'] as const)
      expect(underPolv2(level)).toMatchObject({ indication: 'TOTAL-PASSED', subIndication: null, level, errors: [] })
    for (const level of ['AdESig-QC', 'AdESig', 'none'] as const) {
      const conclusion = underPolv2(level)
      const listed = level === 'none' ? null : level
      expect(conclusion).toMatchObject({
        indication: 'TOTAL-FAILED',
        subIndication: 'CHAIN_CONSTRAINTS_FAILURE',
        level: listed,
        leastLevel: 'AdES',
      })
      expect(keys(conclusion.errors)).toEqual(['signature-level-qualified'])
    }
  })

  it('the legal level leaves any other verdict as it is', () => {
    const { facts, data } = changed(withLegalLevel(soundLongTerm(), 'AdESig'), (e) => {
      e.facts.signatureValue.status = 'mismatch'
    })
    const conclusion = evaluateSignature(POLv2, facts, data, validationTime)
    expect(conclusion).toMatchObject({ indication: 'TOTAL-FAILED', subIndication: 'SIG_CRYPTO_FAILURE', level: 'AdESig' })
    expect(keys(conclusion.errors)).toEqual(['signature-value-intact'])
  })
})

describe('repeated signatures', () => {
  const read = ({ facts, data }: Evidence) => ({ kind: 'read', facts, data }) as const
  const other = () =>
    changed(soundLongTerm(), (e) => {
      e.facts.id = 'S1'
      e.facts.contentDigest = 'content of S1'
    })
  const repeats = (conclusions: readonly SignatureConclusion[]) =>
    conclusions.map(({ warnings }) => warnings.filter(({ key }) => key === 'signature-unique').map(({ facts }) => facts['repeats']))
  const conclude = (...evidence: readonly Evidence[]) => concludeAll(POLv1, evidence.map(read), validationTime)

  it('repeated signatures get a warning from the second on, and keep their verdict', () => {
    const conclusions = conclude(soundLongTerm(), other(), soundLongTerm())
    expect(repeats(conclusions)).toEqual([[], [], ['content']])
    expect(conclusions.map(({ indication }) => indication)).toEqual(['TOTAL-PASSED', 'TOTAL-PASSED', 'TOTAL-PASSED'])
  })

  it('signatures that differ by Id only are repeated; an empty Id is not a repetition', () => {
    const named = (evidence: Evidence, id: string) => changed(evidence, (e) => void Object.assign(e.facts, { id }))
    expect(repeats(conclude(soundLongTerm(), named(other(), 'S0')))).toEqual([[], ['id']])
    expect(repeats(conclude(named(soundLongTerm(), ''), named(other(), '')))).toEqual([[], []])
  })
})

describe('a signature that cannot be read (decisions.md#unreadable-signature)', () => {
  it('a signature that cannot be read gets a conclusion of its own (decisions.md#unreadable-signature)', () => {
    const signature: UnreadableSignature = {
      kind: 'unreadable',
      source: { file: 'META-INF/signatures1.xml', index: 0 },
      id: '',
      code: 'XML_DOCTYPE',
      message: 'a document type is not allowed',
      offset: 39,
    }
    const conclusion = concludeUnreadable(POLv2, signature, validationTime)
    expect(conclusion).toMatchObject({
      indication: 'TOTAL-FAILED',
      subIndication: 'FORMAT_FAILURE',
      level: null,
      bestSignatureTime: null,
    })
    expect(conclusion.errors).toMatchObject([{ key: 'signature-readable', facts: { code: 'XML_DOCTYPE', offset: 39 } }])
  })
})
