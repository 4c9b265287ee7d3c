import { describe, expect, it } from 'vitest'
import { kekOfSymmetricKey } from '../../../src/cdoc2/container/keys/key-schedule.js'
import { keyOfPassword } from '../../../src/cdoc2/container/keys/password.js'

const salt = Buffer.concat([Buffer.from('salt'), Buffer.alloc(28)])

describe('the derivations, by published values', () => {
  it('derives the key-encryption key of a symmetric key as published', () => {
    const kek = kekOfSymmetricKey(Buffer.alloc(32), salt, 'deriveKeyEncryptionKeyFromSharedSecret')
    expect(Buffer.from(kek).toString('hex')).toBe('962b1d44a6e36e9d117136e972e2da0bff7b35fc29b3d8ec5bde246d2c145984')
  })

  it('derives the key of a password as published', async () => {
    const key = await keyOfPassword('myPlainTextPassword', salt, 600_000, 10_000_000)
    expect(Buffer.from(key).toString('hex')).toBe('d4f767095d5c36fb2894822e3807f9e90fd8273c6da9284f89f05fd3cb0850a0')
  })

  it.each([0, -5, 10_000_001, 2 ** 31 - 1])('refuses a password with %i iterations before it derives anything', async (iterations) => {
    await expect(keyOfPassword('x', salt, iterations, 10_000_000)).rejects.toMatchObject({ code: 'pw-params' })
  })
})
