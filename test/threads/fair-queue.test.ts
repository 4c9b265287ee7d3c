import { describe, expect, it } from 'vitest'
import { FairQueue } from '../../src/threads/fair-queue.js'

const task = (name: string) => ({ name, client: name.slice(0, 1) })

function queueOf(names: readonly string[], threads = 2) {
  const queue = new FairQueue<ReturnType<typeof task>>(threads)
  for (const name of names) queue.push(task(name))
  const take = () => {
    const next = queue.shift()
    return next?.name ?? null
  }
  return { queue, take }
}

describe('the queue of the threads', () => {
  it('the queue of the threads serves clients in turn, and the tasks of one client in their order', () => {
    const { queue } = queueOf(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'])
    const order: string[] = []
    for (let next = queue.shift(); next !== null; next = queue.shift()) {
      order.push(next.name)
      queue.ended(next)
    }
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
    expect(queue.size).toBe(0)
  })

  it('the queue of the threads gives one client all threads while no other client waits', () => {
    const { take } = queueOf(['a1', 'a2', 'a3'], 3)
    expect([take(), take(), take(), take()]).toEqual(['a1', 'a2', 'a3', null])
  })

  it('the queue of the threads keeps the last thread for another client that waits, also when it is not its turn', () => {
    const { queue, take } = queueOf(['a1', 'a2', 'a3'], 3)
    expect([take(), take()]).toEqual(['a1', 'a2'])
    queue.push(task('b1'))
    expect(take()).toBe('b1')
    expect(take()).toBe('a3')
  })

  it('the queue of the threads serves every client with a single thread', () => {
    const { queue } = queueOf(['a1', 'a2', 'b1'], 1)
    const first = queue.shift()
    expect(first?.name).toBe('a1')
    if (first !== null) queue.ended(first)
    expect(queue.shift()?.name).toBe('b1')
  })

  it('the queue of the threads names the newest task of the client with the most as the one to refuse, and among equals that of the newcomer', () => {
    const { queue } = queueOf(['a1', 'a2', 'b1'])
    expect(queue.tooMany('b')?.name).toBe('a2')
    expect(queue.wouldBeRefused('c')).toBe(false)
    expect(queue.wouldBeRefused('a')).toBe(true)
    expect(queue.wouldBeRefused('b')).toBe(true)
  })

  it('the queue of the threads removes a task that no longer waits only once', () => {
    const { queue } = queueOf([])
    const only = task('a1')
    queue.push(only)
    expect([queue.remove(only), queue.remove(only), queue.size]).toEqual([true, false, 0])
    expect(queue.shift()).toBeNull()
  })
})
