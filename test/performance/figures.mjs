// Figures of the bench, and how they stand beside those of the last release. What is compared is the multiple of a reference: times belong to the machine,
// the bare cryptography of a small document in the same run says how fast it is.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const lowerIsBetter = { µs: true, ms: true, s: true, MB: true, '×': true, '1/s': false }

/**
 * @param {string} releaseFile figures of the last release, as `write` writes them
 * @param {boolean} quick a quick run warms up less: its figures are compared with those of quick runs only
 */
export function openFigures(releaseFile, quick) {
  const release = (existsSync(releaseFile) ? JSON.parse(readFileSync(releaseFile, 'utf8')) : []).filter((row) => row.quick === quick)
  const rows = []
  let reference = null
  /** A figure in terms of the reference; memory and multiples are what they are. */
  const relative = (figure, unit) => {
    if (unit === 'MB' || unit === '×') return figure
    if (reference === null) return null
    const microseconds = { µs: 1, ms: 1_000, s: 1_000_000 }[unit]
    return unit === '1/s' ? figure * reference : (figure * microseconds) / reference
  }
  return {
    /** Microseconds of processor time of the reference on this machine. */
    setReference(microseconds) {
      reference = microseconds
    },
    /** Tells the figure at once: the whole takes minutes, and what was measured before something fails is not lost. */
    add(what, figure, unit, { beside, aim = '' } = {}) {
      if (figure === null) return
      const own = relative(figure, unit)
      const then = release.find((row) => row.what === what)?.relative ?? null
      const change = own === null || then === null ? '' : (lowerIsBetter[unit] ? then / own : own / then).toFixed(2)
      const row = {
        what,
        figure: Number(figure.toPrecision(3)),
        unit,
        ratio: beside === undefined ? '' : `${beside.toFixed(2)} ×`,
        aim,
        relative: own,
        change,
      }
      rows.push(row)
      const ratios = [row.ratio, aim === '' ? '' : `aim ${aim}`, change === '' ? '' : `${change} × as good as the release`]
      console.log([`${what}: ${row.figure} ${unit}`, ...ratios.filter((text) => text !== '')].join(', '))
    },
    /** All of them as a table. */
    print() {
      console.table(
        rows.map(({ relative: _relative, change, ...row }) => ({ ...row, 'better than the release': change === '' ? '' : `${change} ×` })),
      )
    },
    /** Keeps figures of other parts that the file holds. */
    write(file) {
      const others = existsSync(file)
        ? JSON.parse(readFileSync(file, 'utf8')).filter((other) => other.quick !== quick || !rows.some(({ what }) => what === other.what))
        : []
      const own = rows.map(({ what, figure, unit, relative: multiple }) => ({ what, figure, unit, relative: multiple, quick }))
      writeFileSync(file, `${JSON.stringify([...others, ...own], null, 1)}\n`)
    },
  }
}
