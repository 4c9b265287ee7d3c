import { type Command, InvalidArgumentError, Option } from 'commander'
import { readMoment, readSettings, type Settings } from '#config'
import { type Instant, type PolicyName, policyNames } from '#model'

/** Options of all commands that validate. */
export interface ValidationOptions {
  readonly policy: PolicyName
  readonly trust?: string
  readonly at?: Instant
}

/** Adds `--policy`, `--trust` and `--at`. */
export function addValidationOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--policy <policy>', 'POLv1 (every legal level), POLv2 (QES only), POLv3 or POLv4 (the same by the rules of SiVa 3)')
        .argParser(readPolicy)
        .default('POLv1'),
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

const readPolicy = oneOf(policyNames)

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
