import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CapsulesUnderTest, capsulesUnderTest } from '../../../support/capsule-listeners.js'
import { makeCapsulePki, pointOf } from '../../../support/capsule-pki.js'

const pki = makeCapsulePki()
const owner = pki.client()
const body = {
  recipient_id: pointOf(owner.key.privateKey, 48).toString('base64'),
  ephemeral_key_material: pointOf(pki.client().key.privateKey, 48).toString('base64'),
  capsule_type: 'ecc_secp384r1',
}

describe('the audit line of a capsule', () => {
  let capsules: CapsulesUnderTest
  beforeAll(async () => {
    capsules = await capsulesUnderTest(undefined, pki)
  })
  afterAll(() => capsules.close())

  const audits = () =>
    capsules
      .logged()
      .split('\n')
      .filter((line) => line.includes('"msg":"audit"'))
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)

  it('the audit line of a capsule names capsule, client and network by pseudonyms, the same in each line, and the outcome', async () => {
    const location = String((await capsules.post('/key-capsules', body)).headers.location)
    expect((await capsules.get(location, { as: owner })).status).toBe(200)
    expect((await capsules.get(location, { as: pki.client() })).status).toBe(404)
    expect((await capsules.get(location)).status).toBe(401)
    const [stored, fetched, foreign, unknown] = audits()
    expect(stored).toMatchObject({ audit: 'store', outcome: 'stored', client: null })
    expect(fetched).toMatchObject({ audit: 'fetch', outcome: 'handed-out', capsule: stored?.['capsule'], network: stored?.['network'] })
    expect(foreign).toMatchObject({ outcome: 'refused', problems: ['CAPSULE_UNKNOWN'], capsule: stored?.['capsule'] })
    expect(unknown).toMatchObject({ outcome: 'refused', client: null, capsule: stored?.['capsule'] })
    expect(foreign?.['client']).not.toBe(fetched?.['client'])
    const id = location.slice(location.lastIndexOf('/') + 1)
    expect(capsules.logged()).not.toContain(id)
    expect(capsules.logged()).not.toContain(body.recipient_id)
  })

  it('the audit line of a capsule is one for each request, also for what is refused', async () => {
    const before = audits().length
    expect((await capsules.post('/key-capsules', { ...body, capsule_type: 'x' })).status).toBe(400)
    expect((await capsules.get('/key-capsules/short', { as: owner })).status).toBe(400)
    expect(audits().slice(before)).toMatchObject([
      { audit: 'store', outcome: 'refused', capsule: null },
      { audit: 'fetch', outcome: 'refused', capsule: null },
    ])
  })
})
