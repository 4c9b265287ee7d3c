import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import ClosingLine from './closing-line.js'

export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'], externalConditions: ['source'] } },
  test: {
    // A process for each processor, so that what a test measures of its process is its own.
    pool: 'forks',
    maxWorkers: availableParallelism(),
    isolate: false,
    // Nothing is tested by the time it takes; these end what hangs, on the slowest machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 120_000,
    expect: { poll: { timeout: 120_000 } },
    reporters: ['default', new ClosingLine()],
    projects: [
      // `npm test`: what needs no other program and little time.
      { extends: true, test: { name: 'quick', include: ['test/**/*.test.ts'], exclude: ['test/**/*.long.test.ts'] } },
      // `npm run test:long`: other programs, processes of our own, and thousands of variants.
      { extends: true, test: { name: 'long', include: ['test/**/*.long.test.ts'] } },
    ],
  },
})
