import { readFileSync } from 'node:fs'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { TrustSettingsError } from '#trust'
import { listSettingsSchema, readListSettingsFile } from '../../../src/trust/lists/list-settings/read-list-settings.js'
import { readSettingsFile, settingsSchema } from '../../../src/trust/settings/settings-file.js'
import { seededRandom } from '../memory-files.js'

const published = (name: string) => new URL(`../../../docs/schemas/${name}`, import.meta.url)

/** Any value in place of any other. */
const values: readonly unknown[] = [
  null,
  0,
  true,
  false,
  '',
  ' ',
  'a\nb',
  'x'.repeat(1_001),
  'eu',
  'us',
  'EE',
  'EE_T',
  'Estonia',
  'ca',
  'ocsp',
  'tsa',
  'root',
  'CA/QC',
  'Certstatus/OCSP/QC',
  'TSA',
  'granted',
  'good',
  '2020-01-01',
  '2020-01-01T00:00:00Z',
  '2020-01-01T00:00:00',
  '2020-1-1',
  'https://lists.example/lotl.xml',
  'HTTP://lists.example',
  'file:///etc/passwd',
  [],
  {},
  ['ca.pem'],
  [7],
  ['EE', 'LV'],
  [{ files: 'ca.pem' }],
  [{ status: 'granted', from: '2021-01-01' }],
]

const members = ['files', 'role', 'type', 'name', 'status', 'from', 'to', 'periods', 'timeMarkResponder', 'comment', 'services'] as const
const listMembers = [
  'name',
  'anchors',
  'location',
  'territory',
  'folder',
  'territories',
  'withoutTerritories',
  'comment',
  'sources',
] as const

describe.each([
  {
    file: 'trust-settings.json',
    outer: 'services',
    members,
    schema: settingsSchema(limits.trust.maxCertificates),
    sound: { files: 'ca.pem', role: 'ocsp', timeMarkResponder: true } as Record<string, unknown>,
    read: (bytes: Uint8Array) => readSettingsFile(bytes, '/t/settings.json', limits.trust.maxCertificates),
    // Which periods can stand together, no schema says.
    beyond: ['TRUST_PERIODS'] as string[],
  },
  {
    file: 'list-settings.json',
    outer: 'sources',
    members: listMembers,
    schema: listSettingsSchema(limits.trust.maxFiles),
    sound: { territory: 'EE', folder: 'lists', anchors: [{ files: 'pins' }] } as Record<string, unknown>,
    read: (bytes: Uint8Array) => readListSettingsFile(bytes, '/t/lists.json', limits.trust.maxFiles),
    beyond: [] as string[],
  },
])('the schema of $file', ({ file, outer, members, schema, sound, read, beyond }) => {
  it('the schema of a settings file is published as it is used (update it with `vitest -u`)', async () => {
    const text = JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema }, null, 2)
    await expect(`${text}\n`).toMatchFileSnapshot(published(file).pathname)
  })

  it('the schema of a settings file allows a comment as long as a file may be', () => {
    const settings = { [outer]: [sound], comment: 'x'.repeat(12_000_000) }
    expect(() => read(Buffer.from(JSON.stringify(settings)))).not.toThrow()
  })

  it('the schema of a settings file says what is read and what stops the start, by the judgement of another validator', () => {
    const description = JSON.parse(readFileSync(published(file), 'utf8')) as TSchema
    const random = seededRandom(12)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
    const counts = { read: 0, refused: 0 }
    for (let round = 0; round < 4_000; round++) {
      const entry = { ...sound }
      for (let change = random() < 0.5 ? 1 : 2; change > 0; change--) {
        const member = pick(members)
        if (random() < 0.2) delete entry[member]
        else entry[member] = pick(values)
      }
      const settings = random() < 0.05 ? { [outer]: pick(values) } : { [outer]: [entry], comment: 7 }
      let found: TrustSettingsError | null = null
      try {
        read(Buffer.from(JSON.stringify(settings)))
      } catch (error) {
        if (!(error instanceof TrustSettingsError)) throw error
        found = error
      }
      const fits = Check(description, settings)
      expect({ settings, fits, code: found?.code ?? null }).toEqual({
        settings,
        fits: found === null || beyond.includes(found.code),
        code: fits && found !== null ? expect.toBeOneOf(beyond) : (found?.code ?? null),
      })
      counts[fits ? 'read' : 'refused']++
    }
    expect(Math.min(counts.read, counts.refused)).toBeGreaterThan(400)
  })
})
