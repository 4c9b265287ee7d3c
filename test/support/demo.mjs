#!/usr/bin/env node
// The first look: `npm run demo` starts the service with the test certificates of this repository on a free port, validates four samples with it and waits, so that
// the page can be opened. `npm run demo -- FILE…` validates these files instead. The service ends with this program, however that ends.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { styleText } from 'node:util'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const sample = (name) => join(root, 'fixtures/documents', name)
const samples = [
  ['lt.asice', 'a signed container'],
  ['data-file-changed.asice', 'a container whose file was changed after signing'],
  ['pdf-two-signatures.pdf', 'a PDF with two signatures'],
  ['xroad-simple.asice', 'a message of X-Road'],
].map(([name, what]) => ({ file: sample(name), what }))

const coloured = process.stdout.isTTY && !process.env.NO_COLOR
const paint = (colour, text) => (coloured ? styleText(colour, text, { validateStream: false }) : text)
const signs = {
  'TOTAL-PASSED': ['green', '✓', 'valid'],
  'TOTAL-FAILED': ['red', '✗', 'not valid'],
  INDETERMINATE: ['yellow', '?', 'cannot be decided'],
}

/** Starts the service. Its standard input is a pipe that nobody writes to: the system closes it when this process ends, even if it is killed. */
function startService() {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ALLKIRI_')))
  const endWithParent = "process.stdin.once('end', () => process.kill(process.pid, 'SIGTERM')).resume()"
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(endWithParent)}`, join(root, 'dist/main.js'), 'serve'],
    {
      env: {
        ...inherited,
        ALLKIRI_HOST: '127.0.0.1',
        ALLKIRI_PORT: '0',
        ALLKIRI_TRUST: join(root, 'fixtures/trust/standard.json'),
        ALLKIRI_XROAD: join(root, 'fixtures/trust/xroad/xroad.json'),
        ALLKIRI_CLOCK: '2026-06-01T12:00:00Z',
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('exit', (code) => fail(new Error(`the service has ended with status ${code}`)))
    // It says in its log on which port it listens.
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /Server listening at (http:\/\/127\.0\.0\.1:\d+)/.exec(line)
      if (address !== null) done({ base: address[1], child })
    })
  })
}

/** It answers before it has read its trust: until then there are no verdicts. */
async function isReady(base) {
  for (let tries = 0; tries < 6_000; tries++) {
    if ((await fetch(`${base}/monitoring/readiness`)).ok) return
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error('the service did not become ready within five minutes')
}

/** Validates a file and prints a line for it and one for each signature. Returns whether it could be validated. */
async function show(base, { file, what }) {
  const name = basename(file)
  console.log(`${paint('bold', name)}${what === undefined ? '' : paint('dim', `  ${what}`)}`)
  let bytes
  try {
    bytes = readFileSync(file)
  } catch (error) {
    console.log(`  ${paint('red', '✗')} cannot be read (${error.code ?? error.message}). Name a file that exists.\n`)
    return false
  }
  const query = new URLSearchParams({ filename: name.replace(/[*/"\\:?]/g, '_') })
  const answer = await fetch(`${base}/validate?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: bytes,
  })
  const report = await answer.json()
  if (!answer.ok) {
    for (const { message } of report.requestErrors) console.log(`  ${paint('red', '✗')} ${message}`)
    console.log('')
    return false
  }
  if (report.signatures.length === 0) console.log(`  ${paint('yellow', '?')} no signatures`)
  for (const { indication, signedBy, claimedSigningTime, info, errors } of report.signatures) {
    const [colour, sign, verdict] = signs[indication]
    const time = info?.bestSignatureTime || claimedSigningTime
    console.log(`  ${paint(colour, `${sign} ${verdict}`)}  ${signedBy || 'unknown signer'}, ${time.slice(0, 16).replace('T', ' ')} UTC`)
    if (errors.length > 0) console.log(`    ${errors[0].content}`)
  }
  console.log('')
  return true
}

let service = null
const end = (status) => {
  service?.child.kill('SIGTERM')
  process.exit(status)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0))

try {
  service = await startService()
  await isReady(service.base)
  console.log('The service runs with the test certificates of this repository and the clock of 2026-06-01. It knows no real signatures.\n')
  const given = process.argv.slice(2).map((file) => ({ file: resolve(process.env.INIT_CWD ?? '.', file) }))
  let all = true
  for (const document of given.length > 0 ? given : samples) all = (await show(service.base, document)) && all
  const waits = process.stdout.isTTY && !process.env.CI
  if (!waits) {
    console.log(`The service at ${service.base}/ ends now; on a terminal it stays, and documents can be dropped there.`)
    end(all ? 0 : 1)
  }
  console.log(`Open ${paint('bold', `${service.base}/`)} and drop documents there.`)
  console.log('Press Ctrl-C to stop.')
  service.child.once('exit', () => end(1))
} catch (error) {
  console.error(`The demo could not go on: ${error.message}.`)
  end(1)
}
