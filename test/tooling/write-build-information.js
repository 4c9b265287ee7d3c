// Records the moment of the build for /monitoring/health.
import { writeFileSync } from 'node:fs'

const buildTime = `${new Date().toISOString().slice(0, 19)}Z`
writeFileSync(new URL('../../dist/build.json', import.meta.url), `${JSON.stringify({ buildTime })}\n`)
