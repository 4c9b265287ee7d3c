import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, startService } from '../../support/run-service.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export const fixture = (name: string) => join(root, 'fixtures/documents', name)

/** The built service with the trust and the time of the fixtures, and its description, from which clients are generated. */
export async function startServiceForClients() {
  const service = await startService({
    root,
    env: {
      ALLKIRI_TRUST: join(root, 'fixtures/trust/standard.json'),
      ALLKIRI_CLOCK: '2026-06-01T12:00:00Z',
      ALLKIRI_WORKERS: '1',
      ALLKIRI_LOG_LEVEL: 'error',
      ALLKIRI_PORT: String(await freePort()),
    },
  })
  return { ...service, description: await (await fetch(`${service.base}/openapi.json`)).text() }
}
