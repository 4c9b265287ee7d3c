import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fixtureSet } from './fixture-set.js'
import { sampleOf, samples } from './samples/index.js'

describe('samples', () => {
  it('samples have ids of their own that can be file names', () => {
    expect(samples.filter(({ id }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)).map(({ id }) => id)).toEqual([])
    expect(new Set(samples.map(({ id }) => id)).size).toBe(samples.length)
  })

  it('samples name the deciding check of every verdict but TOTAL-PASSED', () => {
    const silent = samples.filter(
      ({ expected }) =>
        expected !== 'malformed' &&
        expected.signatures.some(
          ({ indication, subIndication, errors }) => (indication === 'TOTAL-PASSED') !== (errors.length === 0 && subIndication === ''),
        ),
    )
    expect(silent.map(({ id }) => id)).toEqual([])
  })

  it.each(['lt', 'lta', 'algorithm-rsa-pss-sha256', 'algorithm-ecdsa-p521', 'container-oddities'])(
    'the sample %s is the same, byte for byte, each time',
    (id) => {
      const { document } = sampleOf(id)
      expect(document().equals(document())).toBe(true)
    },
  )
})

describe('fixtures/', () => {
  it('the folder fixtures/ holds exactly what `npm run fixtures` makes', () => {
    const root = new URL('../../fixtures/', import.meta.url)
    const made = fixtureSet()
    const there = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.pathname.length).replace(/^\//, ''))
    expect(there.filter((path) => path !== 'README.md').sort()).toEqual([...made.keys()].sort())
    expect([...made].filter(([path, bytes]) => !readFileSync(new URL(path, root)).equals(bytes)).map(([path]) => path)).toEqual([])
  })
})
