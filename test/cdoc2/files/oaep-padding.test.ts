import { constants, generateKeyPairSync, privateDecrypt, publicEncrypt, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { removeOaepPadding } from '../../../src/cdoc2/files/oaep-padding.js'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const padded = (message: Buffer, oaepHash = 'sha256', oaepLabel?: Buffer) =>
  privateDecrypt(
    { key: privateKey, padding: constants.RSA_NO_PADDING },
    publicEncrypt({ key: publicKey, oaepHash, ...(oaepLabel === undefined ? {} : { oaepLabel }) }, message),
  )

describe('the OAEP padding of a block', () => {
  it('the OAEP padding of a block is removed as the platform has added it, for any message', () => {
    for (const length of [0, 1, 32, 190]) {
      for (let i = 0; i < 20; i++) {
        const message = i === 0 ? Buffer.alloc(length) : randomBytes(length)
        expect(Buffer.from(removeOaepPadding(padded(message)) ?? 'none')).toEqual(message)
      }
    }
  })

  it.each<[string, Buffer]>([
    ['has another hash', padded(randomBytes(32), 'sha1')],
    ['has a label', padded(randomBytes(32), 'sha256', Buffer.from('label'))],
    ['is of another kind', Buffer.concat([Buffer.from('0002', 'hex'), Buffer.alloc(221, 1), Buffer.alloc(1), randomBytes(32)])],
    ['is all zeros', Buffer.alloc(256)],
    ['is too short', Buffer.alloc(60)],
    ['is empty', Buffer.alloc(0)],
  ])('the OAEP padding of a block is refused when it %s', (_what, block) => {
    expect(removeOaepPadding(block)).toBeNull()
  })

  it('the OAEP padding of a block is refused for a flipped bit, wherever it is', () => {
    const block = padded(randomBytes(32))
    for (let at = 0; at < block.length; at++) {
      const changed = Buffer.from(block)
      changed[at] = (changed[at] ?? 0) ^ 0x10
      // The seed is masked with the digest of everything behind it, the message included.
      expect(removeOaepPadding(changed), `octet ${at}`).toBeNull()
    }
  })
})
