import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { capsulesUnderTest } from '../../../support/capsule-listeners.js'
import { makeCapsulePki, pointOf } from '../../../support/capsule-pki.js'

const pki = makeCapsulePki()
const [owner, stranger] = [pki.client(), pki.client()]
const body = {
  recipient_id: pointOf(owner.key.privateKey, 48).toString('base64'),
  ephemeral_key_material: pointOf(stranger.key.privateKey, 48).toString('base64'),
  capsule_type: 'ecc_secp384r1',
}

describe('a database that is taken away from the running service', () => {
  it('a database that is taken away from the running service is answered with 503 for storing and for unknown capsules; readable capsules are returned', async () => {
    const capsules = await capsulesUnderTest(undefined, pki)
    try {
      const location = String((await capsules.post('/key-capsules', body)).headers.location)
      expect((await capsules.get('/key-capsules/KC0123456789abcdef', { as: owner })).status).toBe(404)
      expect(await capsules.service.state()).toMatchObject({ usable: true })
      const file = join(capsules.folder, 'key-capsules.db')
      renameSync(file, `${file}.old`)
      const refused = await capsules.post('/key-capsules', body)
      expect([refused.status, JSON.parse(refused.body)]).toEqual([
        503,
        { requestErrors: [{ key: 'service', code: 'STORE_UNAVAILABLE', message: expect.stringContaining('try again later') as string }] },
      ])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(await capsules.get(location, { as: owner })).toMatchObject({ status: 200, body: JSON.stringify(body) })
      // Unknown and foreign capsules look the same here, too.
      for (const [path, as] of [
        ['/key-capsules/KC0123456789abcdef', owner],
        [location, stranger],
      ] as const)
        expect(await capsules.get(path, { as })).toMatchObject({ status: 503, body: '' })
      expect(capsules.logged()).toMatch(/key-capsules\.db was deleted while it was in use/)
      // The answers do not wait for the copy of what can still be read.
      await expect.poll(() => capsules.logged()).toMatch(/saved as .*key-capsules\.saved-/)
      // A state is kept for a second.
      await expect.poll(() => capsules.service.state()).toMatchObject({ usable: false, latencyMilliseconds: null })
      expect(capsules.logged()).toMatch(/store: StoreDamaged: /)
    } finally {
      await capsules.close()
    }
  })
})
