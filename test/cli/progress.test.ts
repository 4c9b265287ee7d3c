import { describe, expect, it } from 'vitest'
import { showProgress } from '../../src/cli/progress.js'

function progress(isTTY: boolean, files: number) {
  let written = ''
  let time = 0
  const shown = showProgress({ write: (text) => (written += text), isTTY }, files, () => time)
  return { shown, written: () => written, at: (moment: number) => (time = moment) }
}

describe('progress line', () => {
  it('counts on a terminal once half a second has passed, and goes before other output', () => {
    const { shown, written, at } = progress(true, 3)
    shown.done(1)
    expect(written()).toBe('')
    at(600)
    shown.done(2)
    expect(written()).toBe('\r2 of 3 files')
    shown.clear()
    shown.clear()
    expect(written()).toBe('\r2 of 3 files\r\x1b[K')
  })

  it('is never shown for one file, at the end, or where no terminal is', () => {
    for (const { shown, written, at } of [progress(true, 1), progress(false, 3)]) {
      at(10_000)
      shown.done(1)
      shown.done(3)
      shown.clear()
      expect(written()).toBe('')
    }
  })
})
