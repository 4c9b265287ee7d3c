// Starts the built service as its own process on loopback and waits until it answers.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Ports that systems give to nobody who lets them choose: whoever listens at port 0 meanwhile does not get the port that is waiting for a program to start. */
const ports = { first: 20_000, count: 12_000 }
/** Never again by this process: a program may take its port late. */
const given = new Set()

/** A port that nobody listens on at this moment. */
export async function freePort() {
  for (;;) {
    const port = ports.first + randomInt(ports.count)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
}

function isFree(port) {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', (error) => (error.code === 'EADDRINUSE' ? done(false) : fail(error)))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })
}

/** It answers before it has read its trusted lists: until then there are no verdicts. */
async function pastItsStart(base) {
  for (;;) {
    const { reasons } = await (await fetch(`${base}/monitoring/readiness`)).json()
    if (!reasons.some((reason) => reason.startsWith('The service has just started'))) return
    await new Promise((done) => setTimeout(done, 50))
  }
}

/**
 * Starts `allkiri serve` from `dist`.
 * @param {{ root: string, env: Record<string, string>, execArgv?: string[], timeoutMs?: number }} options
 * @returns {Promise<{ base: string, process: import('node:child_process').ChildProcess, readyMs: number, stop: () => Promise<void> }>}
 * On a machine that others keep busy a start has taken 30 s; the bound ends only what hangs.
 * `readyMs`: from the start of the process to the first answer.
 */
export async function startService({ root, env, execArgv = [], timeoutMs = 300_000 }) {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ALLKIRI_')))
  const started = performance.now()
  const child = spawn(process.execPath, [...execArgv, join(root, 'dist/main.js'), 'serve'], {
    cwd: root,
    env: { ...inherited, ALLKIRI_HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const remember = (chunk) => {
    output = (output + chunk).slice(-4_000)
  }
  child.stdout.on('data', remember)
  child.stderr.on('data', remember)
  const exited = new Promise((done) => child.once('exit', done))
  // Later than the exit: then everything that it wrote has been read.
  const closed = new Promise((done) => child.once('close', done))
  const base = `http://127.0.0.1:${env.ALLKIRI_PORT}`
  while (child.exitCode === null && child.signalCode === null && performance.now() - started < timeoutMs) {
    const answer = await fetch(`${base}/monitoring/health`, { signal: AbortSignal.timeout(10_000) }).catch(() => null)
    if (answer) {
      await answer.arrayBuffer()
      const readyMs = performance.now() - started
      await pastItsStart(base)
      return {
        base,
        process: child,
        readyMs,
        stop: async () => {
          if (child.exitCode === null) child.kill('SIGTERM')
          await exited
        },
      }
    }
    await new Promise((done) => setTimeout(done, 10))
  }
  if (child.exitCode === null) child.kill('SIGKILL')
  await closed
  throw new Error(`the service did not start:\n${output}`)
}
