import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { unsupportedVersion } from '../../src/node-version.js'
import { freePort } from '../support/run-service.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const program = join(root, 'dist/main.js')

describe('the version of Node.js', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0', '100.0.0'])('%s will do', (version) => expect(unsupportedVersion(version)).toBeNull())

  it.each(['18.20.4', '20.18.3', '16.0.0', '9.11.2'])('%s gets one sentence that says what to install', (version) =>
    expect(unsupportedVersion(version)).toBe(`This is Node.js ${version}; install Node.js 20.19 or newer.`),
  )

  it('is the one that package.json requires', () => {
    const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { node: string } }
    expect(engines.node).toBe('>=20.19')
    expect([unsupportedVersion('20.19.0'), unsupportedVersion('20.18.99')]).toEqual([null, expect.any(String)])
  })

  it.skipIf(!existsSync(program))('ends the program with a status of its own when it is too old (build first)', () => {
    const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } })`
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(old)}`, program, 'serve'],
      {
        encoding: 'utf8',
      },
    )
    expect({ status, stdout, stderr }).toEqual({
      status: 69,
      stdout: '',
      stderr: 'allkiri: This is Node.js 18.20.4; install Node.js 20.19 or newer.\n',
    })
  })
})

describe.skipIf(!existsSync(program))('npm start (build first)', () => {
  it('passes on a signal, and leaves no server running', async () => {
    const port = await freePort()
    const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ALLKIRI_')))
    // The build before it is not what is tested here.
    const npm = spawn('npm', ['start', '--ignore-scripts'], {
      cwd: root,
      env: { ...inherited, ALLKIRI_PORT: String(port), ALLKIRI_TRUST_LISTS: 'none' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    npm.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    const exited = once(npm, 'exit')
    await expect.poll(() => out, { timeout: 60_000 }).toContain('listening at')
    npm.kill('SIGTERM')
    await exited
    const reach = () =>
      new Promise<string>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.destroy()
          resolve('there')
        })
        socket.on('error', () => resolve('gone'))
      })
    await expect.poll(reach, { timeout: 30_000 }).toBe('gone')
  }, 120_000)
})
