import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { unsupportedVersion } from '../../../src/node-version.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const _program = join(root, 'dist/main.js')

describe('the version of Node.js', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0', '100.0.0'])('the version %s of Node.js will do', (version) =>
    expect(unsupportedVersion(version)).toBeNull(),
  )

  it.each(['18.20.4', '20.18.3', '16.0.0', '9.11.2'])('the version %s of Node.js gets one sentence that says what to install', (version) =>
    expect(unsupportedVersion(version)).toBe(`This is Node.js ${version}; install Node.js 20.19 or newer.`),
  )

  it('the version of Node.js is the one that package.json requires', () => {
    const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { node: string } }
    expect(engines.node).toBe('>=20.19')
    expect([unsupportedVersion('20.19.0'), unsupportedVersion('20.18.99')]).toEqual([null, expect.any(String)])
  })
})
