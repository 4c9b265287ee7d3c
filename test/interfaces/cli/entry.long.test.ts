import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isBuilt, needs } from '../../support/needs.js'
import { freePort } from '../../support/run-service.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const program = join(root, 'dist/main.js')

describe('an old version of Node.js', () => {
  it('an old version of Node.js ends the program with a status of its own', needs({ 'a build': isBuilt }), () => {
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

describe('npm start (build first)', needs({ 'a build': isBuilt }), () => {
  it('npm start passes on a signal, and leaves no server running', async () => {
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
    await expect.poll(() => out).toContain('listening at')
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
    await expect.poll(reach).toBe('gone')
  })
})
