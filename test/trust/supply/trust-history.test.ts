import { describe, expect, it } from 'vitest'
import { pki } from '../../support/pki.js'
import {
  estonianServices,
  listMoment,
  listOfLists,
  listSigner,
  listSigners,
  locationOf,
  lotlLocation,
  nationalList,
  pointerTo,
  pointerToItself,
} from '../../support/trusted-lists/index.js'
import { openRefresher } from './open-refresher.js'
import { type RefreshWorld, refreshWorld } from './refresh-world.js'

async function opened(world: RefreshWorld, clock = () => listMoment) {
  const { refresher, log } = await openRefresher(world, { clock })
  return { refresher, log, history: () => refresher.status(clock()).history.map(({ kind, list }) => `${kind} ${list}`) }
}

const day = 86_400_000
const estonian = (sequenceNumber: number, services = estonianServices) =>
  nationalList('EE', { sequenceNumber, providers: [{ name: 'Provider of EE', services }] })

describe('the history of the trusted lists', () => {
  it('the first lists of a process are no change, and neither is a refresh that changes nothing', async () => {
    const { refresher, history } = await opened(refreshWorld())
    await refresher.refresh()
    await refresher.refresh()
    expect(history()).toEqual([])
    refresher.close()
  })

  it('a refresh records the service that a list has withdrawn, with its log line, and a restart still knows it', async () => {
    const world = refreshWorld()
    const { refresher, log, history } = await opened(world)
    await refresher.refresh()
    const [first, ...others] = estonianServices
    const withdrawn = {
      ...first,
      instances: [{ type: 'CA/QC', status: 'withdrawn', from: '2026-07-15T00:00:00Z' }, ...(first?.instances ?? [])],
    }
    world.network.serve({ [locationOf('EE')]: estonian(2, [withdrawn as (typeof estonianServices)[number], ...others]) })
    await refresher.refresh()
    expect(history()).toEqual(['list-updated EE', 'service-withdrawn EE'])
    expect(refresher.status(listMoment).history[1]?.text).toBe(
      'The service Provider of EE: Issuing authority (CA/QC) of EE is withdrawn since 2026-07-15T00:00:00Z; it was granted since 2016-07-01T00:00:00Z.',
    )
    expect(log.some((line) => line.startsWith('info trust service-withdrawn: The service Provider of EE: Issuing authority'))).toBe(true)
    refresher.close()
    const again = await opened(world)
    expect(again.history()).toEqual(['list-updated EE', 'service-withdrawn EE'])
    again.refresher.close()
  })

  it('a refresh records services that are new or gone, and one whose key is another', async () => {
    const world = refreshWorld()
    const { refresher, history } = await opened(world)
    await refresher.refresh()
    const [first, second, third, fourth] = estonianServices
    const other = { ...second, certificates: [pki.foreignAuthority.certificate] }
    const fresh = { ...third, name: 'New responder' }
    world.network.serve({ [locationOf('EE')]: estonian(2, [first, other, fresh, fourth] as typeof estonianServices) })
    await refresher.refresh()
    expect(history().toSorted()).toEqual(['list-updated EE', 'service-added EE', 'service-key-changed EE', 'service-removed EE'])
    refresher.close()
  })

  it('a refresh records a list that is gone, one with a number that fell, and a next update that is late, each once', async () => {
    const world = refreshWorld()
    let now = listMoment
    const { refresher, history } = await opened(world, () => now)
    await refresher.refresh()
    world.network.serve({ [locationOf('LV')]: nationalList('LV', { sequenceNumber: 0 }) })
    await refresher.refresh()
    expect(history()).toEqual(['sequence-number-fell LV'])
    await refresher.refresh()
    expect(history()).toEqual(['sequence-number-fell LV'])
    world.network.serve({
      [lotlLocation]: listOfLists({
        sequenceNumber: 11,
        pointers: [pointerToItself(listSigners.lotl.certificate), pointerTo('EE'), pointerTo('LV')],
      }),
    })
    await refresher.refresh()
    expect(history()).toContain('list-removed FI')
    now = Date.UTC(2028, 0, 1)
    await refresher.refresh()
    await refresher.refresh()
    expect(history().filter((each) => each === 'next-update-late EE')).toHaveLength(1)
    refresher.close()
  })

  it('a refresh records that the signer of a national list ends within 60 days, once, and again for another signer', async () => {
    const world = refreshWorld()
    const soon = listMoment + 70 * day
    const nearlyEnded = listSigner('Estonian Signer', 'second-signer-p256', { notAfter: new Date(soon).toISOString() })
    const pages = (signer: typeof nearlyEnded, number: number) => ({
      [lotlLocation]: listOfLists({
        sequenceNumber: 10 + number,
        pointers: [
          pointerToItself(listSigners.lotl.certificate),
          pointerTo('EE', { signers: [signer.certificate] }),
          pointerTo('LV'),
          pointerTo('FI'),
        ],
      }),
      [locationOf('EE')]: nationalList('EE', { sequenceNumber: number, signature: { signer } }),
    })
    world.network.serve(pages(nearlyEnded, 2))
    let now = listMoment
    const { refresher, log, history } = await opened(world, () => now)
    const told = () => history().filter((each) => each.startsWith('signer-expires'))
    await refresher.refresh()
    expect(told()).toEqual([])
    now = soon - 60 * day
    await refresher.refresh()
    await refresher.refresh()
    expect(told()).toEqual(['signer-expires EE'])
    expect(refresher.status(now).history.at(-1)?.text).toMatch(
      /^The certificate of .*Estonian Signer.*, which signs the list EE \(number 2\), ends on 2026-/,
    )
    expect(log.filter((line) => line.startsWith('info trust signer-expires: '))).toHaveLength(1)
    const other = listSigner('Estonian Signer 3', 'signer-p384', { notAfter: new Date(soon + day).toISOString() })
    world.network.serve(pages(other, 3))
    now += 2 * day
    await refresher.refresh()
    expect(told()).toEqual(['signer-expires EE', 'signer-expires EE'])
    refresher.close()
  })
})
