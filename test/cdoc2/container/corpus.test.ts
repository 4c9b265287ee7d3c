import { createHash, createPrivateKey } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CapsuleSource, Cdoc2Error, openContainer, privateKeyInMemory, readContainerHeader, type Secret } from '#cdoc2/container'
import { limits } from '#config'
import { needs } from '../../support/needs.js'
import { CollectingSink, sourceOfFile } from './containers.js'

interface OpenWith {
  readonly recipient: number
  readonly private_key?: string
  readonly symmetric_base64?: string
  readonly symmetric_hex?: string
  readonly symmetric_utf8?: string
  readonly password?: string
  readonly capsule?: string
}

interface Case {
  readonly id: string
  readonly file: string
  readonly recipients?: readonly { readonly key_label: string }[]
  readonly open_with?: readonly OpenWith[]
  readonly try_with?: readonly OpenWith[]
  readonly expect: {
    readonly result: 'ok' | 'error' | 'header-only'
    readonly class?: string
    readonly files?: readonly { readonly name: string; readonly size: number; readonly sha256: string }[]
  }
}

const corpus = new URL('../../../../shared/corpus/cdoc2/', import.meta.url).pathname
const here = existsSync(join(corpus, 'cases.json'))
const cases: readonly Case[] = here ? (JSON.parse(readFileSync(join(corpus, 'cases.json'), 'utf8')) as { cases: Case[] }).cases : []

function secretOf(way: OpenWith): Secret {
  if (way.password !== undefined) return { kind: 'password', password: way.password, label: null }
  if (way.private_key !== undefined) {
    const file = readFileSync(join(corpus, way.private_key))
    const key = file.includes('-----BEGIN') ? createPrivateKey(file) : readDer(file)
    return { kind: 'private-key', key: privateKeyInMemory(key) }
  }
  const key =
    way.symmetric_hex !== undefined
      ? Buffer.from(way.symmetric_hex, 'hex')
      : way.symmetric_utf8 !== undefined
        ? Buffer.from(way.symmetric_utf8)
        : Buffer.from(way.symmetric_base64 ?? '', 'base64')
  return { kind: 'symmetric-key', key, label: null }
}

function readDer(file: Buffer) {
  for (const type of ['pkcs8', 'sec1', 'pkcs1'] as const) {
    try {
      return createPrivateKey({ key: file, format: 'der', type })
    } catch {
      // The next form of DER.
    }
  }
  throw new Error('no private key')
}

function capsulesOf(way: OpenWith): CapsuleSource | null {
  if (way.capsule === undefined) return null
  const recorded = JSON.parse(readFileSync(join(corpus, way.capsule), 'utf8')) as { request: { body: { ephemeral_key_material: string } } }
  return { fetchMaterial: () => Promise.resolve(Buffer.from(recorded.request.body.ephemeral_key_material, 'base64')) }
}

describe('the containers of the corpus', needs({ 'published containers beside the repository': here }), () => {
  const readable = cases.filter((one) => one.expect.result === 'ok')
  it.each(readable.flatMap((one) => (one.open_with ?? []).map((way) => ({ id: `${one.id}, recipient ${way.recipient}`, one, way }))))(
    'opens the container $id of the corpus',
    async ({ one, way }) => {
      const sink = new CollectingSink()
      const opened = await openContainer(
        sourceOfFile(join(corpus, one.file)),
        { secret: secretOf(way), capsules: capsulesOf(way), sink },
        limits.cdoc2,
      )
      expect(opened.index).toBe(way.recipient - 1)
      expect(sink.files.map(({ entry, content }) => ({ ...entry, sha256: createHash('sha256').update(content).digest('hex') }))).toEqual(
        one.expect.files,
      )
    },
  )

  it.each(cases.filter((one) => one.expect.result === 'header-only'))(
    'reads the header of the container $id of the corpus',
    async (one) => {
      const { header } = await readContainerHeader(sourceOfFile(join(corpus, one.file)), limits.cdoc2)
      expect(header.recipients.map(({ label }) => label)).toEqual(one.recipients?.map(({ key_label }) => key_label))
    },
  )

  // Names that some systems do not have are read as they are, and made safe for the disk by `cdoc2/files`; the corpus refuses them.
  const oddName = /^bad-tar-name-(?:con|lpt1|trailing-space|trailing-dot|leading-space|leading-hyphen|colon|question)$/
  it.each(cases.filter(({ id }) => oddName.test(id)))(
    'opens the container $id of the corpus, whose file is saved under another name',
    async (one) => {
      for (const way of one.try_with ?? []) {
        const sink = new CollectingSink()
        await openContainer(sourceOfFile(join(corpus, one.file)), { secret: secretOf(way), capsules: capsulesOf(way), sink }, limits.cdoc2)
        expect(sink.files).toHaveLength(1)
      }
    },
  )

  it.each(cases.filter(({ id, expect: { result } }) => result === 'error' && !oddName.test(id)))(
    'refuses the container $id of the corpus as $expect.class',
    async (one) => {
      const { try_with: ways = [] } = one
      expect(ways).not.toHaveLength(0)
      for (const way of ways) {
        const opening = { secret: secretOf(way), capsules: capsulesOf(way), sink: new CollectingSink() }
        await expect(openContainer(sourceOfFile(join(corpus, one.file)), opening, limits.cdoc2)).rejects.toSatisfy(
          (error) => error instanceof Cdoc2Error && error.code === one.expect.class,
          one.expect.class,
        )
      }
    },
  )
})
