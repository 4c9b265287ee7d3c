import type { Command } from 'commander'
import { readSettings } from '#config'
import { openPolicies } from '#threads'
import type { NamedPolicy } from '#validation/policy'
import { comparePolicies, describePolicy, PolicyFileError } from '#validation/policy-file'
import { terminalJson, terminalText } from '#writers/cli'
import type { CommandEnvironment } from '../command-environment.js'
import { exitStatus } from '../exit-status.js'
import { namedPolicy } from '../validation-options.js'
import { renderConstraints, renderDifferences, renderHeading } from './render-policy.js'

type PolicyEnvironment = Pick<CommandEnvironment, 'environment' | 'out' | 'err' | 'limits'>

interface PolicyOptions {
  readonly json?: boolean
}

/**
 * Adds `allkiri policy …`: checks policy files, and shows and compares policies with their clauses. Exit status 0: sound or the same, 1: faults or
 * differences, 64: wrong usage.
 */
export function describePolicyCommands(program: Command, context: PolicyEnvironment, finish: (status: number) => void): void {
  const policy = program.command('policy').description('checks policy files, and shows and compares policies')
  const named = (name: string): NamedPolicy => namedPolicy(name, readSettings(context.environment)).named
  policy
    .command('check')
    .description('checks a policy file and prints every fault with its place. Exit status 1: there are faults')
    .argument('<file>', 'policy file (JSON)')
    .action((file: string) => finish(check(file, context)))
  policy
    .command('show')
    .description('shows every constraint of a policy with its clause')
    .argument('<policy>', 'name of a policy, or a policy file (.json)')
    .option('--json', 'prints JSON')
    .action((name: string, { json }: PolicyOptions) => {
      const { own, policy } = named(name)
      const constraints = describePolicy(policy)
      context.out.write(
        json === true
          ? `${terminalJson({ name: policy.name, policyFile: own, constraints })}\n`
          : `${renderHeading(policy, own)}${renderConstraints(constraints)}`,
      )
      finish(exitStatus.allPassed)
    })
  policy
    .command('compare')
    .description('shows the constraints in which two policies differ. Exit status 1: they differ')
    .argument('<first>', 'name of a policy, or a policy file (.json)')
    .argument('<second>', 'name of a policy, or a policy file (.json)')
    .option('--json', 'prints JSON')
    .action((first: string, second: string, { json }: PolicyOptions) => {
      const [a, b] = [named(first), named(second)]
      const differences = comparePolicies(a.policy, b.policy)
      context.out.write(json === true ? `${terminalJson(differences)}\n` : renderDifferences(a.policy.name, b.policy.name, differences))
      finish(differences.length === 0 ? exitStatus.allPassed : exitStatus.notAllPassed)
    })
}

function check(file: string, { out, err, limits }: PolicyEnvironment): number {
  try {
    const [opened] = openPolicies([file], limits)
    if (opened !== undefined) out.write(`${terminalText(`${file}: a sound policy, ${opened.own.name}, based on ${opened.own.basis}`)}\n`)
    return exitStatus.allPassed
  } catch (error) {
    if (!(error instanceof PolicyFileError)) throw error
    for (const line of error.message.split('\n')) err.write(`${terminalText(line)}\n`)
    return exitStatus.notAllPassed
  }
}
