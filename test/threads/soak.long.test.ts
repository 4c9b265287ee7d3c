import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { soak } from '../performance/soak.mjs'
import { needs } from '../support/needs.js'

// Resident memory is read from /proc.
describe('the memory of the service with one worker', needs({ '/proc': existsSync('/proc/self/status') }), () => {
  it('the memory of the service with one worker stays below 300 MB over documents with junk, most of it three certificates of 300 KB', async () => {
    const { peak, wrong } = await soak({
      documents: 100,
      kindOf: (number) => (['huge-certificates', 'huge-certificates', 'false-authorities', 'junk-answers'] as const)[number % 4] ?? 'sound',
    })
    expect(wrong).toEqual([])
    expect(peak).toBeLessThan(300)
  })
})
