import type { Reporter, TestModule } from 'vitest/node'

/**
 * Prints one plain line at the end of a run, `12 passed, 0 failed, 3 skipped`, for programs that read results. A group whose tests are made from files that are
 * missing has none: it counts as one that was skipped.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state]++
      for (const group of module.children.allSuites()) if (group.children.size === 0) count.skipped++
      count.failed += module.errors().length
    }
    process.stdout.write(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`)
  }
}
