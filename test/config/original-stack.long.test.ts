import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isBuilt, needs } from '../support/needs.js'

const root = new URL('../..', import.meta.url).pathname

describe('the stack of an error in the bundle', () => {
  it(
    'the stack of an error in the bundle is mapped, causes included, where nobody catches the fault, and no long line stands above it',
    needs({ 'a build': isBuilt }),
    () => {
      const fault = `process.stdout.write = () => { throw new Error('first', { cause: new Error('second') }) }`
      const { status, stderr } = spawnSync(
        process.execPath,
        ['--import', `data:text/javascript,${encodeURIComponent(fault)}`, join(root, 'dist/main.js'), '--version'],
        { encoding: 'utf8' },
      )
      expect(status).not.toBe(0)
      expect(stderr).toContain('Error: first')
      expect(stderr).toMatch(/at .*\(src\/interfaces\/cli\/[a-z-]+\.ts:\d+:\d+\)/)
      expect(stderr).not.toMatch(/dist\/(?:bundle|main)\S*:\d+:\d+\)/)
      expect(Math.max(...stderr.split('\n').map(({ length }) => length))).toBeLessThan(500)
    },
  )
})
