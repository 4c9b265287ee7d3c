import { describe, expect, it } from 'vitest'
import { showProgress, writeDuration } from '../../../src/interfaces/cli/progress.js'

function progress(isTTY: boolean, files: number | null) {
  let written = ''
  let time = 0
  const shown = showProgress({ write: (text) => (written += text), isTTY }, () => time)
  if (files !== null) shown.expect(files)
  return { shown, written: () => written, at: (moment: number) => (time = moment) }
}

describe('progress line', () => {
  it('the progress line counts on a terminal once half a second has passed, with rate and remaining time, and goes before other output', () => {
    const { shown, written, at } = progress(true, 30)
    shown.done(1)
    expect(written()).toBe('')
    at(1000)
    shown.done(10)
    expect(written()).toBe('\r10 of 30 files, 10/s, 2 s left')
    shown.clear()
    shown.clear()
    expect(written()).toBe('\r10 of 30 files, 10/s, 2 s left\r\x1b[K')
  })

  it('the progress line changes at a readable rate, and replaces the whole line', () => {
    const { shown, written, at } = progress(true, null)
    at(1000)
    shown.done(1000)
    at(1100)
    shown.done(1200)
    at(1300)
    shown.done(1299)
    expect(written()).toBe('\r1000 files, 1000/s\r\x1b[K1299 files, 999/s')
  })

  it('the progress line shows at once the step before the first file', () => {
    const { shown, written } = progress(true, null)
    shown.show('reads the trusted lists …')
    shown.clear()
    expect(written()).toBe('\rreads the trusted lists …\r\x1b[K')
  })

  it('the progress line is never shown for one file, at the end, or where no terminal is', () => {
    for (const { shown, written, at } of [progress(true, 1), progress(false, 3)]) {
      at(10_000)
      shown.done(1)
      shown.done(3)
      shown.show('reads')
      shown.clear()
      expect(written().replace('\rreads\r\x1b[K', '')).toBe('')
    }
  })

  it.each([
    [0, '0 s'],
    [45_000, '45 s'],
    [200_000, '3 min 20 s'],
    [180_000, '3 min'],
    [4_680_000, '1 h 18 min'],
    [183_600_000, '2 d 3 h'],
  ])('the progress line writes %d ms as %s', (milliseconds, text) => {
    expect(writeDuration(milliseconds)).toBe(text)
  })
})
