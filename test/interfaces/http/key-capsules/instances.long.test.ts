import { createECDH } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CapsulesUnderTest, capsulesUnderTest } from '../../../support/capsule-listeners.js'
import { makeCapsulePki, pointOf } from '../../../support/capsule-pki.js'
import { needs } from '../../../support/needs.js'
import { postgresCanRun } from '../../../support/postgres-can-run.js'
import { storeAt } from '../../../support/settings.js'
import { startTestDatabase, type TestDatabase } from '../../../support/test-database.js'

const pki = makeCapsulePki()
const owner = pki.client()
const body = {
  recipient_id: pointOf(owner.key.privateKey, 48).toString('base64'),
  ephemeral_key_material: createECDH('secp384r1').generateKeys('base64'),
  capsule_type: 'ecc_secp384r1',
}

describe('several instances on one PostgreSQL database', needs({ PostgreSQL: postgresCanRun() }), () => {
  let database: TestDatabase
  let instances: readonly [CapsulesUnderTest, CapsulesUnderTest]
  beforeAll(async () => {
    database = await startTestDatabase()
    const start = () => capsulesUnderTest((settings) => ({ ...settings, store: storeAt(database.url, 3) }), pki)
    instances = await Promise.all([start(), start()])
  })
  afterAll(async () => {
    for (const instance of instances) await instance.close()
    await database.stop()
  })

  it('several instances on one PostgreSQL database return at once what another instance has stored', async () => {
    const [first, second] = instances
    for (const [taker, giver] of [
      [first, second],
      [second, first],
    ] as const) {
      const location = String((await taker.post('/key-capsules', body)).headers.location)
      expect(await giver.get(location, { as: owner })).toMatchObject({ status: 200, body: JSON.stringify(body) })
    }
  })

  it('several instances on one PostgreSQL database give an id to one caller only when several request it at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => instances[i % 2 === 0 ? 0 : 1].post('/key-capsules/ChosenIdentifier01', body)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 11 }, () => 409)])
  })

  it('several instances on one PostgreSQL database answer 503 while the database is away, and everything works again by itself when it is back', async () => {
    const [first, second] = instances
    const location = String((await first.post('/key-capsules', body)).headers.location)
    await database.pause()
    const refused = await first.post('/key-capsules', body)
    expect(refused.status).toBe(503)
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/)
    expect(JSON.parse(refused.body)).toMatchObject({ requestErrors: [{ key: 'service', code: 'STORE_UNAVAILABLE' }] })
    expect(await second.get(location, { as: owner })).toMatchObject({ status: 503, body: '' })
    expect((await second.service.state()).usable).toBe(false)
    await database.resume()
    expect((await first.post('/key-capsules', body)).status).toBe(201)
    expect((await second.get(location, { as: owner })).status).toBe(200)
  })
})
