import { type Command, InvalidArgumentError, Option } from 'commander'
import { readMoment, readSettings, type Settings, SettingsError } from '#config'
import { type Instant, type PolicyName, policyNames } from '#model'
import { openPolicies } from '#threads'
import { type NamedPolicy, type OperatorPolicy, policyNamed } from '#validation/policy'

/** Options of all commands that validate. */
export interface ValidationOptions {
  readonly policy: string
  readonly trust?: string
  readonly at?: Instant
}

/** Adds `--policy`, `--trust` and `--at`. */
export function addValidationOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--policy <policy>',
        'POLv1 (every legal level), POLv2 (QES only), POLv3 or POLv4 (the same by the rules of SiVa 3), the name of a policy file in ALLKIRI_POLICIES, or a policy file (.json)',
      ).default('POLv1'),
    )
    .addOption(new Option('--trust <path>', 'settings file, certificate file or folder (default: ALLKIRI_TRUST)').argParser(readPath))
    .addOption(new Option('--at <time>', 'validation time, such as 2026-08-20T12:00:00Z (default: now)').argParser(readTime))
}

/** The settings of the environment, with values replaced by those of command line options. */
export function settingsWith(
  environment: Readonly<Record<string, string | undefined>>,
  { trust, at }: Pick<ValidationOptions, 'trust' | 'at'>,
): Settings {
  const settings = readSettings(environment)
  return { ...settings, trust: trust ?? settings.trust, clock: at ?? settings.clock }
}

/** The policy by which documents are validated, with those of all policy files. */
export interface ChosenPolicy {
  readonly policy: PolicyName
  readonly policies: readonly OperatorPolicy[]
}

/** The policy by which documents are validated, and those of all policy files. */
export function choosePolicy(option: string, settings: Settings): ChosenPolicy {
  const { named, policies } = namedPolicy(option, settings)
  return { policy: named.policy.name, policies }
}

/**
 * The policy with a name, or of a policy file, which is added to those of the settings.
 *
 * @throws SettingsError for a name that no policy has
 * @throws PolicyFileError
 */
export function namedPolicy(
  option: string,
  settings: Settings,
): { readonly named: NamedPolicy; readonly policies: readonly OperatorPolicy[] } {
  const isFile = option.toLowerCase().endsWith('.json')
  const paths = isFile && !settings.policies.includes(option) ? [...settings.policies, option] : settings.policies
  const policies = openPolicies(paths, settings.limits)
  const named = isFile ? policies[paths.indexOf(option)] : policyNamed(option, policies)
  if (named !== undefined && named !== null) return { named, policies }
  const known = [...policyNames, ...policies.map(({ own }) => own.name)]
  throw new SettingsError([
    `${option}: there is no such policy; write ${known.slice(0, -1).join(', ')} or ${known.at(-1) ?? ''}, or name a policy file (.json).`,
  ])
}

/** Refuses an empty path, which is usually an unset variable of a script. */
export function readPath(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Write the path of a file or a folder.')
  return text
}

export function readTime(text: string): Instant {
  const instant = readMoment(text)
  if (instant === null) throw new InvalidArgumentError('Write a time with its time zone, such as 2026-08-20T12:00:00Z.')
  return instant
}

/** Returns a reader that accepts one of these words in any letter case. */
export function oneOf<T extends string>(words: readonly T[]): (text: string) => T {
  return (text) => {
    const found = words.find((word) => word.toLowerCase() === text.toLowerCase())
    if (found === undefined) throw new InvalidArgumentError(`Write ${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}.`)
    return found
  }
}
