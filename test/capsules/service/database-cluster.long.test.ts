import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CapsuleStore, type StoredCapsule, StoreUnavailable } from '#capsules/rules'
import { openCapsuleStore } from '#capsules/service'
import { certificatePem, keyPem, makeCapsulePki } from '../../support/capsule-pki.js'
import { needs } from '../../support/needs.js'
import { postgresCanRun } from '../../support/postgres-can-run.js'
import { type PostgresCluster, startCluster } from '../../support/postgres-cluster.js'
import { storeAt } from '../../support/settings.js'

let made = 0
function capsule(): StoredCapsule {
  made += 1
  return {
    id: `KC${String(made).padStart(32, '0')}`,
    type: 'ecc_secp384r1',
    recipient: Buffer.alloc(97, made),
    keyMaterial: Buffer.alloc(97, made + 1),
    expiry: 1_900_000_000_123,
    adjusted: false,
  }
}

const opened: CapsuleStore[] = []
async function open(url: string, onAway?: (reason: Error) => void): Promise<CapsuleStore> {
  const store = await openCapsuleStore(storeAt(url, 3), {
    role: 'command',
    onFault: () => undefined,
    ...(onAway === undefined ? {} : { onAway }),
  })
  opened.push(store)
  return store
}

async function until<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      await new Promise((done) => setTimeout(done, 50))
    }
  }
}

describe('a primary with a synchronous standby, both with TLS', needs({ PostgreSQL: postgresCanRun() }), () => {
  const pki = makeCapsulePki()
  let cluster: PostgresCluster
  let folder: string
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cluster-test-'))
    cluster = await startCluster({ certificate: certificatePem(pki.server, pki.issuing), key: keyPem(pki.server) })
  })
  afterAll(async () => {
    for (const store of opened) await store.close()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const at = (host: string, parameters: string) => `postgres://allkiri@${host}/capsules?${parameters}`

  it('a primary with a synchronous standby is used over TLS with the certificate of the authority and the name that were asked for', async () => {
    const root = file('root.pem', certificatePem(pki.root))
    for (const host of [`localhost:${cluster.primary.port}`, `127.0.0.1:${cluster.primary.port}`]) {
      const store = await open(at(host, `sslmode=verify-full&sslrootcert=${root}`))
      expect(await store.add(capsule())).toBe('added')
    }
    const sessions = "SELECT bool_and(ssl) AS ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'allkiri'"
    expect(await cluster.run(cluster.primary, sessions)).toEqual([{ ssl: true }])
  })

  it.each([
    [
      'another authority',
      () => certificatePem(makeCapsulePki().root),
      'verify-full',
      'localhost',
      /cannot be opened: .*(SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_)/,
    ],
    [
      'another authority, without the name',
      () => certificatePem(makeCapsulePki().root),
      'verify-ca&uselibpqcompat=true',
      'localhost',
      /SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_/,
    ],
    ['another name', () => certificatePem(pki.root), 'verify-full', '127.0.0.2', /ERR_TLS_CERT_ALTNAME_INVALID/],
    ['no PEM file', () => 'nothing', 'verify-full', 'localhost', /cannot be opened: .*(SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_)/],
  ])('a primary with a synchronous standby is refused with one sentence for %s', async (_what, authorities, mode, host, reason) => {
    const root = file('wrong.pem', authorities())
    const away: Error[] = []
    // The certificate names localhost and 127.0.0.1; 127.0.0.2 is another address of this machine.
    const opening = open(at(`${host}:${cluster.primary.port}`, `sslmode=${mode}&sslrootcert=${root}`), (reason) => away.push(reason))
    await expect(opening).rejects.toMatchObject({ name: 'SettingsError', problems: [expect.stringMatching(reason)] })
    expect(away).toEqual([])
  })

  it('a primary with a synchronous standby is used with any certificate with sslmode=no-verify, and with any name with verify-ca of libpq', async () => {
    const named = file('named.pem', certificatePem(pki.root))
    const other = await open(at(`127.0.0.2:${cluster.primary.port}`, `uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${named}`))
    expect(await other.add(capsule())).toBe('added')
    const store = await open(at(`localhost:${cluster.primary.port}`, 'sslmode=no-verify'))
    expect(await store.add(capsule())).toBe('added')
  })

  it('a primary with a synchronous standby is refused with one sentence when a file of its address is missing, and does not pass for away', async () => {
    const away: Error[] = []
    const opening = open(at('localhost:1', `sslmode=verify-full&sslrootcert=${join(folder, 'none.pem')}`), (reason) => away.push(reason))
    await expect(opening).rejects.toThrow(/^ALLKIRI_CAPSULES_DATABASE cannot be used: ENOENT: .*none\.pem/)
    expect(away).toEqual([])
  })

  it.each([
    ['role', `stranger:topsecret@127.0.0.1`, 'capsules', /role "stranger" does not exist \(28000\)$/],
    ['database', 'allkiri:topsecret@127.0.0.1', 'none', /database "none" does not exist \(3D000\)$/],
  ])('a %s that does not exist stops the start, and does not pass for a server that is away', async (_what, login, database, reason) => {
    const away: Error[] = []
    const opening = open(`postgres://${login}:${cluster.primary.port}/${database}`, (told) => away.push(told))
    await expect(opening).rejects.toMatchObject({ problems: [expect.stringMatching(reason)] })
    await expect(opening).rejects.not.toThrow(/topsecret/)
    expect(away).toEqual([])
  })

  it('a primary with a synchronous standby is not opened at its standby, nor with transactions that are read-only', async () => {
    await expect(open(at(`127.0.0.1:${cluster.standby.port}`, ''))).rejects.toThrow(/it is a standby$/)
    const readOnly = 'options=-c%20default_transaction_read_only%3Don'
    await expect(open(at(`127.0.0.1:${cluster.primary.port}`, readOnly))).rejects.toThrow(/its transactions are read-only$/)
  })

  it('a primary with a synchronous standby acknowledges no commit whose wait for the standby was cancelled', async () => {
    const store = await open(cluster.url)
    await store.probe()
    await cluster.standby.end('SIGINT')
    const adding = store.add(capsule()).then(
      () => null,
      (error: unknown) => error,
    )
    const cancel = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    while ((await cluster.run(cluster.primary, cancel)).length === 0) await new Promise((done) => setTimeout(done, 20))
    expect(await adding).toBeInstanceOf(StoreUnavailable)
    await cluster.standby.start()
    expect(await until(() => store.add(capsule()))).toBe('added')
  })

  it('a primary with a synchronous standby is used again by itself when the primary is killed, the standby promoted, and the address leads to it', async () => {
    const store = await open(cluster.url)
    const kept = capsule()
    expect(await store.add(kept)).toBe('added')
    await cluster.primary.kill()
    await expect(store.add(capsule())).rejects.toThrow(StoreUnavailable)
    const away: Error[] = []
    // Started between the end of the primary and the promotion: it waits, and says what for.
    const late = await open(cluster.url, (reason) => away.push(reason))
    const early = await open(at(`127.0.0.1:${cluster.standby.port}`, ''), (reason) => away.push(reason))
    expect(away.map(({ message }) => message)).toEqual([
      expect.stringMatching(/ECONNRESET|Connection terminated/),
      expect.stringMatching(/it is a standby/),
    ])
    await expect(late.probe()).rejects.toThrow(StoreUnavailable)
    await expect(early.probe()).rejects.toThrow(StoreUnavailable)
    await cluster.promote()
    expect(await until(() => store.add(capsule()))).toBe('added')
    expect(await store.find(kept.id)).not.toBeNull()
    expect((await until(() => late.find(kept.id)))?.id).toBe(kept.id)
    expect((await until(() => early.find(kept.id)))?.id).toBe(kept.id)
    await late.probe()
  })
})
