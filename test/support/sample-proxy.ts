import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { certificatePem, keyPem, type makeCapsulePki } from './capsule-pki.js'
import { freePort } from './run-service.mjs'

export type ProxyKind = 'nginx' | 'haproxy'

/** A real proxy with the sample of `docs/deploy`, in which addresses and paths alone are changed. */
export interface SampleProxy {
  readonly port: number
  readonly stop: () => Promise<void>
}

export interface SampleProxyOptions {
  /** Ports of the instances on loopback. */
  readonly instances: readonly [number, number]
  readonly pki: ReturnType<typeof makeCapsulePki>
}

/** Whether the program is on this machine; programs of the administrator are not always on the path. */
export function isInstalled(kind: ProxyKind): boolean {
  try {
    execFileSync(kind, ['-v'], { env: environment, stdio: 'ignore' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

const environment = { PATH: [process.env['PATH'] ?? '', '/usr/sbin', '/usr/local/sbin'].join(delimiter) }
const sampleOf = (name: string) => readFileSync(new URL(`../../docs/deploy/${name}`, import.meta.url), 'utf8')

export async function startSampleProxy(kind: ProxyKind, options: SampleProxyOptions): Promise<SampleProxy> {
  const folder = mkdtempSync(join(tmpdir(), `${kind}-`))
  const port = await freePort()
  writeFiles(folder, options.pki)
  const [name, write, args] =
    kind === 'nginx'
      ? (['nginx.conf', nginxSample, (file: string) => ['-p', folder, '-c', file, '-g', `daemon off; pid ${folder}/pid;`]] as const)
      : (['haproxy.cfg', haproxySample, (file: string) => ['-db', '-f', file]] as const)
  const file = join(folder, name)
  writeFileSync(file, write(sampleOf(name), folder, port, options.instances))
  const child = spawn(kind, args(file), { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  const read = (chunk: Buffer) => {
    log += chunk.toString('utf8')
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await untilListening(child, port, () => log)
  return {
    port,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function writeFiles(folder: string, pki: SampleProxyOptions['pki']): void {
  const [certificate, key] = [certificatePem(pki.server, pki.issuing), keyPem(pki.server)]
  // The workers of nginx are another user.
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'temporary'))
  for (const [name, text] of Object.entries({
    'nginx-server.pem': certificate,
    'server.key': key,
    // HAProxy reads both from one file.
    'haproxy-server.pem': certificate + key,
    'clients.pem': certificatePem(pki.issuing, pki.root),
  }))
    writeFileSync(join(folder, name), text)
}

function nginxSample(sample: string, folder: string, port: number, [first, second]: SampleProxyOptions['instances']): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((what) => `${what}_temp_path ${folder}/temporary/${what};`)
  return replaced(sample, [
    ['worker_processes auto;', 'worker_processes 1;'],
    // A pipe of this process cannot be opened by its name.
    ['/dev/stdout', `${folder}/access.log`],
    ['http {', `http {\n${temporary.join('\n')}`],
    ['listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`],
    ['/etc/nginx/certs/server.pem', `${folder}/nginx-server.pem`],
    ['/etc/nginx/certs/server.key', `${folder}/server.key`],
    ['/etc/nginx/certs/clients.pem', `${folder}/clients.pem`],
    [
      'server allkiri:8080 max_fails=2 fail_timeout=5s;',
      [first, second].map((to) => `server 127.0.0.1:${to} max_fails=2 fail_timeout=5s;`).join('\n'),
    ],
  ])
}

function haproxySample(sample: string, folder: string, port: number, [first, second]: SampleProxyOptions['instances']): string {
  return replaced(sample, [
    ['bind :443', `bind 127.0.0.1:${port}`],
    ['/etc/haproxy/certs/server.pem', `${folder}/haproxy-server.pem`],
    ['127.0.0.1:8081', `127.0.0.1:${first}`],
    ['127.0.0.1:8082', `127.0.0.1:${second}`],
  ])
}

/** Each text has to be there, so that the sample cannot change unseen. */
function replaced(sample: string, changes: readonly (readonly [from: string, to: string])[]): string {
  let text = sample
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`the sample has no ${from}`)
    text = text.replace(from, () => to)
  }
  return text
}

async function untilListening(child: ChildProcess, port: number, log: () => string): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const connected = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })
    if (connected) return
    await new Promise((done) => setTimeout(done, 20))
  }
  throw new Error(`the proxy did not start:\n${log()}`)
}
