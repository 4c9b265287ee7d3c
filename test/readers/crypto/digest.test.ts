import { describe, expect, it } from 'vitest'
import type { DigestAlgorithm } from '#model'
import { createDigest, digest, digestHex, digestLength } from '#readers/crypto'
import { encodeDigestInfo } from '../../../src/readers/crypto/digest-info.js'

const abc = Buffer.from('abc')

/** FIPS 180-4 and FIPS 202 examples, RFC 1321, ISO 10118-3. */
const known: readonly (readonly [DigestAlgorithm, string])[] = [
  ['MD5', '900150983cd24fb0d6963f7d28e17f72'],
  ['SHA1', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
  ['SHA224', '23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7'],
  ['SHA256', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['SHA3-256', '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'],
  ['RIPEMD160', '8eb208f7e05d987a9b044a8e98c6b087f15a0bfc'],
]

describe('digests', () => {
  it.each(known)('the digest %s of "abc" is the published value', (algorithm, value) => {
    expect(digest(algorithm, abc)?.toString('hex')).toBe(value)
    expect(digestLength(algorithm)).toBe(value.length / 2)
  })

  it('a digest gives the same over pieces', () => {
    const running = createDigest('SHA256')
    running?.update(abc.subarray(0, 1))
    running?.update(abc.subarray(1))
    expect(running?.digest()).toEqual(digest('SHA256', abc))
    expect(digestHex(abc)).toBe(digest('SHA256', abc)?.toString('hex'))
  })

  it('a digest is null for what the platform lacks, never another algorithm', () => {
    // WHIRLPOOL lives in a provider that Node does not load.
    expect(digest('WHIRLPOOL', abc)).toBeNull()
    expect(createDigest('WHIRLPOOL')).toBeNull()
  })
})

describe('DigestInfo', () => {
  it('the prefix of DigestInfo is that of RFC 8017 9.2 note 1 with NULL, and four octets shorter without', () => {
    const value = Buffer.alloc(32, 1)
    expect(encodeDigestInfo('SHA256', value, true).toString('hex')).toBe(`3031300d060960864801650304020105000420${'01'.repeat(32)}`)
    expect(encodeDigestInfo('SHA256', value, false).toString('hex')).toBe(
      `302f300b0609608648016503040201 0420${'01'.repeat(32)}`.replace(' ', ''),
    )
    expect(encodeDigestInfo('SHA1', Buffer.alloc(20, 1), true).toString('hex')).toBe(`3021300906052b0e03021a05000414${'01'.repeat(20)}`)
  })
})
