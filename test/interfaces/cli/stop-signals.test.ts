import { expect, it } from 'vitest'
import { listenForReloadSignals, listenForStopSignals } from '../../../src/stop-signals.js'

it('signals to stop are handled one after the other, with a listener at any time', async () => {
  const counts = () => [process.listenerCount('SIGTERM'), process.listenerCount('SIGINT')]
  const before = [process.listeners('SIGTERM'), process.listeners('SIGINT')]
  const signals = listenForStopSignals()
  const heard = counts()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGTERM'] as const) {
    const next = signals.next()
    process.emit(signal)
    // At once: before anything that waits for it can listen anew.
    expect(counts()).toEqual(heard)
    expect(await next).toBe(signal)
    process.emit(signal)
  }
  for (const [at, signal] of (['SIGTERM', 'SIGINT'] as const).entries())
    for (const listener of process.listeners(signal)) if (!before[at]?.includes(listener)) process.off(signal, listener)
})

it('a signal to reload is heard before there is anything to reload, and obeyed then', () => {
  const before = process.listeners('SIGHUP')
  const [early, late] = [listenForReloadSignals(), listenForReloadSignals()]
  let reloads = 0
  const reload = () => {
    reloads += 1
  }
  late(reload)
  expect(reloads).toBe(0)
  process.emit('SIGHUP')
  expect(reloads).toBe(1)
  early(reload)
  expect(reloads).toBe(2)
  process.emit('SIGHUP')
  expect(reloads).toBe(4)
  for (const listener of process.listeners('SIGHUP')) if (!before.includes(listener)) process.off('SIGHUP', listener)
})
