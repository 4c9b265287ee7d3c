import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type AlgorithmStanding, digestStandings, isWeakDigest, keyStandings } from '#model'

const row = (name: string, bits: string, { standing, since, source }: AlgorithmStanding) =>
  `| ${name} | ${bits} | ${standing} | ${since} | ${source} |`

describe('the table of algorithms', () => {
  it('the table of algorithms is the one of docs/algorithms.md', () => {
    const rows = [
      ...Object.entries(digestStandings).map(([name, standing]) => row(name, '', standing)),
      ...Object.entries(keyStandings).flatMap(([name, sizes]) => sizes.map((size) => row(name, `${size.minimumBits} bits`, size))),
    ]
    const documented = readFileSync(new URL('../../docs/algorithms.md', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => /^\| .* \d{4}-\d\d-\d\d /.test(line))
    expect(documented).toEqual(rows)
  })

  it('the table of algorithms has days that exist, and sizes that rise from zero, so that every key stands somewhere', () => {
    for (const { since } of [...Object.values(digestStandings), ...Object.values(keyStandings).flat()])
      expect(new Date(since).toISOString()).toBe(`${since}T00:00:00.000Z`)
    for (const sizes of Object.values(keyStandings)) {
      const bits = sizes.map(({ minimumBits }) => minimumBits)
      expect(bits).toEqual([...new Set(bits)].sort((a, b) => a - b))
      expect(bits[0]).toBe(0)
    }
  })

  it('the table of algorithms counts refused digests among the weak ones where trust itself is signed', () => {
    expect((['SHA256', 'SHA3-256', 'SHA1', 'RIPEMD160', 'MD5'] as const).map(isWeakDigest)).toEqual([false, false, true, true, true])
  })
})
