import { spawnSync } from 'node:child_process'

const main = new URL('../../../dist/main.js', import.meta.url).pathname

/** Runs a command of the built program in a process of its own, with its worker threads. */
export function runBuilt(args: readonly string[], environment: Record<string, string> = {}) {
  const { PATH = '', HOME = '' } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    env: { PATH, HOME, ...environment },
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
  return { status, out: stdout, err: stderr }
}
