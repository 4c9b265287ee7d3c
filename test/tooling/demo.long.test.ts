import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

function demo(args: readonly string[] = [], wrapper = '') {
  const program = `${wrapper}await import(${JSON.stringify(`${root}test/support/demo.mjs`)})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, '--', 'demo', ...args], {
    cwd: root,
    env: { ...process.env, CI: '', NO_COLOR: '1', ALLKIRI_PORT: '8080' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(line))
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  // Later than the exit: then every line has been read.
  const closed = new Promise<number | null>((done) => child.once('close', done))
  const address = async () => {
    for (;;) {
      const found = /(?:Open|service at) (http:\S+)/.exec(lines.join('\n'))?.[1]
      if (found !== undefined) return found
      if (child.exitCode !== null) throw new Error(lines.join('\n'))
      await new Promise((done) => setTimeout(done, 50))
    }
  }
  return { child, lines, ended, closed, address }
}

/** Ends when nobody listens at the address any more. */
async function untilGone(address: string): Promise<void> {
  while (
    await fetch(address).then(
      () => true,
      () => false,
    )
  )
    await new Promise((done) => setTimeout(done, 50))
}

/** As on a terminal: it waits after the verdicts. */
const asTerminal = 'process.stdout.isTTY = true;'

describe('npm run demo', () => {
  it('npm run demo shows a verdict for each of four samples, whatever listens on the usual port, and ends its service', async () => {
    const other = createServer((_request, response) => response.end('another program'))
    await new Promise<void>((done) => other.once('error', () => done()).listen(8080, '127.0.0.1', () => done()))
    const { lines, closed, address } = demo()
    expect(await closed).toBe(0)
    const text = lines.join('\n')
    expect(text.match(/✓ valid/g)).toHaveLength(4)
    expect(text.match(/✗ not valid/g)).toHaveLength(1)
    expect(text).toContain('The file leping.txt has been changed')
    await untilGone(await address())
    other.close()
  })

  it('npm run demo recognises the type of any file, and says of one that is missing that it is', async () => {
    const { lines, closed, address } = demo(['fixtures/documents/pdf-level-lt.pdf', 'fixtures/documents/ddoc-1.3.ddoc', 'puudub.asice'])
    expect(await closed).toBe(1)
    expect(lines.join('\n')).toMatch(/pdf-level-lt\.pdf\n {2}✓[\s\S]*ddoc-1\.3\.ddoc\n {2}✓[\s\S]*puudub\.asice\n {2}✗ cannot be read/)
    await untilGone(await address())
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('npm run demo leaves no service behind when it ends by %s', async (signal) => {
    const { child, address, ended } = demo([], asTerminal)
    const base = await address()
    expect((await fetch(base)).status).toBe(200)
    child.kill(signal)
    await ended
    await untilGone(base)
  })
})
