import { constants, createPublicKey, generateKeyPairSync, type KeyObject, privateEncrypt, sign } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#config'
import type { DigestAlgorithm, EncryptionAlgorithm } from '#model'
import { digest, keepPublicKeys, readPublicKey, readPublicKeyInfo, verifySignature } from '#readers/crypto'
import { encodeDigestInfo } from '../../../src/readers/crypto/digest-info.js'
import type { VerificationInput } from '../../../src/readers/crypto/verify-signature.js'
import { bitString, integer, nullValue, objectIdentifier, sequence, tagged } from '../../support/der.js'

const data = Buffer.from('what was signed')
const other = Buffer.from('what was not signed')

const spki = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const strangerRsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const sha256 = digest('SHA256', data) ?? Buffer.alloc(0)

function check(
  encryption: EncryptionAlgorithm | null,
  algorithm: DigestAlgorithm | null,
  publicKey: KeyObject | Uint8Array,
  signature: Uint8Array,
  more: Partial<VerificationInput> = {},
) {
  return verifySignature({
    algorithm: { identifier: 'test', encryption, digest: algorithm },
    publicKeyInfo: publicKey instanceof Uint8Array ? publicKey : spki(publicKey),
    data,
    signature,
    ecdsaEncoding: 'ieee-p1363',
    ...more,
  })
}

const intact = { status: 'intact', digestInfoWithoutNull: false }
const mismatch = { status: 'mismatch', digestInfoWithoutNull: false }
const unknown = { status: 'algorithm-unknown', digestInfoWithoutNull: false }

describe('RSASSA-PKCS1-v1_5 (RFC 8017 8.2.2)', () => {
  const names: readonly (readonly [DigestAlgorithm, string])[] = [
    ['MD5', 'md5'],
    ['SHA1', 'sha1'],
    ['SHA224', 'sha224'],
    ['SHA256', 'sha256'],
    ['SHA384', 'sha384'],
    ['SHA512', 'sha512'],
    ['SHA3-256', 'sha3-256'],
    ['RIPEMD160', 'ripemd160'],
  ]
  it.each(names)('RSASSA-PKCS1-v1_5 verifies %s and nothing but the same data and key', (algorithm, name) => {
    const signature = sign(name, data, rsa.privateKey)
    expect(check('RSA', algorithm, rsa.publicKey, signature)).toEqual(intact)
    expect(check('RSA', algorithm, rsa.publicKey, signature, { data: other })).toEqual(mismatch)
    expect(check('RSA', algorithm, strangerRsa.publicKey, signature)).toEqual(mismatch)
    expect(check('RSA', algorithm === 'SHA512' ? 'SHA256' : 'SHA512', rsa.publicKey, signature)).toEqual(mismatch)
  })

  const padded = (content: Uint8Array): Buffer => privateEncrypt({ key: rsa.privateKey, padding: constants.RSA_PKCS1_PADDING }, content)

  it('RSASSA-PKCS1-v1_5 accepts and records a DigestInfo without NULL (RFC 8017 A.2.4; EE_SER-AEX-B-LT-I-43.asice)', () => {
    for (const algorithm of ['SHA1', 'SHA256', 'SHA512'] as const) {
      const signature = padded(encodeDigestInfo(algorithm, digest(algorithm, data) ?? Buffer.alloc(0), false))
      expect(check('RSA', algorithm, rsa.publicKey, signature)).toEqual({ status: 'intact', digestInfoWithoutNull: true })
      expect(check('RSA', algorithm, rsa.publicKey, signature, { data: other })).toEqual(mismatch)
    }
  })

  it('RSASSA-PKCS1-v1_5 refuses a bare digest in the padding (REF-19_bdoc21-no-sig-asn1-pref.bdoc)', () => {
    expect(check('RSA', 'SHA256', rsa.publicKey, padded(sha256))).toEqual(mismatch)
  })

  it('RSASSA-PKCS1-v1_5 refuses anything around the DigestInfo (CVE-2006-4339)', () => {
    for (const withNull of [true, false]) {
      const info = encodeDigestInfo('SHA256', sha256, withNull)
      expect(check('RSA', 'SHA256', rsa.publicKey, padded(Buffer.concat([info, Buffer.of(0)])))).toEqual(mismatch)
      expect(check('RSA', 'SHA256', rsa.publicKey, padded(Buffer.concat([Buffer.of(0), info])))).toEqual(mismatch)
      expect(check('RSA', 'SHA256', rsa.publicKey, padded(info.subarray(0, -1)))).toEqual(mismatch)
    }
    const named = encodeDigestInfo('SHA3-256', sha256, false)
    expect(check('RSA', 'SHA256', rsa.publicKey, padded(named))).toEqual(mismatch)
  })

  it('RSASSA-PKCS1-v1_5 refuses a value of another length than the modulus', () => {
    const signature = sign('sha256', data, rsa.privateKey)
    for (const wrong of [signature.subarray(1), signature.subarray(0, -1), Buffer.concat([Buffer.of(0), signature]), Buffer.alloc(0)]) {
      expect(check('RSA', 'SHA256', rsa.publicKey, wrong)).toEqual(mismatch)
    }
    expect(check('RSA', 'SHA256', rsa.publicKey, Buffer.alloc(256, 0xff))).toEqual(mismatch)
  })

  it('RSASSA-PKCS1-v1_5 reads a negative modulus as the unsigned number that was meant (cards of 2011 to 2014)', () => {
    const signature = sign('sha256', data, rsa.privateKey)
    const negative = withNegativeModulus(spki(rsa.publicKey))
    expect(readPublicKeyInfo(negative)?.size).toBe(2048)
    expect(readPublicKey(negative)?.encoding).toEqual(spki(rsa.publicKey))
    expect(check('RSA', 'SHA256', negative, signature)).toEqual(intact)
    expect(check('RSA', 'SHA256', negative, signature, { data: other })).toEqual(mismatch)
  })

  it('RSASSA-PKCS1-v1_5 verifies with a modulus whose length is no multiple of eight', () => {
    const odd = generateKeyPairSync('rsa', { modulusLength: 2047 })
    expect(readPublicKeyInfo(spki(odd.publicKey))?.size).toBe(2047)
    expect(check('RSA', 'SHA256', odd.publicKey, sign('sha256', data, odd.privateKey))).toEqual(intact)
  })
})

describe('RSASSA-PSS (RFC 8017 8.1.2)', () => {
  const pssSign = (name: string, saltLength: number, key: KeyObject = rsa.privateKey): Buffer =>
    sign(name, data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength })

  it('RSASSA-PSS means MGF1 with the same digest and a salt of its length when no parameters are given (RFC 9231 2.3.10)', () => {
    expect(check('RSASSA-PSS', 'SHA256', rsa.publicKey, pssSign('sha256', 32))).toEqual(intact)
    expect(check('RSASSA-PSS', 'SHA256', rsa.publicKey, pssSign('sha256', 32), { data: other })).toEqual(mismatch)
    expect(check('RSASSA-PSS', 'SHA256', rsa.publicKey, pssSign('sha256', 20))).toEqual(mismatch)
  })

  it('RSASSA-PSS takes the salt length from the parameters, and exactly that', () => {
    const signature = pssSign('sha512', 20)
    expect(check('RSASSA-PSS', 'SHA512', rsa.publicKey, signature, { pss: { mgfDigest: 'SHA512', saltLength: 20 } })).toEqual(intact)
    for (const saltLength of [0, 19, 21, 64, -1, -2, 70_000, Number.MAX_SAFE_INTEGER]) {
      expect(check('RSASSA-PSS', 'SHA512', rsa.publicKey, signature, { pss: { mgfDigest: 'SHA512', saltLength } })).toEqual(mismatch)
    }
  })

  it('RSASSA-PSS verifies with another digest in MGF1 than for the message', () => {
    const bound = generateKeyPairSync('rsa-pss', { modulusLength: 2048, hashAlgorithm: 'sha256', mgf1HashAlgorithm: 'sha1' })
    const signature = pssSign('sha256', 32, bound.privateKey)
    const plain = asRsaEncryption(spki(bound.publicKey))
    expect(check('RSASSA-PSS', 'SHA256', plain, signature, { pss: { mgfDigest: 'SHA1', saltLength: 32 } })).toEqual(intact)
    expect(check('RSASSA-PSS', 'SHA256', plain, signature, { pss: { mgfDigest: 'SHA256', saltLength: 32 } })).toEqual(mismatch)
    expect(check('RSASSA-PSS', 'SHA256', plain, signature, { pss: { mgfDigest: 'SHA1', saltLength: 33 } })).toEqual(mismatch)
    // The key that names its parameters verifies with these and no others (RFC 4055 3.3).
    expect(check('RSASSA-PSS', 'SHA256', bound.publicKey, signature, { pss: { mgfDigest: 'SHA1', saltLength: 32 } })).toEqual(intact)
    expect(check('RSASSA-PSS', 'SHA256', bound.publicKey, signature, { pss: { mgfDigest: 'SHA256', saltLength: 32 } })).toEqual(mismatch)
    expect(check('RSASSA-PSS', 'SHA512', bound.publicKey, signature, { pss: { mgfDigest: 'SHA1', saltLength: 32 } })).toEqual(mismatch)
  })

  it('RSASSA-PSS verifies with any known digest in MGF1, and with no other than the stated one', () => {
    const bound = generateKeyPairSync('rsa-pss', { modulusLength: 2048, hashAlgorithm: 'sha256', mgf1HashAlgorithm: 'sha384' })
    const signature = pssSign('sha256', 32, bound.privateKey)
    const plain = asRsaEncryption(spki(bound.publicKey))
    expect(check('RSASSA-PSS', 'SHA256', plain, signature, { pss: { mgfDigest: 'SHA384', saltLength: 32 } })).toEqual(intact)
    for (const mgfDigest of ['SHA1', 'SHA256', 'SHA512'] as const)
      expect(check('RSASSA-PSS', 'SHA256', plain, signature, { pss: { mgfDigest, saltLength: 32 } })).toEqual(mismatch)
  })

  it('RSASSA-PSS does not know a mask generation function that has no name', () => {
    const signature = pssSign('sha256', 32)
    expect(check('RSASSA-PSS', 'SHA256', rsa.publicKey, signature, { pss: { mgfDigest: null, saltLength: 32 } })).toEqual(unknown)
  })

  it('RSASSA-PSS keeps PSS and PKCS1-v1_5 apart', () => {
    const pssKey = generateKeyPairSync('rsa-pss', { modulusLength: 2048 })
    expect(check('RSA', 'SHA256', rsa.publicKey, pssSign('sha256', 32))).toEqual(mismatch)
    expect(check('RSASSA-PSS', 'SHA256', rsa.publicKey, sign('sha256', data, rsa.privateKey))).toEqual(mismatch)
    expect(check('RSASSA-PSS', 'SHA256', pssKey.publicKey, pssSign('sha256', 32, pssKey.privateKey))).toEqual(intact)
    expect(check('RSA', 'SHA256', pssKey.publicKey, pssSign('sha256', 32, pssKey.privateKey))).toEqual(mismatch)
  })
})

describe('ECDSA (XMLDSig 1.1 6.4.3, RFC 3279 2.2.3)', () => {
  const curves = [
    ['P-256', 'P-256', 256],
    ['P-384', 'P-384', 384],
    ['P-521', 'P-521', 521],
    ['secp256k1', 'secp256k1', 256],
    ['brainpoolP256r1', 'brainpoolP256r1', 256],
    ['brainpoolP384r1', 'brainpoolP384r1', 384],
    ['brainpoolP512r1', 'brainpoolP512r1', 512],
  ] as const
  it.each(curves)('ECDSA verifies both encodings on %s, and neither as the other', (namedCurve, curve, size) => {
    const pair = generateKeyPairSync('ec', { namedCurve })
    expect(readPublicKeyInfo(spki(pair.publicKey))).toMatchObject({ algorithm: 'ECDSA', curve, size })
    const raw = sign('sha256', data, { key: pair.privateKey, dsaEncoding: 'ieee-p1363' })
    const der = sign('sha256', data, { key: pair.privateKey, dsaEncoding: 'der' })
    expect(check('ECDSA', 'SHA256', pair.publicKey, raw)).toEqual(intact)
    expect(check('ECDSA', 'SHA256', pair.publicKey, der, { ecdsaEncoding: 'der' })).toEqual(intact)
    expect(check('ECDSA', 'SHA256', pair.publicKey, der)).toEqual(mismatch)
    expect(check('ECDSA', 'SHA256', pair.publicKey, raw, { ecdsaEncoding: 'der' })).toEqual(mismatch)
    expect(check('ECDSA', 'SHA256', pair.publicKey, raw, { data: other })).toEqual(mismatch)
    expect(check('ECDSA', 'SHA384', pair.publicKey, raw)).toEqual(mismatch)
  })

  it('ECDSA keeps leading zeros of r and s, and refuses a value of which only one lacks them (24050_short_ecdsa_correct_file_mimetype.bdoc)', () => {
    let raw = Buffer.alloc(64, 1)
    while (raw[0] !== 0 && raw[32] !== 0) raw = sign('sha256', data, { key: p256.privateKey, dsaEncoding: 'ieee-p1363' })
    expect(check('ECDSA', 'SHA256', p256.publicKey, raw)).toEqual(intact)
    const shorter = raw[0] === 0 ? raw.subarray(1) : Buffer.concat([raw.subarray(0, 32), raw.subarray(33)])
    expect(check('ECDSA', 'SHA256', p256.publicKey, shorter)).toEqual(mismatch)
  })

  it('ECDSA reads values of which r and s both lack the zeros that they begin with', () => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-521' })
    let raw = Buffer.alloc(132, 1)
    while (raw[0] !== 0 || raw[66] !== 0) raw = sign('sha256', data, { key: pair.privateKey, dsaEncoding: 'ieee-p1363' })
    const [r, s] = [raw.subarray(1, 66), raw.subarray(67)]
    expect(check('ECDSA', 'SHA256', pair.publicKey, Buffer.concat([r, s]))).toEqual(intact)
    expect(check('ECDSA', 'SHA256', pair.publicKey, Buffer.concat([r, s]), { data: other })).toEqual(mismatch)
    for (const wrong of [[s, r], [r, s.subarray(1)], [raw.subarray(0, 66), s], [r], []] as const)
      expect(check('ECDSA', 'SHA256', pair.publicKey, Buffer.concat(wrong))).toEqual(mismatch)
  })

  it('verifies with as many zeros in front of both halves as are allowed, and refuses every other length, zeros, and values beyond the order', () => {
    const raw = sign('sha256', data, { key: p256.privateKey, dsaEncoding: 'ieee-p1363' })
    for (const length of [0, 1, 32, 62, 63, 65, 66, 128]) {
      expect(check('ECDSA', 'SHA256', p256.publicKey, Buffer.concat([raw, raw]).subarray(0, length))).toEqual(mismatch)
    }
    for (const fill of [0, 0xff]) expect(check('ECDSA', 'SHA256', p256.publicKey, Buffer.alloc(64, fill))).toEqual(mismatch)
    const padded = (octet: number) => Buffer.concat([Buffer.of(octet), raw.subarray(0, 32), Buffer.of(octet), raw.subarray(32)])
    const upTo = (maxLeadingZeros: number) => ({ maxLeadingZeros })
    expect(check('ECDSA', 'SHA256', p256.publicKey, padded(0), upTo(1))).toEqual(intact)
    expect(check('ECDSA', 'SHA256', p256.publicKey, padded(0), upTo(0))).toEqual(mismatch)
    expect(check('ECDSA', 'SHA256', p256.publicKey, padded(0))).toEqual(mismatch)
    expect(check('ECDSA', 'SHA256', p256.publicKey, padded(1), upTo(64))).toEqual(mismatch)
    for (const der of [Buffer.alloc(0), Buffer.of(0x30, 0), Buffer.from('3006020100020100', 'hex')]) {
      expect(check('ECDSA', 'SHA256', p256.publicKey, der, { ecdsaEncoding: 'der' })).toEqual(mismatch)
    }
  })

  it('ECDSA verifies with a curve that is spelled out (RFC 3279 2.3.5), without giving it a name', () => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256', paramEncoding: 'explicit' })
    expect(readPublicKeyInfo(spki(pair.publicKey))).toMatchObject({ algorithm: 'ECDSA', curve: null, size: 256, scalarLength: 32 })
    const raw = sign('sha256', data, { key: pair.privateKey, dsaEncoding: 'ieee-p1363' })
    expect(check('ECDSA', 'SHA256', pair.publicKey, raw)).toEqual(intact)
    expect(check('ECDSA', 'SHA256', pair.publicKey, raw.subarray(1))).toEqual(mismatch)
  })
})

describe('DSA and EdDSA', () => {
  it('verifies DSA in both encodings (XMLDSig 1.1 6.4.1)', () => {
    const pair = generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 })
    expect(readPublicKeyInfo(spki(pair.publicKey))).toMatchObject({ algorithm: 'DSA', size: 1024, scalarLength: 20 })
    const raw = sign('sha1', data, { key: pair.privateKey, dsaEncoding: 'ieee-p1363' })
    expect(check('DSA', 'SHA1', pair.publicKey, raw)).toEqual(intact)
    expect(check('DSA', 'SHA1', pair.publicKey, raw.subarray(1))).toEqual(mismatch)
    const der = sign('sha1', data, { key: pair.privateKey, dsaEncoding: 'der' })
    expect(check('DSA', 'SHA1', pair.publicKey, der, { ecdsaEncoding: 'der' })).toEqual(intact)
  })

  it.each(['ed25519', 'ed448'] as const)('verifies %s, whose digest is part of it (RFC 8032)', (type) => {
    const pair = type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ed448')
    const signature = sign(null, data, pair.privateKey)
    const algorithm = type === 'ed25519' ? 'SHA512' : null
    expect(check('EDDSA', algorithm, pair.publicKey, signature)).toEqual(intact)
    expect(check('EDDSA', algorithm, pair.publicKey, signature, { data: other })).toEqual(mismatch)
    expect(check('EDDSA', algorithm, pair.publicKey, signature.subarray(1))).toEqual(mismatch)
    expect(check('EDDSA', algorithm, rsa.publicKey, signature)).toEqual(mismatch)
  })
})

describe('what cannot be verified', () => {
  const signature = sign('sha256', data, rsa.privateKey)

  it('a signature value is a mismatch when the key is of another type than the algorithm', () => {
    for (const encryption of ['RSA', 'RSASSA-PSS', 'DSA', 'EDDSA'] as const) {
      expect(check(encryption, 'SHA256', p256.publicKey, signature)).toEqual(mismatch)
    }
    expect(check('ECDSA', 'SHA256', rsa.publicKey, signature)).toEqual(mismatch)
  })

  it('a signature value is unknown when the algorithm has no name or the platform lacks it', () => {
    expect(check(null, null, rsa.publicKey, signature)).toEqual(unknown)
    expect(check('RSA', null, rsa.publicKey, signature)).toEqual(unknown)
    expect(check(null, 'SHA256', rsa.publicKey, signature)).toEqual(unknown)
    expect(check('RSA', 'WHIRLPOOL', rsa.publicKey, signature)).toEqual(unknown)
  })

  it('a signature value is unknown when the key cannot be used', () => {
    const encoded = spki(p256.publicKey)
    const offCurve = Buffer.from(encoded)
    offCurve[offCurve.length - 1] = (offCurve[offCurve.length - 1] ?? 0) ^ 1
    for (const key of [
      Buffer.alloc(0),
      Buffer.from('nonsense'),
      encoded.subarray(0, -1),
      Buffer.concat([encoded, Buffer.of(0)]),
      offCurve,
    ]) {
      expect(check('ECDSA', 'SHA256', key, Buffer.alloc(64, 1))).toEqual(unknown)
    }
  })
})

describe('RSA keys with which anyone can sign', () => {
  const withExponent = (exponent: string): Buffer =>
    spki(createPublicKey({ key: { ...rsa.publicKey.export({ format: 'jwk' }), e: exponent }, format: 'jwk' }))
  const block = (content: Uint8Array): Buffer =>
    Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(256 - 3 - content.length, 0xff), Buffer.from([0]), content])

  it('RSA keys with the exponent 1 are not used: anyone can write the value', () => {
    const forged = block(encodeDigestInfo('SHA256', sha256, true))
    expect(check('RSA', 'SHA256', withExponent('AQ'), forged)).toEqual(unknown)
    expect(readPublicKey(withExponent('AQ'))).toBeNull()
  })

  it('RSA keys with an even exponent are not used: it belongs to no RSA key (RFC 8017 3.1)', () => {
    expect(readPublicKey(withExponent('Ag'))).toBeNull()
    expect(readPublicKey(withExponent('AQAA'))).toBeNull()
  })

  it('RSA keys with the exponent 1 are others than those with the exponent 3', () => {
    const small = generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 })
    expect(check('RSA', 'SHA256', small.publicKey, sign('sha256', data, small.privateKey))).toEqual(intact)
  })
})

describe('kept keys', () => {
  beforeAll(() => keepPublicKeys(limits.kept.publicKeys))

  it('kept keys are none where no bounds are set', () => {
    keepPublicKeys({ maxBytes: 0, maxEntryBytes: 0 })
    const encoded = spki(p256.publicKey)
    expect(readPublicKey(encoded)).not.toBe(readPublicKey(encoded))
    keepPublicKeys(limits.kept.publicKeys)
  })

  it('kept keys are the same object for the same octets', () => {
    const encoded = spki(p256.publicKey)
    const key = readPublicKey(encoded)
    expect(key).not.toBeNull()
    expect(readPublicKey(Buffer.from(encoded))).toBe(key)
  })

  it('kept keys are bounded by octets: those not used for long are made again', () => {
    const encoded = spki(p256.publicKey)
    const key = readPublicKey(encoded)
    // RSAPublicKey with moduli of 16,384 bits, the largest that are used; 8 MB of them.
    const large = (number: number): Buffer => {
      const modulus = Buffer.alloc(2_048, 0xc3)
      modulus.writeUInt16BE(number, 100)
      const numbers = sequence(tagged(0x02, Buffer.of(0), modulus), integer(3))
      return sequence(sequence(objectIdentifier('1.2.840.113549.1.1.1'), nullValue()), bitString(numbers))
    }
    for (let number = 0; number < 100; number++) readPublicKey(large(number))
    expect(readPublicKey(encoded)).toBe(key)
    // Twice as many as there is room for: the first ones only take away that it was used.
    for (let number = 100; number < 1_000; number++) expect(readPublicKey(large(number))).not.toBeNull()
    const again = readPublicKey(encoded)
    expect(again).not.toBe(key)
    expect(again?.id).toBe(key?.id)
  })

  it('kept keys are not what no key is', () => {
    const encoded = spki(p256.publicKey)
    const key = readPublicKey(encoded)
    for (let number = 0; number < 5_000; number++) expect(readPublicKey(Buffer.from(`no key ${number}`))).toBeNull()
    expect(readPublicKey(encoded)).toBe(key)
  })

  it('kept keys do not change with the octets that they were read from', () => {
    const encoded = Buffer.from(spki(rsa.publicKey))
    const before = readPublicKey(encoded)?.encoding.toString('hex')
    encoded.fill(0)
    expect(readPublicKey(spki(rsa.publicKey))?.encoding.toString('hex')).toBe(before)
  })
})

/** Takes the zero octet in front of the modulus away, and mends the lengths around it. */
function withNegativeModulus(encoded: Buffer): Buffer {
  // 30 82 LLLL 30 0d <13> 03 82 LLLL 00 30 82 LLLL 02 82 0101 00 <256> 02 03 <3>
  const modulus = encoded.subarray(33, 33 + 256)
  const header = Buffer.from(encoded.subarray(0, 32))
  for (const position of [2, 21, 26, 30]) header.writeUInt16BE(header.readUInt16BE(position) - 1, position)
  return Buffer.concat([header, modulus, encoded.subarray(33 + 256)])
}

/** The same key under rsaEncryption, without parameters of its own. */
function asRsaEncryption(encoded: Buffer): Buffer {
  const algorithmLength = encoded[5] ?? 0
  const bits = encoded.subarray(6 + algorithmLength)
  const content = Buffer.concat([Buffer.from('300d06092a864886f70d0101010500', 'hex'), bits])
  return Buffer.concat([Buffer.of(0x30, 0x82, content.length >> 8, content.length & 0xff), content])
}
