import { describe, expect, it } from 'vitest'
import type { DigestAlgorithm, EncryptionAlgorithm, FindingKey } from '#model'
import { POLv1 } from '#validation/policy'
import { evaluateSignature } from './concluding.js'
import { withAppointedResponder, withIssuedUnit } from './extended-signatures.js'
import { changeCertificate, changed, type Evidence, inForce, soundLongTerm, soundTimeMark } from './sound-signatures.js'

/** A key of the path or of a helper, with the errors when it is one bit too short, or its size is not known. */
interface Key {
  readonly of: string
  readonly what: string
  readonly base: () => Evidence
  readonly algorithm: EncryptionAlgorithm
  readonly minimum: number
  readonly errors: readonly FindingKey[]
}

const unproven = (key: FindingKey): readonly FindingKey[] => ['existence-proven', key]

const cases: readonly Key[] = [
  {
    of: 'Signer',
    what: 'of the signer',
    base: soundLongTerm,
    algorithm: 'ECDSA',
    minimum: 192,
    errors: ['signature-algorithm-acceptable'],
  },
  {
    of: 'Root CA',
    what: 'of the authority',
    base: soundLongTerm,
    algorithm: 'RSA',
    minimum: 1024,
    errors: ['certificate-algorithm-acceptable'],
  },
  {
    of: 'Responder',
    what: 'of the responder',
    base: soundLongTerm,
    algorithm: 'RSA',
    minimum: 1024,
    errors: ['revocation-algorithm-acceptable'],
  },
  {
    of: 'Responder',
    what: 'of the responder of a time-mark',
    base: soundTimeMark,
    algorithm: 'RSA',
    minimum: 1024,
    errors: ['revocation-algorithm-acceptable', 'existence-proven'],
  },
  {
    of: 'Unit',
    what: 'of the time-stamping unit',
    base: soundLongTerm,
    algorithm: 'RSA',
    minimum: 1024,
    errors: unproven('time-stamp-algorithm-acceptable'),
  },
  {
    of: 'Stamp CA',
    what: 'of the authority of the time-stamping unit',
    base: () => withIssuedUnit(soundLongTerm()),
    algorithm: 'RSA',
    minimum: 1024,
    errors: unproven('certificate-algorithm-acceptable'),
  },
  {
    of: 'Stamp CA',
    what: 'of the authority of the time-stamping unit',
    base: () => withIssuedUnit(soundLongTerm()),
    algorithm: 'ECDSA',
    minimum: 256,
    errors: unproven('certificate-algorithm-acceptable'),
  },
  {
    of: 'Root CA',
    what: 'of the authority of a responder that is not listed',
    base: () => withAppointedResponder(soundLongTerm()),
    algorithm: 'RSA',
    minimum: 1024,
    errors: ['revocation-algorithm-acceptable', 'certificate-algorithm-acceptable'],
  },
]

describe('the size of a key (decisions.md#weak-algorithms)', () => {
  const errorsOf = ({ of, base, algorithm }: Key, size: number | null) => {
    const { facts, data } = changed(base(), (e) => {
      changeCertificate(e, of, (c) => Object.assign(c.publicKey, { algorithm, size }))
      // The key signed the certificates below.
      for (const each of [...e.facts.certificates, ...e.data.certificates])
        if (each.issuer.text === `CN=${of},C=EE`) each.signatureAlgorithm.encryption = algorithm
    })
    return evaluateSignature(POLv1, facts, data, inForce).errors.map(({ key }) => key)
  }

  it.each(cases)('the key of $what has at least $minimum bits ($algorithm)', (key) => {
    expect(errorsOf(key, key.minimum)).toEqual([])
    expect(errorsOf(key, key.minimum - 1)).toEqual(key.errors)
    expect(errorsOf(key, null)).toEqual(key.errors)
  })
})

describe('the digest of a signature', () => {
  it('a time-stamp is acceptable with any digest of its content', () => {
    const signedWith = (digest: DigestAlgorithm | null) => {
      const { facts, data } = changed(soundLongTerm(), (e) => {
        for (const { token } of e.facts.timeStamps) token.signatureAlgorithm = { identifier: 'rsa', encryption: 'RSA', digest }
      })
      return evaluateSignature(POLv1, facts, data, inForce).errors.map(({ key }) => key)
    }
    expect(signedWith('SHA512')).toEqual([])
    expect(signedWith('MD5')).toEqual(unproven('time-stamp-algorithm-acceptable'))
    expect(signedWith(null)).toEqual(unproven('time-stamp-algorithm-acceptable'))
  })
})
