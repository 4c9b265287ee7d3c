import type { ContainerAudit } from '#writers/audit'
import { terminalText } from '#writers/cli'

/** Rows that are counted at most; further members and services are counted together, because a message may name any. */
const maxRows = 10_000

/** How many containers of a member and service pass. */
export interface AuditCount {
  readonly member: string
  readonly service: string
  readonly passed: number
  readonly failed: number
}

/** Counts containers by member and service. */
export class AuditTable {
  readonly #rows = new Map<string, { readonly cells: readonly string[]; passed: number; failed: number }>()
  #containers = 0
  #failed = 0

  add({ member, service, passed }: Pick<ContainerAudit, 'member' | 'service' | 'passed'>): void {
    this.addCount({ member, service, passed: Number(passed), failed: Number(!passed) })
  }

  addCount({ member, service, passed, failed }: AuditCount): void {
    const wanted = JSON.stringify([member, service])
    const name = this.#rows.has(wanted) || this.#rows.size < maxRows ? wanted : JSON.stringify(['others', ''])
    const row = this.#rows.get(name) ?? { cells: name === wanted ? [member, service] : ['others', ''], passed: 0, failed: 0 }
    row.passed += passed
    row.failed += failed
    this.#rows.set(name, row)
    this.#containers += passed + failed
    this.#failed += failed
  }

  counts(): readonly AuditCount[] {
    return [...this.#rows.values()].map(({ cells: [member = '', service = ''], passed, failed }) => ({ member, service, passed, failed }))
  }

  get containers(): number {
    return this.#containers
  }

  get failed(): number {
    return this.#failed
  }

  /** The table for a person, by member and service. */
  render(): string {
    const rows = [...this.#rows.values()].toSorted((a, b) => (a.cells.join(' ') < b.cells.join(' ') ? -1 : 1))
    const cells = [
      ['member', 'service', 'passed', 'failed'],
      ...rows.map(({ cells, passed, failed }) => [
        ...cells.map((cell) => (cell === '' ? '–' : terminalText(cell))),
        String(passed),
        String(failed),
      ]),
    ]
    const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
    const line = (row: readonly string[]) =>
      row.map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')
    return `${cells.map(line).join('\n')}\n`
  }
}
