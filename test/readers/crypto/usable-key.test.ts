import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { DigestAlgorithm, EncryptionAlgorithm } from '#model'
import { readPublicKey, readPublicKeyInfo, verifySignature } from '#readers/crypto'
import { bitString, integer, nullValue, objectIdentifier, octetString, sequence, tagged } from '../../support/der.js'

const data = Buffer.from('what was signed')

function statusOf(
  encryption: EncryptionAlgorithm,
  digest: DigestAlgorithm | null,
  publicKeyInfo: Uint8Array,
  signature: Uint8Array,
  ecdsaEncoding: 'ieee-p1363' | 'der' = 'der',
): string {
  return verifySignature({ algorithm: { identifier: 'test', encryption, digest }, publicKeyInfo, data, signature, ecdsaEncoding }).status
}

const spki = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' })

describe('RSA keys (RFC 8017 3.1)', () => {
  const RSA = sequence(objectIdentifier('1.2.840.113549.1.1.1'), nullValue())
  const key = (modulus: bigint, exponent: bigint): Buffer => sequence(RSA, bitString(sequence(integer(modulus), integer(exponent))))
  /** An odd number of exactly so many bits. */
  const odd = (bits: number): bigint => (1n << BigInt(bits - 1)) | 0x55n

  it.each([512, 1024, 1023, 2032, 2048, 3072, 4096, 8192, 16_384])(
    'RSA keys of %i bits are used, and a value of ones is not theirs',
    (bits) => {
      const encoded = key(odd(bits), 65_537n)
      expect(readPublicKeyInfo(encoded)).toMatchObject({ algorithm: 'RSA', size: bits })
      expect(readPublicKey(encoded)?.size).toBe(bits)
      expect(statusOf('RSA', 'SHA256', encoded, Buffer.alloc(Math.ceil(bits / 8), 1))).toBe('mismatch')
      expect(statusOf('RSASSA-PSS', 'SHA256', encoded, Buffer.alloc(Math.ceil(bits / 8), 1))).toBe('mismatch')
    },
  )

  it.each([
    ['a modulus of 16,385 bits', odd(16_385), 3n],
    ['a modulus of 65,536 bits', odd(65_536), 3n],
    ['an even modulus', odd(2048) + 1n, 65_537n],
    ['the modulus 0', 0n, 3n],
    ['the modulus 1', 1n, 3n],
    ['the exponent 0', odd(2048), 0n],
    ['the exponent 1, with which everybody can write down the value', odd(2048), 1n],
    ['an even exponent', odd(2048), 4n],
    ['a negative exponent', odd(2048), -3n],
    ['an exponent of 257 bits', odd(2048), odd(257)],
    ['an exponent of 65 bits with a modulus of 3,073', odd(3073), odd(65)],
    ['an exponent longer than the modulus', odd(128), odd(129)],
  ])('RSA keys with %s are not used', (_, modulus, exponent) => {
    expect(readPublicKey(key(modulus, exponent))).toBeNull()
    expect(statusOf('RSA', 'SHA256', key(modulus, exponent), Buffer.alloc(256, 1))).toBe('algorithm-unknown')
  })

  it.each([
    [3n, 2048],
    [17n, 2048],
    [odd(33), 2048],
    [odd(256), 3072],
    [odd(64), 3073],
    [odd(64), 16_384],
  ])('RSA keys with the exponent %s and %i bits are used', (exponent, bits) =>
    expect(readPublicKey(key(odd(bits), exponent))).not.toBeNull(),
  )

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a number', integer(5)],
    ['one number', sequence(integer(odd(2048)))],
    ['three numbers', sequence(integer(odd(2048)), integer(3), integer(3))],
    ['octets behind it', Buffer.concat([sequence(integer(odd(2048)), integer(3)), Buffer.of(0)])],
    ['another tag', tagged(0x31, integer(odd(2048)), integer(3))],
    ['empty numbers', sequence(tagged(0x02), tagged(0x02))],
  ])('RSA keys that hold %s are none', (_, content) => {
    expect(readPublicKeyInfo(sequence(RSA, bitString(content)))?.size ?? null).toBeOneOf([null, 0])
    expect(readPublicKey(sequence(RSA, bitString(content)))).toBeNull()
  })
})

describe('keys on elliptic curves (RFC 5480, SEC 1)', () => {
  const EC = objectIdentifier('1.2.840.10045.2.1')
  const P256 = objectIdentifier('1.2.840.10045.3.1.7')
  const key = (parameters: Buffer | null, point: Buffer): Buffer => sequence(sequence(EC, parameters), bitString(point))
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const point = spki(pair.publicKey).subarray(-65)
  const x = point.subarray(1, 33)
  const parity = (point[64] ?? 0) & 1
  const raw = sign('sha256', data, { key: pair.privateKey, dsaEncoding: 'ieee-p1363' })
  const status = (encoded: Buffer): string => statusOf('ECDSA', 'SHA256', encoded, raw, 'ieee-p1363')

  const supported = [
    ['prime192v1', '1.2.840.10045.3.1.1'],
    ['secp224r1', '1.3.132.0.33'],
    ['prime256v1', '1.2.840.10045.3.1.7'],
    ['secp384r1', '1.3.132.0.34'],
    ['secp521r1', '1.3.132.0.35'],
    ['secp256k1', '1.3.132.0.10'],
    ['brainpoolP160r1', '1.3.36.3.3.2.8.1.1.1'],
    ['brainpoolP192r1', '1.3.36.3.3.2.8.1.1.3'],
    ['brainpoolP224r1', '1.3.36.3.3.2.8.1.1.5'],
    ['brainpoolP256r1', '1.3.36.3.3.2.8.1.1.7'],
    ['brainpoolP256t1', '1.3.36.3.3.2.8.1.1.8'],
    ['brainpoolP320r1', '1.3.36.3.3.2.8.1.1.9'],
    ['brainpoolP320t1', '1.3.36.3.3.2.8.1.1.10'],
    ['brainpoolP384r1', '1.3.36.3.3.2.8.1.1.11'],
    ['brainpoolP384t1', '1.3.36.3.3.2.8.1.1.12'],
    ['brainpoolP512r1', '1.3.36.3.3.2.8.1.1.13'],
    ['brainpoolP512t1', '1.3.36.3.3.2.8.1.1.14'],
  ] as const
  it.each(supported)(
    'keys on elliptic curves on %s verify, with the curve named or spelled out, the point compressed or not',
    (namedCurve, oid) => {
      const named = generateKeyPairSync('ec', { namedCurve })
      const encoded = spki(named.publicKey)
      expect(encoded.includes(objectIdentifier(oid))).toBe(true)
      const signature = sign('sha256', data, { key: named.privateKey, dsaEncoding: 'ieee-p1363' })
      const half = (signature.length / 2) * 2
      const uncompressed = encoded.subarray(-(1 + half))
      const compressed = Buffer.concat([Buffer.of(2 + ((uncompressed.at(-1) ?? 0) & 1)), uncompressed.subarray(1, 1 + half / 2)])
      for (const form of [encoded, key(objectIdentifier(oid), uncompressed), key(objectIdentifier(oid), compressed)])
        expect(statusOf('ECDSA', 'SHA256', form, signature, 'ieee-p1363')).toBe('intact')
      const explicit = generateKeyPairSync('ec', { namedCurve, paramEncoding: 'explicit' })
      expect(
        statusOf(
          'ECDSA',
          'SHA256',
          spki(explicit.publicKey),
          sign('sha256', data, { key: explicit.privateKey, dsaEncoding: 'ieee-p1363' }),
          'ieee-p1363',
        ),
      ).toBe('intact')
    },
  )

  it.each([
    ['the point at infinity, over which the platform aborts the process', key(P256, Buffer.of(0))],
    ['no point', key(P256, Buffer.alloc(0))],
    ['the hybrid form', key(P256, Buffer.concat([Buffer.of(6 + parity), point.subarray(1)]))],
    ['zeros', key(P256, Buffer.concat([Buffer.of(4), Buffer.alloc(64)]))],
    ['a point off the curve', key(P256, Buffer.concat([Buffer.of(4), x, x]))],
    ['coordinates beyond the prime', key(P256, Buffer.concat([Buffer.of(4), Buffer.alloc(64, 0xff)]))],
    ['a coordinate of no point, compressed', key(P256, Buffer.concat([Buffer.of(2), Buffer.alloc(32, 0xff)]))],
    ['a coordinate too few octets long', key(P256, point.subarray(0, 64))],
    ['a coordinate too many octets long', key(P256, Buffer.concat([point, Buffer.of(0)]))],
    ['a point of another curve', key(objectIdentifier('1.3.132.0.10'), point)],
    ['no curve', key(null, point)],
    ['the curve of the authority (implicitCA)', key(nullValue(), point)],
    ['a curve that nobody knows', key(objectIdentifier('1.2.3.4'), point)],
    ['the curve of SM2', key(objectIdentifier('1.2.156.10197.1.301'), point)],
    ['a binary curve', key(objectIdentifier('1.3.132.0.16'), Buffer.concat([Buffer.of(4), Buffer.alloc(72, 1)]))],
  ])('keys on elliptic curves with %s are not used', (_, encoded) => {
    expect(readPublicKey(encoded)).toBeNull()
    expect(status(encoded)).toBe('algorithm-unknown')
  })

  const prime = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn
  const octets = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
  const PRIME_FIELD = objectIdentifier('1.2.840.10045.1.1')
  interface Curve {
    readonly prime: bigint
    readonly a: Buffer
    readonly b: Buffer
    readonly base: Buffer
    readonly order: bigint
    readonly cofactor: bigint | null
  }
  const gx = 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n
  const gy = 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n
  const p256: Curve = {
    prime,
    a: octets(prime - 3n),
    b: octets(b),
    base: Buffer.concat([Buffer.of(4), octets(gx), octets(gy)]),
    order,
    cofactor: 1n,
  }
  const spelledOut = (changes: Partial<Curve>, of = point): Buffer => {
    const curve = { ...p256, ...changes }
    const cofactor = curve.cofactor === null ? null : integer(curve.cofactor)
    const field = sequence(PRIME_FIELD, integer(curve.prime))
    const equation = sequence(octetString(curve.a), octetString(curve.b))
    return key(sequence(integer(1), field, equation, octetString(curve.base), integer(curve.order), cofactor), of)
  }

  it('keys on elliptic curves verify when the parameters that are spelled out are those of a named curve', () => {
    expect(status(spelledOut({}))).toBe('intact')
    // The cofactor follows from the others.
    expect(status(spelledOut({ cofactor: null }))).toBe('intact')
    expect(status(spelledOut({ cofactor: 2n }))).toBe('intact')
    // What the platform gets, and what is kept, is the named curve.
    expect(readPublicKey(spelledOut({}))?.encoding).toEqual(spki(pair.publicKey))
    expect(readPublicKeyInfo(spelledOut({}))).toMatchObject({ curve: null, size: 256 })
  })

  it('keys on elliptic curves are not used with the key as generator, whose private key is known (CVE-2020-0601)', () => {
    const forged = spelledOut({ base: point })
    // Private key 1, k = 1: r is the first coordinate of the key, s the digest plus r.
    const r = BigInt(`0x${x.toString('hex')}`) % order
    const s = (BigInt(`0x${createHash('sha256').update(data).digest('hex')}`) + r) % order
    const value = Buffer.concat([octets(r), octets(s)])
    expect(statusOf('ECDSA', 'SHA256', forged, value, 'ieee-p1363')).toBe('algorithm-unknown')
    expect(readPublicKey(forged)).toBeNull()
  })

  it.each<[string, Partial<Curve>]>([
    ['another generator', { base: point }],
    ['no generator', { base: Buffer.of(0) }],
    ['the order 1', { order: 1n }],
    ['another order', { order: order + 2n }],
    ['a negative order', { order: -order }],
    ['another field', { prime: prime - 2n }],
    [
      'a field that is no prime, and a compressed generator (CVE-2022-0778)',
      { prime: 0xffffffffffffffc5n ** 4n, base: Buffer.concat([Buffer.of(2), x]) },
    ],
    ['a field of 5,000 bits', { prime: (1n << 5000n) - 1n, a: Buffer.alloc(625, 0xff), b: Buffer.alloc(625, 0xff) }],
    ['another a', { a: octets(prime - 4n) }],
    ['another b', { b: octets(b + 1n) }],
    ['an empty a', { a: Buffer.alloc(0) }],
  ])('keys on elliptic curves are not used with %s', (_, changes) => {
    expect(readPublicKey(spelledOut(changes))).toBeNull()
    expect(readPublicKey(spelledOut(changes, Buffer.concat([Buffer.of(2 + parity), x])))).toBeNull()
    expect(status(spelledOut(changes))).toBe('algorithm-unknown')
  })

  it('keys on elliptic curves answer "no" for values that are none (RFC 3279 2.2.3)', () => {
    const der = (r: bigint, s: bigint) => sequence(integer(r), integer(s))
    const huge = (1n << 8_000n) + 1n
    for (const value of [
      Buffer.alloc(0),
      sequence(),
      sequence(integer(1)),
      der(0n, 0n),
      der(-1n, 1n),
      der(1n, order),
      der(order, 1n),
      der(huge, huge),
      Buffer.concat([der(1n, 1n), Buffer.of(0)]),
      integer(1),
    ])
      expect(statusOf('ECDSA', 'SHA256', spki(pair.publicKey), value)).toBe('mismatch')
  })
})

describe('DSA keys (FIPS 186-4)', () => {
  const DSA = objectIdentifier('1.2.840.10040.4.1')
  const pair = generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 })
  const numbers = (() => {
    // SEQUENCE { SEQUENCE { OID, SEQUENCE { p, q, g } }, BIT STRING { y } }
    const read = (der: Buffer): { readonly content: Buffer; readonly rest: Buffer } => {
      const long = (der[1] ?? 0) > 0x7f ? (der[1] ?? 0) & 0x7f : 0
      const length = long === 0 ? (der[1] ?? 0) : der.readUIntBE(2, long)
      return { content: der.subarray(2 + long, 2 + long + length), rest: der.subarray(2 + long + length) }
    }
    const identifier = read(read(spki(pair.publicKey)).content)
    const parameters = read(read(identifier.content).rest).content
    const y = read(read(identifier.rest).content.subarray(1)).content
    const p = read(parameters)
    const q = read(p.rest)
    const value = (content: Buffer): bigint => BigInt(`0x${content.toString('hex')}`)
    return { p: value(p.content), q: value(q.content), g: value(read(q.rest).content), y: value(y) }
  })()
  const key = (changes: Partial<typeof numbers>): Buffer => {
    const { p, q, g, y } = { ...numbers, ...changes }
    return sequence(sequence(DSA, sequence(integer(p), integer(q), integer(g))), bitString(integer(y)))
  }
  const odd = (bits: number): bigint => (1n << BigInt(bits - 1)) | 0x55n
  const signature = sign('sha1', data, pair.privateKey)

  it('DSA keys verify', () => {
    expect(key({})).toEqual(spki(pair.publicKey))
    expect(statusOf('DSA', 'SHA1', key({}), signature)).toBe('intact')
  })

  it.each<[string, Partial<typeof numbers>]>([
    ['a generator of 1, with which (1, s) verifies for every message', { g: 1n, y: 1n }],
    ['a generator of -1', { g: numbers.p - 1n }],
    ['the key 0', { y: 0n }],
    ['the key 1', { y: 1n }],
    ['the key -1', { y: numbers.p - 1n }],
    ['a key beyond the modulus', { y: numbers.p + 5n }],
    ['a negative key', { y: -numbers.y }],
    ['a negative generator', { g: -numbers.g }],
    ['a q of one bit', { q: 1n }],
    ['a q of 161 bits', { q: odd(161) }],
    ['a q of 0', { q: 0n }],
    ['a p of 3,073 bits', { p: odd(3073) }],
    ['a p of 10,001 bits', { p: odd(10_001) }],
    ['a p of 0', { p: 0n }],
  ])('DSA keys with %s are not used', (_, changes) => {
    expect(readPublicKey(key(changes))).toBeNull()
    expect(statusOf('DSA', 'SHA1', key(changes), sequence(integer(1), integer(1)))).toBe('algorithm-unknown')
  })

  it.each([
    [2048, 224],
    [2048, 256],
    [3072, 256],
  ])('DSA keys of %i and %i bits are used', (p, q) => {
    expect(readPublicKey(key({ p: odd(p), q: odd(q) }))).toMatchObject({ size: p, scalarLength: q / 8 })
    expect(statusOf('DSA', 'SHA256', key({ p: odd(p), q: odd(q) }), signature)).toBe('mismatch')
  })

  it('DSA keys without parameters are not used: they would be those of the issuer (RFC 3279 2.3.2)', () => {
    expect(readPublicKey(sequence(sequence(DSA), bitString(integer(numbers.y))))).toBeNull()
  })
})

describe('keys of EdDSA (RFC 8410)', () => {
  const types = [
    ['1.3.101.112', 32],
    ['1.3.101.113', 57],
  ] as const
  const key = (oid: string, point: Buffer, parameters: Buffer | null = null): Buffer =>
    sequence(sequence(objectIdentifier(oid), parameters), bitString(point))

  it.each(types)('keys of EdDSA of %s with another length, or with parameters, are not used', (oid, length) => {
    for (const wrong of [0, 1, length - 1, length + 1]) expect(readPublicKey(key(oid, Buffer.alloc(wrong, 3)))).toBeNull()
    expect(readPublicKey(key(oid, Buffer.alloc(length, 3), nullValue()))).toBeNull()
  })

  const little = (value: bigint, length: number): Buffer => Buffer.from(value.toString(16).padStart(length * 2, '0'), 'hex').reverse()
  const p25519 = (1n << 255n) - 19n
  const p448 = (1n << 448n) - (1n << 224n) - 1n
  const order8 = 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n
  it.each([
    ...[0n, 1n, p25519 - 1n, p25519, p25519 + 1n, order8, p25519 - order8].map((y) => ['1.3.101.112', little(y, 32)] as const),
    ...[0n, 1n, p448 - 1n, p448, p448 + 1n].map((y) => ['1.3.101.113', little(y, 57)] as const),
  ])('keys of EdDSA of %s whose point is of small order (%s) are not used: one value fits every message', (oid, point) => {
    const negative = Buffer.from(point)
    negative[negative.length - 1] = (negative.at(-1) ?? 0) | 0x80
    expect([readPublicKey(key(oid, point)), readPublicKey(key(oid, negative))]).toEqual([null, null])
    const identity = little(1n, point.length)
    const value = Buffer.concat([identity, Buffer.alloc(point.length)])
    expect(statusOf('EDDSA', oid.endsWith('2') ? 'SHA512' : null, key(oid, point), value)).toBe('algorithm-unknown')
  })

  it.each(['ed25519', 'ed448'] as const)('keys of EdDSA of %s answer "no" for values of every other length, and for ones', (type) => {
    const pair = type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ed448')
    const length = type === 'ed25519' ? 64 : 114
    for (const wrong of [0, 1, length - 1, length, length + 1, 1000])
      expect(statusOf('EDDSA', null, spki(pair.publicKey), Buffer.alloc(wrong, 0xff))).toBe('mismatch')
  })
})

describe('other keys', () => {
  it.each([
    ['X25519, which signs nothing', sequence(sequence(objectIdentifier('1.3.101.110')), bitString(Buffer.alloc(32, 3)))],
    ['an unknown type', sequence(sequence(objectIdentifier('1.2.3.4')), bitString(Buffer.alloc(32, 3)))],
    ['RSAES-OAEP, which signs nothing', sequence(sequence(objectIdentifier('1.2.840.113549.1.1.7')), bitString(Buffer.alloc(32, 3)))],
  ])('keys of any other algorithm have none and are not used: %s', (_, encoded) => {
    expect(readPublicKeyInfo(encoded)).toMatchObject({ algorithm: null, size: null, curve: null })
    expect(readPublicKey(encoded)).toBeNull()
  })
})

describe('mutated keys', () => {
  const seeds = [
    generateKeyPairSync('rsa', { modulusLength: 1024 }),
    generateKeyPairSync('rsa-pss', { modulusLength: 1024, hashAlgorithm: 'sha256', mgf1HashAlgorithm: 'sha1' }),
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    generateKeyPairSync('ec', { namedCurve: 'brainpoolP256r1', paramEncoding: 'explicit' }),
    generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 }),
    generateKeyPairSync('ed25519'),
    generateKeyPairSync('ed448'),
  ].map(({ publicKey }) => spki(publicKey))
  const encryptions = ['RSA', 'RSASSA-PSS', 'ECDSA', 'DSA', 'EDDSA'] as const

  it('mutated keys give a status for any change: no error of the platform is passed on', () => {
    let state = 20_260_310
    const random = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
      return state % below
    }
    const seen = new Set<string>()
    for (let round = 0; round < 1_500; round++) {
      const encoded = Buffer.from(seeds[random(seeds.length)] ?? Buffer.alloc(0))
      for (let change = random(3); change >= 0; change--) encoded[random(Math.min(encoded.length, 80))] = random(256)
      const encryption = encryptions[random(encryptions.length)] ?? 'RSA'
      seen.add(statusOf(encryption, 'SHA256', encoded, Buffer.alloc(random(300), random(256)), random(2) === 0 ? 'der' : 'ieee-p1363'))
    }
    expect([...seen].sort()).toEqual(['algorithm-unknown', 'mismatch'])
  })

  it('mutated keys of which the platform makes a key object are those that it would make itself', () => {
    for (const encoded of seeds)
      expect(readPublicKey(encoded)?.key.asymmetricKeyType).toBe(
        createPublicKey({ key: encoded, format: 'der', type: 'spki' }).asymmetricKeyType?.replace('rsa-pss', 'rsa'),
      )
  })
})
