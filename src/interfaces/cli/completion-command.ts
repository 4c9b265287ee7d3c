import type { Command } from 'commander'
import { documentTypes, policyNames } from '#model'

export type Shell = 'bash' | 'zsh' | 'fish'
export const shells: readonly Shell[] = ['bash', 'zsh', 'fish']

/** A command, its options and its subcommands. */
interface Described {
  /** Names of the command and its parents, such as `capsules export`; empty for the program itself. */
  readonly path: string
  readonly commands: readonly { readonly name: string; readonly about: string }[]
  readonly options: readonly {
    readonly name: string
    readonly about: string
    readonly takesValue: boolean
    readonly values: readonly string[]
  }[]
}

/** Values that an option takes besides others, which its description cannot list as the only ones. */
const usualValues: Readonly<Record<string, readonly string[]>> = { '--policy': policyNames, '--type': documentTypes }

/** The completion script for a shell, generated from the definitions of the commands. */
export function completionScript(shell: Shell, program: Command): string {
  const described = describe(program, '')
  switch (shell) {
    case 'bash':
      return bashScript(described)
    case 'zsh':
      // zsh runs completions of bash with bashcompinit. The length in `${…:1:$((…))}` needs `$((…))`, because zsh interprets a bare name as a modifier.
      return `autoload -Uz bashcompinit && bashcompinit\n${bashScript(described)}`
    case 'fish':
      return fishScript(described)
  }
}

function describe(command: Command, path: string): readonly Described[] {
  const options = command.options.filter(({ hidden }) => !hidden)
  const here: Described = {
    path,
    commands: command.commands.map((inner) => ({ name: inner.name(), about: inner.description() })),
    options: [
      ...options.map(({ long, description, required, argChoices }) => ({
        name: long ?? '',
        about: description,
        takesValue: required,
        values: argChoices ?? usualValues[long ?? ''] ?? [],
      })),
      { name: '--help', about: 'help', takesValue: false, values: [] },
    ],
  }
  return [here, ...command.commands.flatMap((inner) => describe(inner, `${path} ${inner.name()}`.trim()))]
}

function bashScript(described: readonly Described[]): string {
  const cases = described.map(({ path, commands, options }) => {
    const words = [...commands.map(({ name }) => name), ...options.map(({ name }) => name)].join(' ')
    return `    '${path}') words='${words}' ;;`
  })
  const valued = new Map(described.flatMap(({ options }) => options).map(({ name, values }) => [name, values.join(' ')]))
  const values = [...valued].filter(([, words]) => words !== '').map(([name, words]) => `    ${name}) words='${words}' ;;`)
  const paths = described.map(({ path }) => `'${path}'`).join('|')
  return `# Completion of allkiri: source <(allkiri completion bash)
_allkiri() {
  local at='' word next words=''
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}"; do
    next="\${at:+$at }$word"
    case "$next" in ${paths}) at="$next" ;; esac
  done
  case "$at" in
${cases.join('\n')}
  esac
  case "\${COMP_WORDS[COMP_CWORD - 1]}" in
${values.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -o bashdefault -F _allkiri allkiri
`
}

function fishScript(described: readonly Described[]): string {
  const lines = described.flatMap(({ path, commands, options }) => {
    const words = path === '' ? [] : path.split(' ')
    const inner = commands.map(({ name }) => name).join(' ')
    const seen = words.map((word) => `__fish_seen_subcommand_from ${word}`)
    const condition = [...seen, ...(inner === '' ? [] : [`not __fish_seen_subcommand_from ${inner}`])].join('; and ')
    const when = condition === '' ? '' : ` -n '${condition}'`
    return [
      ...commands.map(({ name, about }) => `complete -c allkiri${when} -a ${name} -d ${quoted(about)}`),
      ...options.map(
        ({ name, about, takesValue, values }) =>
          `complete -c allkiri${when} -l ${name.slice(2)}${takesValue ? ' -r' : ''}${values.length === 0 ? '' : ` -a '${values.join(' ')}'`} -d ${quoted(about)}`,
      ),
    ]
  })
  return `# Completion of allkiri: allkiri completion fish | source\n${lines.join('\n')}\n`
}

/** A description in single quotes, up to its first semicolon. */
function quoted(text: string): string {
  return `'${(text.split(';', 1)[0] ?? '').replace(/['\\]/g, '\\$&')}'`
}
