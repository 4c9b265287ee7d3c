import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { needs } from '../../support/needs.js'
import { run } from './run-in-process.js'

const shells = ['bash', 'zsh', 'fish'] as const
const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0

/** What a shell offers for the words, asked of the shell itself. The last word is the one that is being written. */
function asked(shell: (typeof shells)[number], script: string, words: readonly string[]): readonly string[] {
  const array = words.map((word) => `'${word}'`).join(' ')
  const ask = `COMP_WORDS=(${array}); COMP_CWORD=${words.length - 1}; _allkiri; printf '%s\\n' "\${COMPREPLY[@]}"`
  const commands = {
    bash: `source '${script}'; ${ask}`,
    // As zsh calls a completion of bash.
    zsh: `autoload -Uz compinit; compinit -u -D; source '${script}'; ask() { emulate -L sh; setopt kshglob noshglob braceexpand; ${ask}; }; ask`,
    fish: `source '${script}'; complete -C '${words.join(' ')}'`,
  }
  const { stdout, stderr } = spawnSync(shell, [...(shell === 'zsh' ? ['-f'] : []), '-c', commands[shell]], {
    encoding: 'utf8',
    cwd: tmpdir(),
  })
  expect(stderr).toBe('')
  return stdout.split('\n').map((line) => line.split('\t', 1)[0] ?? '')
}

describe.each(shells)('completion in %s', (shell) => {
  let folder = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'allkiri-completion-'))
    writeFileSync(join(folder, shell), (await run(['completion', shell])).out)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('the completion of a shell offers commands, the commands inside them, and options', needs({ [shell]: has(shell) }), () => {
    const offered = (...words: readonly string[]) => asked(shell, join(folder, shell), words)
    expect(offered('allkiri', 'val')).toContain('validate')
    expect(offered('allkiri', 'validate', '--skip')).toContain('--skip-done')
    expect(offered('allkiri', 'validate', 'file.asice', '--ex')).toContain('--explain')
    expect(offered('allkiri', 'capsules', 'exp')).toContain('export')
    expect(offered('allkiri', 'validate', '--policy', 'POL')).toContain('POLv2')
    expect(offered('allkiri', 'report', '--language', 'e')).toEqual(expect.arrayContaining(['en', 'et']))
    expect(offered('allkiri', 'report', 'x.asice', '--e')).toContain('--etsi')
    expect(offered('allkiri', 'report', 'x.asice', '--e')).not.toContain('--explain')
  })
})
