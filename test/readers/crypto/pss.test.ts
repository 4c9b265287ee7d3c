import { constants, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { DigestAlgorithm } from '#model'
import { digestLength, type PssParameters, readPublicKey, signatureAlgorithmOf, verifySignature } from '#readers/crypto'
import { DER, openEncoding } from '#readers/der'
import { bitString, context, integer, nullValue, objectIdentifier, sequence, tagged } from '../../support/der.js'

const data = Buffer.from('what was signed')
const spki = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' })

function statusOf(digest: DigestAlgorithm | null, publicKeyInfo: Uint8Array, signature: Uint8Array, pss: PssParameters | null): string {
  const algorithm = { identifier: '1.2.840.113549.1.1.10', encryption: 'RSASSA-PSS', digest } as const
  return verifySignature({ algorithm, pss, publicKeyInfo, data, signature, ecdsaEncoding: 'der' }).status
}

const pssSign = (digest: string, saltLength: number, key: KeyObject): Buffer =>
  sign(digest, data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength })

const keys = [1024, 1025, 2047, 2048, 4096].map((bits) => ({ bits, ...generateKeyPairSync('rsa', { modulusLength: bits }) }))
const [small, , , key2048, key4096] = keys
if (small === undefined || key2048 === undefined || key4096 === undefined) throw new TypeError('keys')

describe('the salt of RSASSA-PSS', () => {
  it.each(keys)(
    'the salt of RSASSA-PSS may have any length for which a key of $bits bits has room (RFC 8017 9.1.1), and exactly the stated one',
    (key) => {
      const longest = Math.ceil((key.bits - 1) / 8) - 32 - 2
      for (const saltLength of new Set([
        0,
        1,
        20,
        32,
        Math.min(127, longest),
        Math.min(128, longest),
        Math.min(255, longest),
        longest - 1,
        longest,
      ])) {
        const signature = pssSign('sha256', saltLength, key.privateKey)
        const at = (length: number): string =>
          statusOf('SHA256', spki(key.publicKey), signature, { mgfDigest: 'SHA256', saltLength: length })
        expect([saltLength, at(saltLength), at(saltLength - 1), at(saltLength + 1)]).toEqual([saltLength, 'intact', 'mismatch', 'mismatch'])
      }
    },
  )

  it.each([-1, -2, -32, 128, 129, 255, 256, 32_767, 32_768, 65_535, 65_536, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 47])(
    'the salt of RSASSA-PSS of %i octets, for which there is no room, is a mismatch, with the digest of the message in MGF1 and with another',
    (saltLength) => {
      const signature = pssSign('sha256', 32, small.privateKey)
      for (const mgfDigest of ['SHA256', 'SHA1'] as const)
        expect(statusOf('SHA256', spki(small.publicKey), signature, { mgfDigest, saltLength })).toBe('mismatch')
    },
  )

  it('the salt of RSASSA-PSS of any length verifies with another digest in MGF1 (its INTEGER may need a zero octet in front)', () => {
    const bound = generateKeyPairSync('rsa-pss', {
      modulusLength: 4096,
      hashAlgorithm: 'sha512',
      mgf1HashAlgorithm: 'sha256',
      // The platform takes a number here; its types say a text.
      saltLength: 0 as unknown as string,
    })
    for (const saltLength of [0, 1, 127, 128, 255, 256, 446]) {
      const signature = pssSign('sha512', saltLength, bound.privateKey)
      for (const publicKey of [asRsaEncryption(spki(bound.publicKey)), spki(bound.publicKey)]) {
        expect(statusOf('SHA512', publicKey, signature, { mgfDigest: 'SHA256', saltLength })).toBe('intact')
        expect(statusOf('SHA512', publicKey, signature, { mgfDigest: 'SHA256', saltLength: saltLength - 1 })).toBe('mismatch')
      }
    }
  })

  it('the salt of RSASSA-PSS is as long as the digest where nothing is stated', () => {
    expect(statusOf('SHA512', spki(key2048.publicKey), pssSign('sha512', 64, key2048.privateKey), null)).toBe('intact')
    expect(statusOf('SHA512', spki(key2048.publicKey), pssSign('sha512', 63, key2048.privateKey), null)).toBe('mismatch')
  })
})

describe('the digests of RSASSA-PSS', () => {
  const names: readonly (readonly [DigestAlgorithm, string])[] = [
    ['MD5', 'md5'],
    ['SHA1', 'sha1'],
    ['SHA224', 'sha224'],
    ['SHA256', 'sha256'],
    ['SHA384', 'sha384'],
    ['SHA512', 'sha512'],
    ['SHA3-224', 'sha3-224'],
    ['SHA3-256', 'sha3-256'],
    ['SHA3-384', 'sha3-384'],
    ['SHA3-512', 'sha3-512'],
    ['RIPEMD160', 'ripemd160'],
  ]
  it.each(names)('the digest %s of RSASSA-PSS verifies with itself in MGF1', (digest, name) => {
    const signature = pssSign(name, digestLength(digest), key2048.privateKey)
    expect(statusOf(digest, spki(key2048.publicKey), signature, { mgfDigest: digest, saltLength: digestLength(digest) })).toBe('intact')
  })

  it('no pair of digests of RSASSA-PSS is taken for another: what the platform cannot compute is unknown', () => {
    const signature = pssSign('sha1', 20, key2048.privateKey)
    for (const [digest] of [...names, ['WHIRLPOOL', ''] as const]) {
      for (const [mgfDigest] of [...names, ['WHIRLPOOL', ''] as const]) {
        const status = statusOf(digest, spki(key2048.publicKey), signature, { mgfDigest, saltLength: 20 })
        expect([digest, mgfDigest, status]).toEqual([
          digest,
          mgfDigest,
          digest === 'SHA1' && mgfDigest === 'SHA1' ? 'intact' : expect.stringMatching(/mismatch|algorithm-unknown/),
        ])
      }
    }
  })

  it('digests of RSASSA-PSS that are not registered are unknown', () => {
    const signature = pssSign('sha256', 32, key2048.privateKey)
    expect(statusOf(null, spki(key2048.publicKey), signature, { mgfDigest: 'SHA256', saltLength: 32 })).toBe('algorithm-unknown')
    expect(statusOf('SHA256', spki(key2048.publicKey), signature, { mgfDigest: null, saltLength: 32 })).toBe('algorithm-unknown')
  })
})

const SHA256 = sequence(objectIdentifier('2.16.840.1.101.3.4.2.1'), nullValue())
const SHA1 = sequence(objectIdentifier('1.3.14.3.2.26'))
const mgf = (digest: Buffer, oid = '1.2.840.113549.1.1.8'): Buffer => sequence(objectIdentifier(oid), digest)
const PSS = objectIdentifier('1.2.840.113549.1.1.10')

describe('RSASSA-PSS-params (RFC 4055 3.1)', () => {
  const limits = { maxBytes: 1000, maxDepth: 10, maxElements: 100, maxNumberBytes: 32, maxNameBytes: 65_536 }
  const read = (...parameters: readonly Buffer[]) => {
    const { algorithm, pss } = signatureAlgorithmOf(openEncoding(sequence(PSS, ...parameters), limits, DER))
    return { digest: algorithm.digest, ...pss }
  }

  it.each([
    ['nothing stated: SHA-1 throughout', sequence(), { digest: 'SHA1', mgfDigest: 'SHA1', saltLength: 20 }],
    ['a digest', sequence(context(0, SHA256)), { digest: 'SHA256', mgfDigest: 'SHA1', saltLength: 20 }],
    ['a digest of MGF1', sequence(context(1, mgf(SHA256))), { digest: 'SHA1', mgfDigest: 'SHA256', saltLength: 20 }],
    [
      'everything',
      sequence(context(0, SHA256), context(1, mgf(SHA256)), context(2, integer(128)), context(3, integer(1))),
      { digest: 'SHA256', mgfDigest: 'SHA256', saltLength: 128 },
    ],
    ['a negative salt', sequence(context(2, integer(-1))), { digest: 'SHA1', mgfDigest: 'SHA1', saltLength: -1 }],
    [
      'the longest salt that is read',
      sequence(context(2, integer(2 ** 47 - 1))),
      { digest: 'SHA1', mgfDigest: 'SHA1', saltLength: 2 ** 47 - 1 },
    ],
    ['another trailer', sequence(context(3, integer(2))), { digest: 'SHA1', mgfDigest: null, saltLength: 20 }],
    ['another mask generation function', sequence(context(1, mgf(SHA256, '1.2.3.4'))), { digest: 'SHA1', mgfDigest: null, saltLength: 20 }],
    ['an unknown digest', sequence(context(0, sequence(objectIdentifier('1.2.3.4')))), { digest: null, mgfDigest: 'SHA1', saltLength: 20 }],
    [
      'an unknown digest of MGF1',
      sequence(context(1, mgf(sequence(objectIdentifier('1.2.3.4'))))),
      { digest: 'SHA1', mgfDigest: null, saltLength: 20 },
    ],
    ['NULL in their place', nullValue(), { digest: null, mgfDigest: null, saltLength: 0 }],
  ])('reads RSASSA-PSS-params (RFC 4055 3.1): %s', (_, parameters, expected) => expect(read(parameters)).toEqual(expected))

  it('absent RSASSA-PSS-params say nothing of what to verify', () =>
    expect(read()).toEqual({ digest: null, mgfDigest: null, saltLength: 0 }))

  it.each([
    ['a salt of seven octets', sequence(context(2, integer(2n ** 48n)))],
    ['a salt that is not minimal', sequence(context(2, tagged(0x02, Buffer.of(0, 32))))],
    ['an empty salt', sequence(context(2, tagged(0x02)))],
    ['a salt of another type', sequence(context(2, nullValue()))],
    ['fields in another order', sequence(context(1, mgf(SHA1)), context(0, SHA256))],
    ['a field too many', sequence(context(4, integer(1)))],
  ])('RSASSA-PSS-params with %s are refused by the position of it', (_, parameters) =>
    expect(() => read(parameters)).toThrow(expect.objectContaining({ name: 'Asn1Error' })),
  )
})

describe('keys of type id-RSASSA-PSS', () => {
  const numbers = asRsaEncryption(spki(key2048.publicKey))
  const bits = numbers.subarray(numbers.indexOf(Buffer.from('0382010f00', 'hex')) + 5)
  const bound = (...parameters: readonly Buffer[]): Buffer => sequence(sequence(PSS, ...parameters), bitString(bits))
  const signature = pssSign('sha256', 32, key2048.privateKey)
  const stated = { mgfDigest: 'SHA256', saltLength: 32 } as const

  it('keys of type id-RSASSA-PSS without parameters verify by any (RFC 4055 1.2)', () => {
    expect(statusOf('SHA256', bound(), signature, stated)).toBe('intact')
    expect(statusOf('SHA1', bound(), pssSign('sha1', 20, key2048.privateKey), { mgfDigest: 'SHA1', saltLength: 20 })).toBe('intact')
  })

  it('keys of type id-RSASSA-PSS with parameters verify by these, and by a longer salt (RFC 4055 3.3)', () => {
    const of = (saltLength: number, digest = SHA256, mgfDigest = SHA256) =>
      statusOf(
        'SHA256',
        bound(sequence(context(0, digest), context(1, mgf(mgfDigest)), context(2, integer(saltLength)))),
        signature,
        stated,
      )
    expect([of(0), of(31), of(32), of(33), of(128), of(-1)]).toEqual(['intact', 'intact', 'intact', 'mismatch', 'mismatch', 'intact'])
    expect([of(32, SHA1), of(32, SHA256, SHA1), of(32, SHA1, SHA1)]).toEqual(['mismatch', 'mismatch', 'mismatch'])
    // Defaults: SHA-1 throughout, and the platform would read what it does not know as these.
    expect(statusOf('SHA256', bound(sequence()), signature, stated)).toBe('mismatch')
  })

  it.each([
    ['a digest that nobody knows', sequence(context(0, sequence(objectIdentifier('1.2.3.4'))))],
    ['another mask generation function', sequence(context(1, mgf(SHA256, '1.2.3.4')))],
    ['another trailer', sequence(context(3, integer(2)))],
    ['parameters that cannot be read', sequence(integer(1))],
    ['NULL', nullValue()],
    ['a salt of seven octets', sequence(context(2, integer(2n ** 48n)))],
  ])('keys of type id-RSASSA-PSS with %s are not used', (_, parameters) => {
    expect(readPublicKey(bound(parameters))).toBeNull()
    expect(statusOf('SHA256', bound(parameters), signature, stated)).toBe('algorithm-unknown')
  })

  it('keys of type id-RSASSA-PSS never verify RSASSA-PKCS1-v1_5', () => {
    const value = sign('sha256', data, key2048.privateKey)
    const algorithm = { identifier: '1.2.840.113549.1.1.11', encryption: 'RSA', digest: 'SHA256' } as const
    expect(verifySignature({ algorithm, publicKeyInfo: bound(), data, signature: value, ecdsaEncoding: 'der' }).status).toBe('mismatch')
  })
})

/** The same key under rsaEncryption, without parameters of its own. */
function asRsaEncryption(encoded: Buffer): Buffer {
  const header = (encoded[1] ?? 0) > 0x7f ? 2 + ((encoded[1] ?? 0) & 0x7f) : 2
  const length = encoded[header + 1] ?? 0
  return sequence(sequence(objectIdentifier('1.2.840.113549.1.1.1'), nullValue()), encoded.subarray(header + 2 + length))
}
