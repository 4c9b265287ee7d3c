import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { TrustSettingsError, type TrustSettingsErrorCode } from '#trust'
import { foldersOf, identitiesOf, type ListSource, listFilesOf, readListSettings } from '#trust/lists'
import { europeanUnion } from '../../../../src/trust/lists/anchors/european-union.js'
import { TrustedListError } from '../../../../src/trust/lists/trusted-list/trusted-list-error.js'
import { listOfLists, listSigners, noticeUrl } from '../../../support/trusted-lists/index.js'
import { memoryFiles, pem, seededRandom } from '../../memory-files.js'
import { contextAt } from '../list-set/lists-at-hand.js'

const signer = pem(listSigners.lotl.certificate.der)
const other = pem(listSigners.lotlSecond.certificate.der)
const disk = {
  '/t/pins/one.pem': signer,
  '/t/pins/two.crt': other,
  '/t/pins/README.txt': 'nothing',
  '/t/lists/lotl.xml': listOfLists(),
  '/t/lists/README.md': 'nothing',
  '/t/empty/README.md': 'nothing',
  '/t/broken.pem': signer.replace(/.{64}\n/, ''),
  '/t/no.pem': 'no certificate',
}
const context = (files: Record<string, Buffer | string>) => ({
  files: memoryFiles(files),
  cache: contextAt().cache,
  limits: limits.trust,
})

/** Of a start without kept lists: it is stopped where a folder brings none. */
function sourcesOf(setting: string, files: Record<string, Buffer | string>): readonly ListSource[] {
  const { sources, gone } = readListSettings(setting, context(files))
  if (gone !== null) throw gone
  return sources
}

const read = (settings: unknown, files: Record<string, Buffer | string> = disk): readonly ListSource[] =>
  sourcesOf('/t/lists.json', { ...files, '/t/lists.json': typeof settings === 'string' ? settings : JSON.stringify(settings) })

function problem(settings: unknown): string {
  try {
    read(settings)
  } catch (error) {
    if (error instanceof TrustSettingsError) return `${error.code} ${error.field ?? ''}`.trim()
    throw error
  }
  return 'none'
}
const own = { territory: 'EU', location: 'https://lists.example/lotl.xml', anchors: [{ notice: noticeUrl, files: 'pins/one.pem' }] }

describe('the setting of trusted lists', () => {
  it('the setting of trusted lists none is no list at all', () => {
    expect(readListSettings('none', context({}))).toEqual({ sources: [], gone: null })
  })

  it('the setting of trusted lists takes a folder in place of the network for the lists of the EU', () => {
    expect(sourcesOf('/t/lists', disk)).toMatchObject([
      { folder: '/t/lists', name: 'EU', location: 'https://ec.europa.eu/tools/lotl/eu-lotl.xml' },
    ])
  })

  it.each([
    ['/t/nowhere', 'TRUST_PATH_MISSING'],
    ['/t/empty', 'TRUST_FOLDER_EMPTY'],
  ] as const)(
    'the setting of trusted lists stops the start when %s cannot be meant, and says what to do',
    (path, code: TrustSettingsErrorCode) => {
      const attempt = () => sourcesOf(path, disk)
      expect(attempt).toThrow(expect.objectContaining({ code, path }))
      expect(attempt).toThrow(/write the path|put the list/)
    },
  )

  it.each(['/t/nowhere', '/t/empty'])(
    'the setting of trusted lists does not stop the start at %s when the lists of that folder were kept',
    (path) => {
      expect(readListSettings(path, context(disk)).sources).toMatchObject([{ folder: path, name: 'EU' }])
      const written = { ...disk, '/t/lists.json': JSON.stringify({ sources: [{ anchors: 'eu', folder: path }] }) }
      expect(readListSettings('/t/lists.json', context(written)).sources).toMatchObject([{ folder: path }])
      expect(() => sourcesOf('/t/lists.json', written)).toThrow(TrustSettingsError)
    },
  )
})

describe('a settings file of lists', () => {
  it.each([
    ['at its top', '{"sources":[],"sources":[{"anchors":"eu"}]}'],
    ['in a source', '{"sources":[{"anchors":"eu","territories":["EE"],"territories":["EE","HR"]}]}'],
    ['written with an escape', '{"sources":[{"anchors":"eu","name":"a","n\\u0061me":"b"}]}'],
    ['behind a text that looks like one', '{"sources":[{"anchors":"eu","comment":"{\\"name\\":1","name":"a","name":"b"}]}'],
  ])('a settings file of lists with a repeated member (%s) is refused', (_, text) => {
    expect(problem(text)).toBe('TRUST_FIELD_REPEATED')
  })

  it('a settings file of lists may have the same member in several objects', () => {
    expect(
      problem('{"sources":[{"anchors":"eu","name":"a","comment":"name"},{"anchors":"eu","name":"b","comment":{"name":"name"}}]}'),
    ).toBe('none')
  })

  it('a settings file of lists names a list of lists, who may sign it, and which countries are taken', () => {
    const [configured] = read({ sources: [{ ...own, name: 'mine', territories: ['EE', 'EE_T'] }] })
    expect(configured).toMatchObject({
      folder: null,
      name: 'mine',
      territory: 'EU',
      location: own.location,
      territories: { kind: 'only', territories: ['EE', 'EE_T'] },
      anchors: [{ noticeUrl, certificates: [listSigners.lotl.certificate.der] }],
    })
  })

  it('a settings file of lists may name folders, for certificates and for lists; paths are relative to it', () => {
    const [configured] = read({ sources: [{ ...own, anchors: [{ files: ['pins'] }], folder: 'lists', withoutTerritories: ['UK'] }] })
    expect(configured?.folder).toBe('/t/lists')
    expect(configured?.anchors[0]).toMatchObject({ noticeUrl: null, certificates: [{}, {}] })
    expect(configured?.territories).toEqual({ kind: 'all-but', territories: ['UK'] })
  })

  it('a settings file of lists may mean the lists of the EU with the built-in anchors, from a folder', () => {
    const [configured] = read({ sources: [{ anchors: 'eu', folder: 'lists' }] })
    expect(configured).toMatchObject({
      folder: '/t/lists',
      name: 'EU',
      territory: 'EU',
      location: 'https://ec.europa.eu/tools/lotl/eu-lotl.xml',
    })
    expect(configured?.anchors).toHaveLength(2)
  })

  it('a settings file of lists may name several lists of lists', () => {
    expect(read({ sources: [{ anchors: 'eu' }, { ...own, name: 'test' }] }).map(({ name }) => name)).toEqual(['EU', 'test'])
  })

  it.each<[string, unknown, string]>([
    ['no JSON', '{', 'TRUST_JSON'],
    ['no sources', {}, 'TRUST_FIELD_MISSING sources'],
    ['an empty array of sources', { sources: [] }, 'TRUST_FIELD_VALUE sources'],
    ['an unknown member', { sources: [{ ...own, lotl: 'x' }] }, 'TRUST_FIELD_UNKNOWN sources[0]'],
    ['no anchors', { sources: [{ territory: 'EU', location: own.location }] }, 'TRUST_FIELD_MISSING sources[0].anchors'],
    ['anchors that are a word', { sources: [{ ...own, anchors: 'us' }] }, 'TRUST_FIELD_VALUE sources[0].anchors'],
    ['no territory', { sources: [{ ...own, territory: undefined }] }, 'TRUST_FIELD_MISSING sources[0].territory'],
    ['neither address nor folder', { sources: [{ ...own, location: undefined }] }, 'TRUST_FIELD_MISSING sources[0].location'],
    ['an address of another kind', { sources: [{ ...own, location: 'file:///etc/passwd' }] }, 'TRUST_FIELD_VALUE sources[0].location'],
    ['two sources of one name', { sources: [own, own] }, 'TRUST_FIELD_VALUE sources[1].name'],
    [
      'both ways to choose territories',
      { sources: [{ ...own, territories: ['EE'], withoutTerritories: ['LV'] }] },
      'TRUST_FIELD_VALUE sources[0].withoutTerritories',
    ],
    ['a territory that is none', { sources: [{ ...own, territories: ['Estonia'] }] }, 'TRUST_FIELD_VALUE sources[0].territories[0]'],
    [
      'a missing certificate file',
      { sources: [{ ...own, anchors: [{ files: 'pins/three.pem' }] }] },
      'TRUST_PATH_MISSING sources[0].anchors[0].files',
    ],
    [
      'a folder without certificates',
      { sources: [{ ...own, anchors: [{ files: 'empty' }] }] },
      'TRUST_FOLDER_EMPTY sources[0].anchors[0].files',
    ],
    ['a file that is no certificate', { sources: [{ ...own, anchors: [{ files: 'no.pem' }] }] }, 'TRUST_FILE_KIND'],
    ['a damaged certificate', { sources: [{ ...own, anchors: [{ files: 'broken.pem' }] }] }, 'TRUST_CERTIFICATE'],
    ['a folder that is missing', { sources: [{ ...own, folder: 'nowhere' }] }, 'TRUST_PATH_MISSING sources[0].folder'],
    ['a folder that is a file', { sources: [{ ...own, folder: 'no.pem' }] }, 'TRUST_FILE_KIND sources[0].folder'],
    ['a folder without lists', { sources: [{ ...own, folder: 'empty' }] }, 'TRUST_FOLDER_EMPTY sources[0].folder'],
  ])('a settings file of lists with %s stops the start', (_, settings, expected) => {
    expect(problem(settings)).toBe(expected)
  })

  it('a settings file of lists mutated at will is read or refused with a sentence, never anything else', () => {
    const good = JSON.stringify({ sources: [own, { anchors: 'eu', folder: 'lists' }] })
    const random = seededRandom(7)
    for (let round = 0; round < 500; round++) {
      const at = Math.floor(random() * good.length)
      problem(good.slice(0, at) + String.fromCharCode(Math.floor(random() * 128)) + good.slice(at + Math.floor(random() * 3)))
    }
  })
})

describe('a folder of lists', () => {
  it('a folder of lists is read by the names of its files, in their order, when each is looked at', () => {
    const files = listFilesOf(
      '/f',
      memoryFiles({ '/f/b.xml.gz': 'b', '/f/a.XML': 'a', '/f/c.xtsl': 'c', '/f/notes.txt': 'x', '/f/.hidden.xml': 'x' }),
      limits.trust,
    )
    expect(files.map(({ name, bytes }) => `${name} ${Buffer.from(bytes()).toString()}`)).toEqual(['a.XML a', 'b.xml.gz b', 'c.xtsl c'])
  })

  it('a folder of lists with more files than the limit gives no lists, and an error', () => {
    const access = memoryFiles({ '/f/a.xml': 'a', '/f/b.xml': 'b' })
    const read = (folder: string) => listFilesOf(folder, access, { ...limits.trust, maxFiles: 1 })
    const folders = foldersOf([{ ...europeanUnion(), folder: '/f' }], read)
    expect(folders).toMatchObject([{ files: [], problem: expect.stringContaining('more than 1 lists') }])
  })

  it('a folder of lists with a file that cannot be read hides no other', () => {
    const access = {
      ...memoryFiles({ '/f/a.xml': 'a' }),
      readFile: () => {
        throw new Error('EIO')
      },
    }
    const [file] = listFilesOf('/f', access, limits.trust)
    expect(() => file?.bytes()).toThrow(TrustedListError)
    const folder = { source: { ...europeanUnion(), folder: '/f' }, files: file === undefined ? [] : [file], problem: null }
    expect(identitiesOf([folder])).toEqual([expect.stringContaining('EIO')])
  })
})
