// The program without its types: what a first look needs, in seconds. `npm run build` checks the types and writes them beside the modules.
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../', import.meta.url))
const files = readdirSync(join(root, 'src'), { recursive: true })
const sources = files.filter((file) => file.endsWith('.ts')).map((file) => join('src', file))
const began = performance.now()
process.stderr.write('Builds the program (some seconds) …')
// The compiler would take the modules below for its own and keep them, whatever the sources are by then.
rmSync(join(root, 'dist/.tsbuildinfo'), { force: true })
await build({
  absWorkingDir: root,
  entryPoints: sources,
  outdir: 'dist',
  outbase: 'src',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: true,
  logLevel: 'warning',
})
// Modules import them as they are; only a compiler of types or a bundle takes them along.
for (const file of files.filter((name) => name.endsWith('.json'))) cpSync(join(root, 'src', file), join(root, 'dist', file))
await import('./write-build-information.js')
process.stderr.write(` done in ${((performance.now() - began) / 1000).toFixed(1)} s.\n`)
