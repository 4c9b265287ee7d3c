import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { listOfLists, manyServices, nationalList, pointerTo } from '../../../support/trusted-lists/index.js'
import { seededRandom } from '../../memory-files.js'
import { assemble, listsIn, lotlFile, nationalFile, refusalsIn } from './lists-at-hand.js'

const only = { territories: { kind: 'only', territories: ['EE'] } } as const
const lotl = lotlFile(listOfLists())
const load = (bytes: Uint8Array) => assemble([lotl, nationalFile('EE', bytes)], {}, only)
const head = '<tsl:TrustServiceStatusList xmlns:tsl="http://uri.etsi.org/02231/v2#">'
/** Of the processor, so that a loaded machine changes nothing. */
const milliseconds = (action: () => unknown): number => {
  const start = process.cpuUsage()
  action()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

describe('hostile lists are refused within their bounds', () => {
  it('a hostile list is refused: larger than the bound, also when gzip hides it', () => {
    expect(refusalsIn(load(Buffer.alloc(100_000_000, 0x20)))).toEqual(['EE LIST_TOO_LARGE'])
    expect(refusalsIn(load(gzipSync(Buffer.alloc(100_000_000, 0x20))))).toEqual(['EE LIST_TOO_LARGE'])
  })

  it('a hostile list is refused: with a million elements', () => {
    const million = Buffer.from(`${head}${'<tsl:a/>'.repeat(1_000_000)}</tsl:TrustServiceStatusList>`)
    expect(milliseconds(() => expect(refusalsIn(load(million))).toEqual(['EE LIST_XML']))).toBeLessThan(60_000)
  })

  it('a hostile list is refused: with a million services', () => {
    const list = nationalList('EE').toString()
    const [service = ''] = /<tsl:TSPService>.*?<\/tsl:TSPService>/s.exec(list) ?? []
    const small = service.replace(/<tsl:X509Certificate>[^<]*/, '<tsl:X509Certificate>AAAA').replace(/\s+</g, '<')
    const many = list.replace(service, small.repeat(limits.trustedList.maxServices + 1))
    expect(refusalsIn(load(Buffer.from(many)))).toEqual([expect.stringMatching(/^EE LIST_(TOO_MANY|XML)$/)])
  })

  it('a hostile list is refused: nested deeper than any list', () => {
    expect(refusalsIn(load(Buffer.from(`${head}${'<tsl:a>'.repeat(50_000)}`)))).toEqual(['EE LIST_XML'])
  })

  it('a hostile list is refused: with entities (XML bomb), external or not', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    expect(refusalsIn(load(Buffer.from(`${bomb}${head}&b;</tsl:TrustServiceStatusList>`)))).toEqual(['EE LIST_XML'])
    const external = '<!DOCTYPE a SYSTEM "file:///etc/passwd">'
    expect(refusalsIn(load(Buffer.from(`${external}${head}</tsl:TrustServiceStatusList>`)))).toEqual(['EE LIST_XML'])
  })

  it('a hostile list is refused: with more pointers, or more entries of one service, than the bound', () => {
    const pointers = Array.from({ length: limits.trustedList.maxPointers + 1 }, (_, i) =>
      pointerTo('EE', { location: `https://ee.example/${i}`, signers: [] }),
    )
    expect(refusalsIn(assemble([lotlFile(listOfLists({ pointers }))], {}, only))[0]).toBe('EU LIST_TOO_MANY')
    const [service] = manyServices(1)
    const instances = Array.from({ length: limits.trustedList.maxEntriesOfService + 2 }, (_, i) => ({
      type: 'CA/QC',
      status: 'granted',
      from: `20${10 + (i % 10)}-01-01T00:00:00Z`,
    }))
    const long = nationalList('EE', { providers: [{ name: 'P', services: [{ certificates: service?.certificates ?? [], instances }] }] })
    expect(refusalsIn(load(long))).toEqual(['EE LIST_TOO_MANY'])
  })

  it('a list with long histories is read in time that grows with their number only', () => {
    const services = (count: number) =>
      manyServices(count).map((service) => ({
        ...service,
        instances: Array.from({ length: 50 }, (_, i) => ({
          type: 'CA/QC',
          status: 'granted',
          from: new Date(Date.UTC(2000, 0, 1 + i)).toISOString(),
        })),
      }))
    const small = nationalList('EE', { providers: [{ name: 'P', services: services(20) }] })
    const large = nationalList('EE', { providers: [{ name: 'P', services: services(80) }] })
    load(small)
    const [one, four] = [milliseconds(() => load(small)), milliseconds(() => load(large))]
    expect(four).toBeLessThan(Math.max(one, 20) * 12)
  })
})

describe('a list of which any byte is changed', () => {
  it('a list of which any byte is changed is refused with a code, or is still the signed one; nothing else ever comes out', () => {
    const list = nationalList('EE')
    const draw = seededRandom(20_260_801)
    const random = (below: number) => Math.floor(draw() * below)
    let refused = 0
    for (let round = 0; round < 400; round++) {
      const changed = Buffer.from(list)
      const at = random(changed.length)
      if (round % 4 === 3) changed.copy(changed, at, random(changed.length))
      else changed[at] = round % 2 === 0 ? random(256) : (changed[at] ?? 0) ^ (1 << random(8))
      const set = load(changed)
      if (set.lists.length === 1) refused++
      // What is taken says exactly what was signed.
      else expect(set.contents[1]?.services).toEqual(load(list).contents[1]?.services)
    }
    expect(refused).toBeGreaterThan(300)
    expect(listsIn(load(list))).toContain('EE 1')
  })

  it('a list of which the end is missing is refused at every length', () => {
    const list = nationalList('EE')
    for (let length = 0; length < list.length - 1; length += 97) expect(load(list.subarray(0, length)).lists).toHaveLength(1)
  })
})
