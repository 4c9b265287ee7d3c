#!/usr/bin/env node
// Shows the main job: starts the service with the trust of the sample set, sends it one sample container over REST and prints the report.
// On a terminal the service keeps running until Ctrl-C; otherwise it is stopped after the report. `npm run demo -- FILE` sends another file.
import { readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, startService } from './run-service.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const manifest = JSON.parse(readFileSync(join(root, 'fixtures/manifest.json'), 'utf8'))
const sample = manifest.find((document) => document.id === 'lt')
const file = process.argv[2] ? resolve(process.argv[2]) : join(root, 'fixtures', sample.file)
const wanted = process.env.ALLKIRI_PORT ?? '8080'

const start = (port) =>
  startService({
    root,
    env: {
      ALLKIRI_TRUST: join(root, 'fixtures', sample.trust),
      ALLKIRI_CLOCK: sample.validationTime,
      ALLKIRI_LOG_LEVEL: 'error',
      ALLKIRI_PORT: port,
    },
  })
const service = await start(wanted).catch(async (error) => {
  if (!/EADDRINUSE|in use/i.test(String(error))) throw error
  return start(String(await freePort()))
})

console.log(
  `The service runs at ${service.base} (ready after ${Math.round(service.readyMs)} ms, clock ${sample.validationTime}, trust of the sample set).\n`,
)
console.log(`POST ${service.base}/validate   ${basename(file)}\n`)
const answer = await fetch(`${service.base}/validate`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ document: readFileSync(file).toString('base64'), filename: basename(file), documentType: 'BDOC' }),
})
console.log(JSON.stringify(await answer.json(), null, 2))
if (process.stdout.isTTY && !process.env.CI) {
  console.log('\nThe service keeps running; press Ctrl-C to stop it.')
  await new Promise((done) => process.once('SIGINT', done))
}
await service.stop()
process.exit(answer.ok ? 0 : 1)
