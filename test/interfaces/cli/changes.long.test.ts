import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { timeStampedContainer } from '../../support/asic-containers.js'
import { pem } from '../../support/trust.js'
import { estonianServices, listOfLists, listSigners, nationalList, noticeUrl } from '../../support/trusted-lists/index.js'
import { runBuilt } from './run-built.js'

const root = new URL('../../..', import.meta.url).pathname
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'allkiri-changes-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Printed {
  readonly file: string
  readonly causes: readonly { readonly text: string }[]
}

function linesOf<Line>(out: string): readonly Line[] {
  return out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]))
}

describe('allkiri validate --since', () => {
  it('of two runs between which a list has withdrawn a service, exactly the documents below it are reported, with service, list and day', async () => {
    const lists = join(folder, 'lists')
    mkdirSync(lists)
    writeFileSync(join(folder, 'signer.pem'), pem(listSigners.lotl))
    const settings = join(folder, 'lists.json')
    const sources = [{ name: 'test', territory: 'EU', folder: 'lists', anchors: [{ files: 'signer.pem', notice: noticeUrl }] }]
    writeFileSync(settings, JSON.stringify({ sources }))
    const serve = (sequenceNumber: number, services: typeof estonianServices) =>
      writeFileSync(join(lists, 'ee.xml'), nationalList('EE', { sequenceNumber, providers: [{ name: 'Provider of EE', services }] }))
    writeFileSync(join(lists, 'lotl.xml'), listOfLists())
    serve(1, estonianServices)
    const archived = join(folder, 'archived')
    mkdirSync(archived)
    // Of the last three the first rests on another service of the same list, one on nothing that is known, and one has no signature.
    const names = ['lt.asice', 'lta.asice', 'pdf-level-lta.pdf', 'chain-unknown.asice', 'no-signature.asice']
    for (const name of names) cpSync(join(root, 'fixtures/documents', name), join(archived, name))
    writeFileSync(join(archived, 'stamped.asics'), timeStampedContainer())
    const runs = ['--at', '2026-08-01T12:00:00Z', archived]
    const environment = { ALLKIRI_TRUST_LISTS: settings, ALLKIRI_TRUST_STORE: join(folder, 'store'), ALLKIRI_WORKERS: '1' }
    const old = join(folder, 'old.jsonl')
    writeFileSync(old, runBuilt(['validate', '--json-lines', ...runs], environment).out)
    const [first, ...others] = estonianServices
    const withdrawn = { type: 'CA/QC', status: 'withdrawn', from: '2016-07-02T00:00:00Z' } as const
    if (first !== undefined) serve(2, [{ ...first, instances: [withdrawn, ...(first.instances ?? [])] }, ...others])
    const { out, err } = runBuilt(['validate', '--json-lines', '--since', old, ...runs], environment)
    const changes = linesOf<Printed>(out)
    expect(changes.map(({ file }) => basename(file))).toEqual(['lt.asice', 'lta.asice', 'pdf-level-lta.pdf'])
    expect(new Set(changes.flatMap(({ causes }) => causes.map(({ text }) => text)))).toEqual(
      new Set([
        'The list EE has changed (number 1 to 2): the service Provider of EE: Issuing authority is withdrawn since 2016-07-02T00:00:00Z; it was granted since 2016-07-01T00:00:00Z.',
      ]),
    )
    expect(err).toContain('6 files, 3 with another verdict: 3 list-changed')
  })
})
