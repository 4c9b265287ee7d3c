import { MessagePort } from 'node:worker_threads'
import { describe, expect, it, vi } from 'vitest'
import { releaseMemory } from '#threads'

describe('memory of buffers', () => {
  it('the memory of buffers is given back at once, also where the event loop does not turn', () => {
    for (let round = 0; round < 200; round++) {
      const buffers = Array.from({ length: 16 }, () => Buffer.allocUnsafeSlow(1_000_000).fill(1))
      releaseMemory(buffers)
      expect(buffers.every(({ byteLength }) => byteLength === 0)).toBe(true)
    }
    // 3.2 GB have been used one after the other.
    expect(process.memoryUsage().arrayBuffers).toBeLessThan(1_000_000_000)
    expect(process.memoryUsage().rss).toBeLessThan(2_500_000_000)
  })

  it('the memory of buffers is not taken from others who share it', () => {
    const pooled = Buffer.from('abc')
    const part = Buffer.allocUnsafeSlow(100).subarray(10)
    releaseMemory([pooled, part])
    expect([pooled.toString(), part.length]).toEqual(['abc', 90])
  })

  it('the memory of buffers is given back once: from Node.js 21 on the transfer of what is free throws', () => {
    const [first, second] = [Buffer.allocUnsafeSlow(100), Buffer.allocUnsafeSlow(100)]
    const transferred = vi.spyOn(MessagePort.prototype, 'postMessage')
    try {
      releaseMemory([first])
      releaseMemory([first, second])
      releaseMemory([first, second])
      expect(transferred.mock.calls.map(([, list]) => list?.length)).toEqual([1, 1])
    } finally {
      transferred.mockRestore()
    }
  })
})
