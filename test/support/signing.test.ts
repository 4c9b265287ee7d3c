import { createPrivateKey, createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testKey } from './keys.js'
import { hash, signBytes } from './signing.js'

const data = Buffer.from('sample')

describe('signBytes', () => {
  it('the generator takes the ECDSA nonce of RFC 6979 (A.2.5, P-256 with SHA-256, message "sample")', () => {
    const coordinates = {
      x: '60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6',
      y: '7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299',
      d: 'C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721',
    }
    const [x = '', y = '', d = ''] = Object.values(coordinates).map((hex) => Buffer.from(hex, 'hex').toString('base64url'))
    const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d }, format: 'jwk' })
    const value = signBytes(key, { kind: 'ecdsa', digest: 'sha256' }, data, 'ieee-p1363')
    expect(value.toString('hex').toUpperCase()).toBe(
      'EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8',
    )
  })

  it.each([
    ['signer-p256', 'sha256'],
    ['signer-p384', 'sha384'],
    ['signer-p521', 'sha512'],
    ['signer-brainpool-p256r1', 'sha256'],
    ['signer-brainpool-p384r1', 'sha384'],
    ['signer-brainpool-p512r1', 'sha512'],
    ['signer-p192', 'sha256'],
  ] as const)('the generator makes ECDSA values that OpenSSL verifies: %s', (name, digest) => {
    const { privateKey } = testKey(name)
    const key = createPublicKey(privateKey)
    for (const dsaEncoding of ['der', 'ieee-p1363'] as const) {
      const value = signBytes(privateKey, { kind: 'ecdsa', digest }, data, dsaEncoding)
      expect(verify(digest, data, { key, dsaEncoding }, value)).toBe(true)
    }
  })

  it.each(['sha256', 'sha384', 'sha512'] as const)('the generator makes RSASSA-PSS values that OpenSSL verifies: %s', (digest) => {
    const { privateKey } = testKey('signer-rsa-2048')
    const value = signBytes(privateKey, { kind: 'rsa-pss', digest }, data, 'der')
    const key = { key: createPublicKey(privateKey), padding: 6, saltLength: hash(digest).length }
    expect(verify(digest, data, key, value)).toBe(true)
  })

  it.each(['rsa', 'rsa-pss', 'ecdsa'] as const)('the generator gives the same value for the same input: %s', (kind) => {
    const { privateKey } = testKey(kind === 'ecdsa' ? 'signer-p256' : 'signer-rsa-2048')
    const sign = () => signBytes(privateKey, { kind, digest: 'sha256' }, data, 'der').toString('hex')
    expect(sign()).toBe(sign())
  })
})
