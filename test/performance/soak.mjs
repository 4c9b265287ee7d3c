#!/usr/bin/env node
// Sends documents that are all different, with junk in most of them, to the built service with one worker, and watches the memory of the process.
// Memory that a stranger can make grow for good is a way to end the service; this shows that there is none.
//
//   npm run build && node --import ./test/support/register-typescript.js test/performance/soak.mjs [--documents 10000] [--megabytes 300]
//
// Exits with 1 when an answer is wrong, the memory exceeds the bound, or the second half takes more than the first.
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, startService } from '../support/run-service.mjs'
import { scheduledKind, soakDocument } from './soak-documents.ts'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** Megabytes of memory that a process takes from the machine. Linux only. */
function residentMegabytes(pid) {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))
  return Number(kilobytes) / 1024
}

/**
 * @param {{ documents: number, kindOf?: (number: number) => import('./soak-documents.ts').SoakKind, onProgress?: (line: string) => void }} options
 * @returns {Promise<{ peak: number, halves: [number, number], wrong: string[] }>} megabytes: the peak, and the peaks of both halves
 */
export async function soak({ documents, kindOf = scheduledKind, onProgress = () => undefined }) {
  const fixture = JSON.parse(readFileSync(join(root, 'fixtures/manifest.json'), 'utf8')).find(({ id }) => id === 'lt')
  const service = await startService({
    root,
    env: {
      ALLKIRI_PORT: String(await freePort()),
      ALLKIRI_TRUST: join(root, 'fixtures', fixture.trust),
      ALLKIRI_CLOCK: fixture.validationTime,
      ALLKIRI_LOG_LEVEL: 'error',
      ALLKIRI_WORKERS: '1',
    },
  })
  const wrong = []
  const halves = [0, 0]
  try {
    for (let number = 0; number < documents; number++) {
      const { kind, bytes, passes } = soakDocument(number, kindOf(number))
      const got = await validate(service.base, bytes)
      if (got !== passes) wrong.push(`${kind} ${number}: ${got} instead of ${passes}`)
      const megabytes = residentMegabytes(service.process.pid)
      const half = number * 2 < documents ? 0 : 1
      halves[half] = Math.max(halves[half], megabytes)
      if ((number + 1) % 500 === 0)
        onProgress(`${number + 1} documents: ${megabytes.toFixed(0)} MB, at most ${Math.max(...halves).toFixed(0)} MB`)
    }
  } finally {
    await service.stop()
  }
  return { peak: Math.max(...halves), halves, wrong }
}

/** True or false for the one signature; null when the document is refused. */
async function validate(base, document) {
  const answer = await fetch(`${base}/validate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ filename: 'soak.asice', documentType: 'BDOC', document: document.toString('base64') }),
  })
  const report = await answer.json()
  if (answer.status === 400) return null
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(report)}`)
  return report.validSignaturesCount === 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const option = (name, absent) => Number(process.argv[process.argv.indexOf(name) + 1] ?? absent) || absent
  const bound = option('--megabytes', 300)
  const { peak, halves, wrong } = await soak({ documents: option('--documents', 10_000), onProgress: (line) => console.log(line) })
  console.log(
    `peak ${peak.toFixed(0)} MB; first half ${halves[0].toFixed(0)} MB, second half ${halves[1].toFixed(0)} MB; ${wrong.length} wrong answers`,
  )
  for (const line of wrong.slice(0, 20)) console.log(line)
  // The heap of V8 breathes: a tenth more is no growth.
  process.exitCode = wrong.length > 0 || peak > bound || halves[1] > halves[0] * 1.1 ? 1 : 0
}
