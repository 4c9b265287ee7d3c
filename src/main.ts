#!/usr/bin/env node
/** The entry: an old Node.js is told in one sentence, before anything is loaded that it could not read. */
import { keepCompiledCode } from './compile-cache.js'
import { whatToInstall } from './node-version.js'

const sentence = whatToInstall(process.versions.node)
if (sentence === null) {
  keepCompiledCode(process.env)
  await import('./process.js')
} else {
  process.stderr.write(`allkiri: ${sentence}\n`)
  // EX_UNAVAILABLE of sysexits.h: what the program needs is not there. Not 1, which says that a signature did not pass.
  process.exitCode = 69
}
