#!/usr/bin/env node
// Calls the built service with clients of other makers, made from its own WSDL. See README.md.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, startService } from '../../../../support/run-service.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const root = resolve(here, '../../../..')
const fixtures = join(root, 'fixtures')
const fixture = JSON.parse(readFileSync(join(fixtures, 'manifest.json'), 'utf8')).find(({ id }) => id === 'lt')
const chosen = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'allkiri-clients-'))
const service = await startService({
  root,
  env: {
    ALLKIRI_TRUST: join(fixtures, fixture.trust),
    ALLKIRI_CLOCK: fixture.validationTime,
    ALLKIRI_LOG_LEVEL: 'error',
    ALLKIRI_PORT: String(await freePort()),
  },
})

function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', cwd: folder, ...options })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `exit status ${status}`}`)
}
const exists = (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0

const clients = {
  zeep: {
    needs: 'python3',
    call: () => {
      run('python3', ['-m', 'venv', 'python'])
      run('python/bin/pip', ['install', '--quiet', 'zeep==4.3.3'])
      run('python/bin/python', [join(here, 'zeep_client.py'), service.base, fixtures])
    },
  },
  cxf: {
    needs: 'mvn',
    call: () => {
      cpSync(join(here, 'cxf'), join(folder, 'cxf'), { recursive: true })
      run('mvn', ['--quiet', '--batch-mode', `-Dbase=${service.base}`, `-Dfixtures=${fixtures}`, 'compile', 'exec:java'], {
        cwd: join(folder, 'cxf'),
      })
    },
  },
}

let status = 0
try {
  for (const [name, { needs, call }] of Object.entries(clients)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    if (!exists(needs)) {
      console.log(`${name}: skipped, there is no ${needs}`)
      continue
    }
    console.log(`${name}:`)
    call()
  }
} catch (error) {
  console.error(error.message)
  status = 1
} finally {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(status)
