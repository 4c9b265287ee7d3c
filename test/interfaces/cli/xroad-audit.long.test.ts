import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { soundContainers } from '../../support/xroad/samples.js'
import { estonia, finland, xroadTrustFiles } from '../../support/xroad/trust.js'
import { messageLogArchive, withEntry } from '../../validation/message-log/message-log-archive.js'
import { runBuilt } from './run-built.js'

let folder = ''
let environment: Record<string, string> = {}
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'allkiri-audit-'))
  for (const [name, text] of xroadTrustFiles([estonia, finland])) writeFileSync(join(folder, name), text)
  environment = {
    ALLKIRI_TRUST_LISTS: 'none',
    ALLKIRI_XROAD: join(folder, 'xroad.json'),
    ALLKIRI_CLOCK: '2026-06-01T12:00:00Z',
    ALLKIRI_WORKERS: '1',
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('allkiri xroad audit', () => {
  it('xroad audit checks chain and containers of archives, and counts by member and service', async () => {
    const containers = soundContainers.slice(0, 3).map(({ id, document }) => [`${id}.asice`, document()] as const)
    const first = await messageLogArchive(containers)
    const second = await messageLogArchive(containers.slice(0, 1), { before: { digest: first.last, archive: 'mlog-1.zip' } })
    writeFileSync(join(folder, 'mlog-1.zip'), first.bytes)
    writeFileSync(join(folder, 'mlog-2.zip'), second.bytes)
    const sound = runBuilt(['xroad', 'audit', folder], environment)
    expect(sound.err).toContain('2 archives, 4 containers, 0 findings about archives, 0 containers that do not pass')
    expect(sound.status).toBe(0)
    expect(sound.out).toMatch(/^member +service +passed +failed$/m)
    expect(sound.out).toMatch(/^EE-TEST\/GOV\/70000001 +\S+ +\d+ +0$/m)

    const [name = ''] = containers[0] ?? []
    writeFileSync(join(folder, 'mlog-1.zip'), await withEntry(first.bytes, name, 'changed'))
    const changed = runBuilt(['xroad', 'audit', '--json-lines', folder], environment)
    expect(changed.status).toBe(1)
    const [line = ''] = changed.out.split('\n')
    expect(JSON.parse(line)).toMatchObject({
      findings: [{ kind: 'file-changed', file: name }],
      containers: [{ file: name, passed: false, refusal: expect.any(String) }],
    })

    const untrusting = runBuilt(['xroad', 'audit', folder], { ...environment, ALLKIRI_XROAD: '' })
    expect(untrusting.err).toContain('no instance of X-Road is trusted, so no container can pass.')

    rmSync(join(folder, 'mlog-1.zip'))
    expect(runBuilt(['xroad', 'audit', folder], environment).out).toContain('archive-missing: The archive mlog-1.zip')
  })
})
