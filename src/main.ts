#!/usr/bin/env node
/** Entry point: refuses an unsupported Node.js with one sentence, before any module is loaded whose syntax it does not know. */
import { keepCompiledCode } from './compile-cache.js'
import { limitInlining } from './inlining-limit.js'
import { unsupportedVersion } from './node-version.js'

const sentence = unsupportedVersion(process.versions.node)
if (sentence === null) {
  // First: the compile cache holds what was compiled under the same flags only.
  limitInlining()
  keepCompiledCode(process.env)
  await import('./process.js')
} else {
  process.stderr.write(`allkiri: ${sentence}\n`)
  // EX_UNAVAILABLE of sysexits.h. Not 1, which means that a signature did not pass.
  process.exitCode = 69
}
