import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A key pair of `keys/`. They are committed because generating RSA keys is slow, and published, so they protect nothing. */
export interface TestKey {
  readonly name: string
  readonly privateKey: KeyObject
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKeyInfo: Buffer
}

const loaded = new Map<string, TestKey>()

/** The key pair `keys/<name>.pem`. */
export function testKey(name: string): TestKey {
  const known = loaded.get(name)
  if (known !== undefined) return known
  const privateKey = createPrivateKey(readFileSync(new URL(`./keys/${name}.pem`, import.meta.url), 'latin1'))
  const publicKeyInfo = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const key = { name, privateKey, publicKeyInfo }
  loaded.set(name, key)
  return key
}
