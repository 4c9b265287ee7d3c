// Runs the built command line on one document and says what that cost: processor time, because the machine may be doing other things, and the largest
// memory that the process ever held.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * Writes what the process used to its fourth stream when it ends. Linux counts in `maxRSS` what the process that started it held as well, so the
 * largest memory is taken from the account of this program alone where there is one.
 */
const account = `
  import { existsSync, readFileSync, writeSync } from 'node:fs'
  process.on('exit', () => {
    const status = '/proc/self/status'
    const own = existsSync(status) ? /VmHWM:\\s+(\\d+) kB/.exec(readFileSync(status, 'latin1')) : null
    const used = process.resourceUsage()
    writeSync(3, JSON.stringify({ ...used, maxRSS: own === null ? used.maxRSS : Number(own[1]) }))
  })`

/**
 * @param {string} root of the repository
 * @param {readonly string[]} args
 * @param {Record<string, string>} env
 */
export function runCommandLine(root, args, env) {
  const hook = `data:text/javascript,${encodeURIComponent(account)}`
  const { status, output, error } = spawnSync(process.execPath, ['--import', hook, join(root, 'dist/main.js'), ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`the command line ended with ${status}: ${output[1]}${output[2]}`)
  // Microseconds and kilobytes (getrusage).
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(output[3] ?? '')
  return { seconds: (userCPUTime + systemCPUTime) / 1e6, peakBytes: maxRSS * 1024 }
}
