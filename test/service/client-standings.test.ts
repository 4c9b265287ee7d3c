import { describe, expect, it } from 'vitest'
import { ClientStandings, type StandingBounds } from '../../src/service/client-standings.js'

const bounds: StandingBounds = {
  useHalfLifeMilliseconds: 1_000,
  firstSliceMilliseconds: 100,
  seniorityPeriodMilliseconds: 10,
  maxSeniorityPeriods: 31,
  maxKnownClients: 3,
}

describe('what is known of clients', () => {
  it('is of so many at the most: the one that was served longest ago is forgotten', () => {
    const standings = new ClientStandings(bounds)
    for (const client of ['a', 'b', 'c', 'a']) standings.add(client, 1, 0)
    expect(['a', 'b', 'c'].map((client) => standings.seniorityOf(client))).toEqual([1, 1, 1])
    standings.add('d', 1, 0)
    expect(['a', 'b', 'c', 'd'].map((client) => standings.seniorityOf(client))).toEqual([1, 0, 1, 1])
  })

  it('makes a client senior by so many periods at the most', () => {
    const standings = new ClientStandings(bounds)
    const seniorityAfter = (periods: number) => {
      for (let period = 0; period < periods; period++, now += bounds.seniorityPeriodMilliseconds) standings.add('a', 1, now)
      return standings.seniorityOf('a')
    }
    let now = 0
    expect(seniorityAfter(30)).toBe(4)
    expect(seniorityAfter(1)).toBe(5)
    expect(seniorityAfter(1_000)).toBe(5)
  })
})
