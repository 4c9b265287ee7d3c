import type { Reporter, TestModule } from 'vitest/node'
import type {} from '../support/needs.js'

/**
 * Prints at the end of a run why tests were skipped, `3 skipped: 2 no nginx, 1 no PostgreSQL`, and as the last line the plain counts for programs that read
 * results, `12 passed, 0 failed, 3 skipped`. A group whose tests are made from files that are missing has none: it counts as one that was skipped.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    const reasons = new Map<string, number>()
    const skip = ({ missing }: { readonly missing?: string }) => {
      const reason = missing === undefined ? 'without a reason' : `no ${missing}`
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
    }
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        count[state]++
        if (state === 'skipped') skip(test.meta())
      }
      for (const group of module.children.allSuites()) {
        if (group.children.size > 0) continue
        count.skipped++
        skip(group.meta())
      }
      count.failed += module.errors().length
    }
    const why = [...reasons].sort(([, a], [, b]) => b - a).map(([reason, times]) => `${times} ${reason}`)
    if (why.length > 0) process.stdout.write(`\n${count.skipped} skipped: ${why.join(', ')}`)
    process.stdout.write(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`)
  }
}
