import { createECDH, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { capsuleTypeNames, checkCapsule, isTransactionId, recipientOfKey, transactionIdOf } from '#capsules/rules'
import { type CapsuleType, capsuleTypeOf } from '../../../src/capsules/rules/capsule-types.js'
import { bitString, integer, sequence } from '../../support/der.js'

const curves: readonly { type: CapsuleType; curve: string; named: string; bytes: number; prime: bigint }[] = [
  { type: 'ecc_secp256r1', curve: 'prime256v1', named: 'P-256', bytes: 32, prime: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n },
  { type: 'ecc_secp384r1', curve: 'secp384r1', named: 'P-384', bytes: 48, prime: 2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n },
  { type: 'ecc_secp521r1', curve: 'secp521r1', named: 'P-521', bytes: 66, prime: 2n ** 521n - 1n },
]

function point(curve: string): Buffer {
  return createECDH(curve).generateKeys()
}

function codes(type: CapsuleType, recipient: Uint8Array, keyMaterial: Uint8Array): readonly string[] {
  return checkCapsule({ type, recipient, keyMaterial }).map(({ field, code }) => `${field}: ${code}`)
}

function changed(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = value
  return copy
}

describe.each(curves)('a capsule of the type $type', ({ type, curve, bytes, prime }) => {
  const [recipient, sender] = [point(curve), point(curve)]

  it('a capsule of this type holds two points of its curve; they may be the same', () => {
    expect(codes(type, recipient, sender)).toEqual([])
    expect(codes(type, recipient, recipient)).toEqual([])
  })

  it.each([
    ['a point off the curve', (p: Buffer) => changed(p, p.length - 1, (p.at(-1) ?? 0) ^ 1), 'CAPSULE_POINT_NOT_ON_CURVE'],
    ['zero for both coordinates', (p: Buffer) => Buffer.concat([Buffer.of(4), Buffer.alloc(p.length - 1)]), 'CAPSULE_POINT_NOT_ON_CURVE'],
    [
      'coordinates that are not below the prime',
      (p: Buffer) => Buffer.concat([Buffer.of(4), Buffer.alloc(p.length - 1, 255)]),
      'CAPSULE_POINT_NOT_ON_CURVE',
    ],
    ['a compressed point at full length', (p: Buffer) => changed(p, 0, 2), 'CAPSULE_POINT_FORM'],
    ['a hybrid point, which the platform would take', (p: Buffer) => changed(p, 0, 6 | ((p.at(-1) ?? 0) & 1)), 'CAPSULE_POINT_FORM'],
    ['another first byte', (p: Buffer) => changed(p, 0, 5), 'CAPSULE_POINT_FORM'],
    ['a byte too many', (p: Buffer) => Buffer.concat([p, Buffer.of(0)]), 'CAPSULE_FIELD_LENGTH'],
    ['a byte too few', (p: Buffer) => p.subarray(0, -1), 'CAPSULE_FIELD_LENGTH'],
  ])('a capsule of this type is refused with %s in either field', (_what, change, code) => {
    expect(codes(type, change(recipient), sender)).toEqual([`recipient_id: ${code}`])
    expect(codes(type, recipient, change(sender))).toEqual([`ephemeral_key_material: ${code}`])
    expect(codes(type, change(recipient), change(sender))).toHaveLength(2)
  })

  it('a capsule of an elliptic curve is refused with a coordinate that is the right one plus the prime', () => {
    const x = BigInt(`0x${sender.toString('hex', 1, 1 + bytes)}`) + prime
    if (x >= 2n ** BigInt(8 * bytes)) return
    const over = Buffer.concat([Buffer.of(4), Buffer.from(x.toString(16).padStart(2 * bytes, '0'), 'hex'), sender.subarray(1 + bytes)])
    expect(codes(type, recipient, over)).toEqual(['ephemeral_key_material: CAPSULE_POINT_NOT_ON_CURVE'])
  })

  it('a capsule of an elliptic curve is refused with the point at infinity, a compressed point, nothing at all, and points of other curves', () => {
    for (const other of [Buffer.of(0), Buffer.from(sender.subarray(0, 1 + bytes)), Buffer.alloc(0)])
      expect(codes(type, recipient, other)).toEqual(['ephemeral_key_material: CAPSULE_FIELD_LENGTH'])
    for (const other of curves.filter((one) => one.type !== type))
      expect(codes(type, recipient, point(other.curve))).toEqual(['ephemeral_key_material: CAPSULE_FIELD_LENGTH'])
  })
})

describe('an RSA capsule', () => {
  const number = (bits: number, change = 0n) => 2n ** BigInt(bits - 1) + 12_345n * 2n + 1n + change
  const key = (modulus: bigint, exponent = 65_537n) => sequence(integer(modulus), integer(exponent))
  const material = Buffer.alloc(256, 1)

  it.each([2048, 2049, 3072, 4096, 8192, 16_384])('an RSA capsule takes a key of %i bits', (bits) => {
    expect(codes('rsa', key(number(bits)), material)).toEqual([])
  })

  it('an RSA capsule takes the key of the platform, and any material of 0 to 2100 bytes', () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const recipient = recipientOfKey(publicKey)
    expect(recipient?.type).toBe('rsa')
    for (const size of [0, 1, 256, 2100]) expect(codes('rsa', recipient?.recipient ?? Buffer.alloc(0), Buffer.alloc(size))).toEqual([])
    expect(codes('rsa', recipient?.recipient ?? Buffer.alloc(0), Buffer.alloc(2101))).toEqual([
      'ephemeral_key_material: CAPSULE_FIELD_LENGTH',
    ])
  })

  it.each([
    ['512 bits', key(number(512)), 'CAPSULE_RSA_KEY_SIZE'],
    ['2047 bits', key(number(2047)), 'CAPSULE_RSA_KEY_SIZE'],
    ['16385 bits', key(number(16_385)), 'CAPSULE_RSA_KEY_SIZE'],
    ['an even modulus', key(number(2048, 1n)), 'CAPSULE_RSA_KEY_SIZE'],
    ['the exponent 1', key(number(2048), 1n), 'CAPSULE_RSA_KEY_EXPONENT'],
    ['an even exponent', key(number(2048), 65_536n), 'CAPSULE_RSA_KEY_EXPONENT'],
    ['an exponent longer than the modulus', key(number(2048), number(2049)), 'CAPSULE_RSA_KEY_EXPONENT'],
    ['a long exponent with a long modulus', key(number(4096), number(65)), 'CAPSULE_RSA_KEY_EXPONENT'],
    ['a negative modulus', sequence(integer(-number(2048)), integer(65_537n)), 'CAPSULE_RSA_KEY_FORM'],
    ['a negative exponent', sequence(integer(number(2048)), integer(-3n)), 'CAPSULE_RSA_KEY_FORM'],
    ['bytes behind it', Buffer.concat([key(number(2048)), Buffer.of(0)]), 'CAPSULE_RSA_KEY_FORM'],
    ['a third member', sequence(integer(number(2048)), integer(65_537n), integer(1n)), 'CAPSULE_RSA_KEY_FORM'],
    ['one member', sequence(integer(number(2048))), 'CAPSULE_RSA_KEY_FORM'],
    [
      'a SubjectPublicKeyInfo',
      generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'der' }),
      'CAPSULE_RSA_KEY_FORM',
    ],
    ['another type of value', sequence(bitString(Buffer.alloc(256)), integer(3n)), 'CAPSULE_RSA_KEY_FORM'],
    ['random bytes', Buffer.alloc(270, 0x5a), 'CAPSULE_RSA_KEY_FORM'],
    ['a cut', key(number(2048)).subarray(0, 200), 'CAPSULE_RSA_KEY_FORM'],
    ['a point', point('secp521r1'), 'CAPSULE_RSA_KEY_FORM'],
  ])('an RSA capsule is refused with %s', (_what, recipient, code) => {
    expect(codes('rsa', recipient, material)).toEqual([`recipient_id: ${code}`])
  })

  it('an RSA capsule is refused with every other encoding of a key that it takes: it would never match a certificate', () => {
    const canonical = key(number(2048))
    // 30 82 LLLL 02 82 LLLL 00 …: a superfluous zero, a missing one, lengths in more octets than needed, an indefinite length.
    const content = canonical.subarray(4)
    const padded = sequence(Buffer.concat([Buffer.from('02820102', 'hex'), Buffer.of(0), content.subarray(4, 261)]), integer(65_537n))
    const unsigned = sequence(Buffer.concat([Buffer.from('02820100', 'hex'), content.subarray(5, 261)]), integer(65_537n))
    const longForm = Buffer.concat([Buffer.from('308300', 'hex'), canonical.subarray(2)])
    const longExponent = sequence(content.subarray(0, 261), Buffer.from('028103010001', 'hex'))
    const indefinite = Buffer.concat([Buffer.from('3080', 'hex'), content, Buffer.from('0000', 'hex')])
    expect(codes('rsa', sequence(content.subarray(0, 261), integer(65_537n)), material)).toEqual([])
    for (const other of [padded, unsigned, longForm, longExponent, indefinite])
      expect(codes('rsa', other, material)).toEqual(['recipient_id: CAPSULE_RSA_KEY_FORM'])
  })
})

describe('lengths', () => {
  it('the lengths of the fields of a capsule are those of the interface, asked before the type is', () => {
    const material = Buffer.alloc(0)
    expect(codes('rsa', Buffer.alloc(64), material)).toEqual(['recipient_id: CAPSULE_FIELD_LENGTH'])
    expect(codes('rsa', Buffer.alloc(2101), material)).toEqual(['recipient_id: CAPSULE_FIELD_LENGTH'])
    expect(checkCapsule({ type: null, recipient: Buffer.alloc(64), keyMaterial: Buffer.alloc(2101) })).toHaveLength(2)
    expect(checkCapsule({ type: null, recipient: null, keyMaterial: null })).toEqual([])
  })
})

describe('the recipient that a key is', () => {
  it.each(curves)(
    'the recipient that a key of $named is: the uncompressed point, also from a certificate key with a compressed one',
    ({ type, named, bytes }) => {
      // Some keys have a coordinate that begins with zeros; each length is padded.
      for (let i = 0; i < 20; i++) {
        const { publicKey } = generateKeyPairSync('ec', { namedCurve: named })
        const recipient = recipientOfKey(publicKey)
        expect(recipient?.type).toBe(type)
        expect(Buffer.from(recipient?.recipient ?? [])).toEqual(
          publicKey.export({ type: 'spki', format: 'der' }).subarray(-(1 + 2 * bytes)),
        )
      }
    },
  )

  it('the recipient that an RSA key is: the RSAPublicKey of its SubjectPublicKeyInfo', () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    expect(Buffer.from(recipientOfKey(publicKey)?.recipient ?? [])).toEqual(publicKey.export({ type: 'spki', format: 'der' }).subarray(24))
  })

  it('the recipient that a key of another kind is: none', () => {
    expect(recipientOfKey(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey)).toBeNull()
    expect(recipientOfKey(generateKeyPairSync('ec', { namedCurve: 'brainpoolP384r1' }).publicKey)).toBeNull()
    expect(recipientOfKey(generateKeyPairSync('ed25519').publicKey)).toBeNull()
    expect(recipientOfKey(createPublicKey(generateKeyPairSync('x25519').privateKey))).toBeNull()
  })
})

describe('names', () => {
  it('the types of capsules are compared letter for letter', () => {
    expect(capsuleTypeNames).toEqual(['ecc_secp256r1', 'ecc_secp384r1', 'ecc_secp521r1', 'rsa'])
    for (const other of ['RSA', 'ECC_SECP384R1', '', 'ecc_secp256k1', '__proto__', 'toString', ' rsa'])
      expect(capsuleTypeOf(other)).toBeNull()
  })

  it('the names of capsules are 18 to 34 letters and digits; those made here are KC and 32 small hex digits', () => {
    const id = transactionIdOf(Buffer.alloc(16, 0xab))
    expect(id).toBe(`KC${'ab'.repeat(16)}`)
    for (const good of [id, 'A'.repeat(18), 'z'.repeat(34)]) expect(isTransactionId(good)).toBe(true)
    for (const bad of [
      'A'.repeat(17),
      'A'.repeat(35),
      `${'A'.repeat(20)}-`,
      `${'A'.repeat(20)}\n`,
      'ä'.repeat(20),
      '../../../../../../etc',
    ]) {
      expect(isTransactionId(bad)).toBe(false)
    }
  })
})
