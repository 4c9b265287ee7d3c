#!/usr/bin/env node
/** Entry point: refuses an unsupported Node.js with one sentence, before it loads a module whose syntax that version cannot parse. */
import { enableCompileCache } from './compile-cache.js'
import { unsupportedVersion } from './node-version.js'
import { setV8Flags } from './v8-flags.js'

const sentence = unsupportedVersion(process.versions.node)
if (sentence === null) {
  // First: an entry of the compile cache is valid only under the V8 flags under which it was compiled.
  setV8Flags()
  enableCompileCache(process.env)
  await import('./process.js')
} else {
  process.stderr.write(`allkiri: ${sentence}\n`)
  // EX_UNAVAILABLE of sysexits.h. Not 1, which means that a signature did not pass.
  process.exitCode = 69
}
