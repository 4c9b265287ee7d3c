// The end of the build: the bundle of the product, and the moment of the build for /monitoring/health.
import { writeFileSync } from 'node:fs'
import { bundle } from './bundle.js'

await bundle()

const buildTime = `${new Date().toISOString().slice(0, 19)}Z`
writeFileSync(new URL('../../dist/build.json', import.meta.url), `${JSON.stringify({ buildTime })}\n`)
