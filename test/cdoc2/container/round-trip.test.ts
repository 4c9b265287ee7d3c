import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  type CapsuleSink,
  type CapsuleSource,
  Cdoc2Error,
  type FillArchive,
  type NewRecipient,
  openContainer,
  privateKeyInMemory,
  recipientKeyOf,
  type Secret,
  writeContainer,
} from '#cdoc2/container'
import { limits } from '#config'
import type { RecipientKey } from '../../../src/cdoc2/container/header/recipient.js'
import { CollectingSink, sourceOf } from './containers.js'

const files: readonly { readonly name: string; readonly content: Buffer }[] = [
  { name: 'leping.txt', content: Buffer.from('Tere') },
  { name: 'empty', content: Buffer.alloc(0) },
  { name: 'õäöü ☃.txt', content: randomBytes(511) },
  { name: `${'n'.repeat(150)}.bin`, content: randomBytes(70_000) },
  { name: 'block', content: randomBytes(1024) },
]

const fill: FillArchive = (archive) => {
  for (const { name, content } of files) archive.entry({ name }, content)
  archive.finalize()
  return Promise.resolve()
}

async function written(recipients: readonly NewRecipient[], filling: FillArchive = fill): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of writeContainer(recipients, filling, randomBytes, limits.cdoc2)) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

async function read(container: Buffer, secret: Secret, capsules: CapsuleSource | null = null, piece?: number): Promise<CollectingSink> {
  const sink = new CollectingSink()
  await openContainer(sourceOf(container, piece), { secret, capsules, sink }, limits.cdoc2)
  return sink
}

function keyPair(kind: 'P-256' | 'P-384' | 'P-521' | 'RSA') {
  const { privateKey } =
    kind === 'RSA' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ec', { namedCurve: kind })
  return { key: recipientKeyOf(createPublicKey(privateKey)), secret: { kind: 'private-key', key: privateKeyInMemory(privateKey) } as const }
}

const symmetric = randomBytes(32)
const bySymmetricKey: NewRecipient = { kind: 'symmetric-key', key: symmetric, label: 'data:,v=1&type=secret&label=õ' }
const symmetricSecret: Secret = { kind: 'symmetric-key', key: symmetric, label: null }
const publicKeyRecipient = (key: RecipientKey, server: CapsuleSink | null = null): NewRecipient => ({
  kind: 'public-key',
  key,
  server,
  label: (expiry) => `label ${String(expiry)}`,
})

/** A key server in memory. */
function keyServer(): CapsuleSink & CapsuleSource {
  const kept = new Map<string, Uint8Array>()
  return {
    serverId: 'memory',
    storeMaterial: (_key, material) => {
      const transactionId = `KC${randomBytes(16).toString('hex')}`
      kept.set(transactionId, material)
      return Promise.resolve({ transactionId, expiry: 5_000 })
    },
    fetchMaterial: (serverId, transactionId) => {
      const material = kept.get(transactionId)
      return material === undefined || serverId !== 'memory' ? Promise.reject(new Cdoc2Error('capsule', 'none')) : Promise.resolve(material)
    },
  }
}

describe('a container that was written', () => {
  it.each(['P-256', 'P-384', 'P-521', 'RSA'] as const)(
    'a container that was written opens with the key of its recipient: %s, in the container and on a key server',
    async (kind) => {
      const { key, secret } = keyPair(kind)
      const server = keyServer()
      for (const sink of [null, server]) {
        const opened = await read(await written([publicKeyRecipient(key, sink)]), secret, server)
        expect(opened.files.map(({ entry, content }) => ({ name: entry.name, content }))).toEqual(files)
      }
    },
  )

  it('a container that was written is encrypted to an RSA key in each form in which a file can hold it, PKCS #1 in PEM and DER among them', () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const expected = { kind: 'rsa', publicKey: publicKey.export({ format: 'der', type: 'pkcs1' }) }
    for (const type of ['pkcs1', 'spki'] as const) {
      expect(recipientKeyOf(createPublicKey(publicKey.export({ format: 'pem', type })))).toEqual(expected)
      expect(recipientKeyOf(createPublicKey({ key: publicKey.export({ format: 'der', type }), format: 'der', type }))).toEqual(expected)
    }
  })

  it('a container that was written opens with each secret among several recipients, and with no other', async () => {
    const [one, other] = [keyPair('P-384'), keyPair('P-384')]
    const password: NewRecipient = { kind: 'password', password: 'Õige hobune 9', label: 'pw' }
    const container = await written([publicKeyRecipient(one.key), bySymmetricKey, password])
    const secrets: Secret[] = [one.secret, symmetricSecret, { kind: 'password', password: 'Õige hobune 9', label: 'pw' }]
    for (const secret of secrets) expect((await read(container, secret)).files).toHaveLength(files.length)
    await expect(read(container, other.secret)).rejects.toMatchObject({ code: 'no-recipient' })
    await expect(read(container, { kind: 'password', password: 'õige hobune 9', label: null })).rejects.toMatchObject({
      code: 'header-hmac',
    })
    await expect(read(container, { kind: 'symmetric-key', key: symmetric, label: 'x' })).rejects.toMatchObject({ code: 'no-recipient' })
    await expect(read(container, { kind: 'symmetric-key', key: randomBytes(32), label: null })).rejects.toMatchObject({
      code: 'header-hmac',
    })
  })

  it.each([1, 13, 512, 100_000])('a container that was written reads the same in pieces of %i octets', async (piece) => {
    const container = await written([bySymmetricKey])
    expect((await read(container, symmetricSecret, null, piece)).files.map(({ content }) => content)).toEqual(
      files.map(({ content }) => content),
    )
  })

  it('a container that was written is refused wherever one octet differs, and never with a fault', async () => {
    const container = await written([bySymmetricKey])
    for (let at = 0; at < container.length; at += at < 300 ? 1 : 997) {
      const changed = Buffer.from(container)
      changed[at] = (changed[at] ?? 0) ^ 0x40
      await expect(read(changed, symmetricSecret), `octet ${at}`).rejects.toBeInstanceOf(Cdoc2Error)
    }
  })

  it('a container that was written is refused wherever it is cut', async () => {
    const container = await written([bySymmetricKey])
    for (let length = 0; length < container.length; length += length < 400 ? 1 : 1999)
      await expect(read(container.subarray(0, length), symmetricSecret), `${length} octets`).rejects.toBeInstanceOf(Cdoc2Error)
  })

  it('a container that was written passes nothing more to its sink after a refusal, so that the sink can remove what it has written', async () => {
    const container = await written([bySymmetricKey], (archive) => {
      for (let i = 0; i < 40; i++) archive.entry({ name: `f${i}` }, randomBytes(40_000))
      archive.finalize()
      return Promise.resolve()
    })
    container.writeUInt8(container.readUInt8(container.length - 1) ^ 1, container.length - 1)
    const calls = { begun: 0, ended: 0 }
    const slowly = async () => {
      calls.begun++
      await new Promise((resolve) => setTimeout(resolve, 1))
      calls.ended++
    }
    const sink = { begin: slowly, write: slowly, end: slowly }
    const opening = openContainer(sourceOf(container), { secret: symmetricSecret, capsules: null, sink }, limits.cdoc2)
    await expect(opening).rejects.toMatchObject({ code: 'payload-auth' })
    const then = { ...calls }
    expect(then.ended).toBe(then.begun)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(calls).toEqual(then)
  })

  it('a container that was written ends with the error of its source, without output that could be a container', async () => {
    const failing: FillArchive = () => Promise.reject(new Error('the disk is gone'))
    await expect(written([bySymmetricKey], failing)).rejects.toThrow('the disk is gone')
  })

  it('a container that was written needs a recipient', async () => {
    await expect(written([])).rejects.toMatchObject({ code: 'no-recipient' })
  })

  it('a container that was written names the expiry that the key server gave in the label', async () => {
    const { key } = keyPair('P-256')
    expect((await written([publicKeyRecipient(key, keyServer())])).includes('label 5000')).toBe(true)
  })

  it('a container that was written derives no key for more iterations than the bound', async () => {
    const container = await written([{ kind: 'password', password: 'Õige hobune 9', label: 'pw' }])
    const bounds = { ...limits.cdoc2, maxPasswordIterations: 599_999 }
    const opening = { secret: { kind: 'password', password: 'x', label: null } as const, capsules: null, sink: new CollectingSink() }
    await expect(openContainer(sourceOf(container), opening, bounds)).rejects.toMatchObject({ code: 'pw-params' })
  })
})
