import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import * as platform from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { isBuilt, needs } from '../../support/needs.js'

const program = fileURLToPath(new URL('../../../dist/main.js', import.meta.url))
const _built = existsSync(program)
const keepsCode = 'enableCompileCache' in platform

const homes: string[] = []
afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true })
})

function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'allkiri-home-'))
  homes.push(home)
  return home
}

/** Runs a short command of the built program; the environment says where code may be kept, and nothing else. */
function run(environment: Readonly<Record<string, string>>): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--version'], { encoding: 'utf8', env: environment })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
}

/** Files below the folder, with their sizes and times. */
function contentOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => ({ name, state: statSync(join(folder, name)) }))
    .filter(({ state }) => state.isFile())
    .map(({ name, state }) => `${name} ${state.size} ${state.mtimeMs}`)
    .sort()
}

describe(
  'compiled code is kept from one start to the next (build first; Node.js 22.8 and later)',
  needs({ 'a build': isBuilt, 'Node.js 22.8 or later': keepsCode }),
  () => {
    it('compiled code is kept in a folder that only the user can read, and is used at the next start', () => {
      const home = newHome()
      const folder = join(home, '.cache/allkiri/compiled')
      const first = run({ HOME: home })
      expect(statSync(folder).mode & 0o777).toBe(0o700)
      const kept = contentOf(folder)
      expect(kept.length).toBeGreaterThan(0)
      expect(run({ HOME: home })).toBe(first)
      expect(contentOf(folder)).toEqual(kept)
    })

    it('compiled code is kept where XDG_CACHE_HOME says, if that is set', () => {
      const [home, caches] = [newHome(), newHome()]
      run({ HOME: home, XDG_CACHE_HOME: caches })
      expect(contentOf(join(caches, 'allkiri/compiled')).length).toBeGreaterThan(0)
      expect(readdirSync(home)).toEqual([])
    })

    it('compiled code is not kept where the permission model of Node.js forbids it, and the program runs', () => {
      const home = newHome()
      const flag = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission'
      const { status, stdout } = spawnSync(process.execPath, [flag, '--allow-fs-read=*', program, '--version'], {
        encoding: 'utf8',
        env: { HOME: home },
      })
      expect({ status, stdout }).toEqual({ status: 0, stdout: run({ HOME: newHome() }) })
      expect(readdirSync(home)).toEqual([])
    })

    it('compiled code is not kept in a folder in which others can write code', () => {
      const home = newHome()
      const folder = join(home, '.cache/allkiri/compiled')
      mkdirSync(folder, { recursive: true })
      for (const mode of [0o777, 0o770, 0o702]) {
        chmodSync(folder, mode)
        run({ HOME: home })
        expect(readdirSync(folder)).toEqual([])
      }
    })

    it('compiled code is not kept in a folder that others could replace, because the one above is open to them', () => {
      const home = newHome()
      const above = join(home, '.cache/allkiri')
      mkdirSync(join(above, 'compiled'), { recursive: true, mode: 0o700 })
      for (const mode of [0o777, 0o770, 0o702]) {
        chmodSync(above, mode)
        run({ HOME: home })
        expect(readdirSync(join(above, 'compiled'))).toEqual([])
      }
    })

    it('compiled code is kept nowhere without a folder of the user, and the program does its work', () => {
      const expected = run({ HOME: newHome() })
      expect(run({})).toBe(expected)
      expect(run({ HOME: 'relative', XDG_CACHE_HOME: 'relative' })).toBe(expected)
      expect(run({ HOME: '/proc/1/none' })).toBe(expected)
    })
  },
)

describe(
  'where Node.js keeps no compiled code (build first; before 22.8)',
  needs({ 'a build': isBuilt, 'Node.js before 22.8': !keepsCode }),
  () => {
    it('no folder for compiled code is made where Node.js keeps none', () => {
      const home = newHome()
      run({ HOME: home })
      expect(readdirSync(home)).toEqual([])
    })
  },
)
