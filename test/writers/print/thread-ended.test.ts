import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isBuilt, needs } from '../../support/needs.js'

const built = new URL('../../../dist/writers/print/index.js', import.meta.url)
const descriptors = '/proc/self/fd'

/** Starts threads in which the library for PDF has not been loaded, begins to print in each, and ends it soon after. Prints the open files before and after. */
const program = `
const { readdirSync } = require('node:fs')
const { Worker } = require('node:worker_threads')
const inThread = \`
  import(${JSON.stringify(built.href)}).then(({ renderPdf }) => {
    require('node:worker_threads').parentPort.postMessage('printing')
    return renderPdf({}, new Date(0))
  })\`
async function endAfter(milliseconds) {
  const thread = new Worker(inThread, { eval: true })
  // When it is not ended before, the empty sheet ends it.
  thread.on('error', () => undefined)
  await new Promise((resolve) => thread.once('message', resolve))
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
  await thread.terminate()
}
async function run() {
  await endAfter(0)
  const before = readdirSync('${descriptors}').length
  for (const milliseconds of [5, 10, 20, 30, 40, 50, 60, 80, 100, 120, 160, 200]) await endAfter(milliseconds)
  console.log(JSON.stringify({ before, after: readdirSync('${descriptors}').length }))
}
run()`

describe('a thread that is ended while it prints (build first)', needs({ 'a build': isBuilt, '/proc': existsSync(descriptors) }), () => {
  it('a thread that is ended while it prints leaves no files open', () => {
    const counts = execFileSync(process.execPath, ['--eval', program], { encoding: 'utf8', env: {} })
    const { before, after } = JSON.parse(counts) as { before: number; after: number }
    expect(after).toBeLessThanOrEqual(before)
  })
})
