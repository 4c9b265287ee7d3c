import type { SettingForm } from './setting-forms.js'
import { isInjectedByKubernetes } from './unknown-settings.js'

/** The environment of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** One setting: its name, its form, its default value, and its row in the table of settings. */
export interface Definition<T> extends SettingForm<T> {
  readonly name: `ALLKIRI_${string}`
  readonly value: T
  /** The default as the table shows it. */
  readonly shown: string
  /** One sentence for the table. */
  readonly meaning: string
}

export function define<T>(
  name: Definition<T>['name'],
  form: SettingForm<NonNullable<T>>,
  value: T,
  meaning: string,
  shown = String(value),
): Definition<T> {
  return { name, ...form, value, meaning, shown }
}

/** The values of a set of definitions: members of the same names, each with the type of its definition. */
export type SettingValues<D> = { readonly [K in keyof D]: D[K] extends Definition<infer T> ? T : never }

/** Reads every setting. A missing or malformed one gets its default; for a malformed one a sentence is added to `problems`. */
export function readValues<D extends Readonly<Record<string, Definition<unknown>>>>(
  definitions: D,
  environment: Environment,
  problems: string[],
): SettingValues<D> {
  const values = Object.entries(definitions).map(([member, definition]) => [member, readValue(definition, environment, problems)])
  // Safe: the value of each member comes from the definition of the same name.
  return Object.fromEntries(values) as SettingValues<D>
}

function readValue<T>(definition: Definition<T>, environment: Environment, problems: string[]): T {
  const text = environment[definition.name]?.trim() ?? ''
  if (text === '' || isInjectedByKubernetes(definition.name, text)) return definition.value
  const value = definition.read(text)
  if (value !== null) return value
  const explained = definition.explain?.(text) ?? null
  // A secret is not shown, even if it is malformed.
  const shown = 'secret' in definition ? '' : `; it is ${JSON.stringify(text.slice(0, 80))}`
  problems.push(`${definition.name} ${explained === null ? '' : `${explained}; it `}must be ${definition.expected}${shown}.`)
  return definition.value
}
