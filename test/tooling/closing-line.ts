import type { Reporter, TestModule } from 'vitest/node'

/** Prints one plain line at the end of a run, `12 passed, 0 failed, 3 skipped`, for whoever reads results by program. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state]++
      count.failed += module.errors().length
    }
    process.stdout.write(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`)
  }
}
