import { Buffer, isAscii, isUtf8 } from 'node:buffer'
import * as crypto from 'node:crypto'
import { crc32, deflateRawSync, deflateSync, inflateRawSync, inflateSync } from 'node:zlib'

/**
 * Calls each function of the platform that readers of documents call, and causes its errors. Node.js loads parts of itself on first use, and a task that is
 * interrupted during this would leave them half loaded for the next task. So each thread calls this function before its first task.
 */
export function loadPlatform(): void {
  const bytes = Buffer.from('00ff41', 'hex')
  bytes.toString('latin1')
  bytes.toString('base64')
  Buffer.alloc(70_000).write(bytes.toString('base64'), 'base64')
  isAscii(bytes)
  isUtf8(bytes)
  crc32(bytes)
  inflateRawSync(deflateRawSync(bytes), { maxOutputLength: 10 })
  inflateSync(deflateSync(bytes), { maxOutputLength: 10 })
  const digest = crypto.createHash('sha256').update(bytes).digest()
  crypto.hash('sha256', bytes, 'hex')
  const block = Buffer.alloc(16)
  const cipher = crypto.createCipheriv('aes-128-cbc', block, block)
  const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()])
  const decipher = crypto.createDecipheriv('aes-128-cbc', block, block)
  Buffer.concat([decipher.update(encrypted), decipher.final()])
  const { publicKey, privateKey } = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = crypto.createPublicKey({ key: publicKey.export({ format: 'der', type: 'spki' }), format: 'der', type: 'spki' })
  crypto.verify('sha256', digest, { key, dsaEncoding: 'der' }, crypto.sign('sha256', digest, privateKey))
  key.export({ format: 'jwk' })
  new Date(0).toISOString()
  for (const failing of [
    () => inflateRawSync(bytes),
    () => inflateRawSync(deflateRawSync(Buffer.alloc(1_000)), { maxOutputLength: 10 }),
    () => crypto.createPublicKey({ key: bytes, format: 'der', type: 'spki' }),
    () => crypto.createHash('none'),
    () => crypto.publicDecrypt(publicKey, bytes),
    () => new TextDecoder('utf-8', { fatal: true }).decode(bytes),
    () => decodeURIComponent('%'),
  ])
    loadError(failing)
}

/** Causes an error and reads its stack, so that the code that formats errors is loaded as well. */
function loadError(failing: () => unknown): void {
  try {
    failing()
  } catch (error) {
    if (error instanceof Error && error.stack === undefined) throw error
  }
}
