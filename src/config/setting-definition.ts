import { type Limits, limits } from './limits.js'
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
  readonly bound?: BoundPlace
}

type BoundPlace = readonly [section: string, name: string]

/** A setting that is a bound: `limits` has its default, and `Settings.limits` its value in the same place. */
export interface BoundDefinition extends Definition<number> {
  readonly bound: BoundPlace
}

/** The members of a set of definitions that are bounds. */
export type BoundMembers<D> = { [K in keyof D]: D[K] extends BoundDefinition ? K : never }[keyof D]

export function define<T>(
  name: Definition<T>['name'],
  form: SettingForm<NonNullable<T>>,
  value: T,
  meaning: string,
  shown = String(value),
): Definition<T> {
  return { name, ...form, value, meaning, shown }
}

/** Defines a bound as a setting. The bound is named by its section in `limits` and its name there. */
export function defineBound<Section extends keyof Limits>(
  name: Definition<number>['name'],
  form: SettingForm<number>,
  bound: readonly [Section, NumbersOf<Limits[Section]>],
  meaning: string,
): BoundDefinition {
  const section = limits[bound[0]] as Readonly<Record<string, number>>
  return { ...define<number>(name, form, section[bound[1]] ?? 0, meaning), bound }
}

type NumbersOf<T> = { [K in keyof T & string]: T[K] extends number ? K : never }[keyof T & string]

/** The bounds, with the values of the settings that are bounds. */
export function limitsWith(definitions: Readonly<Record<string, Definition<unknown>>>, values: Readonly<Record<string, unknown>>): Limits {
  const all: Record<string, Record<string, unknown>> = structuredClone(limits)
  for (const [member, { bound }] of Object.entries(definitions)) {
    const section = bound === undefined ? undefined : all[bound[0]]
    if (bound !== undefined && section !== undefined) section[bound[1]] = values[member]
  }
  // Safe: the copy differs from `limits` only in numbers.
  return all as unknown as Limits
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

/** Some of the values; undefined and empty ones count as not given. */
export type Given<Values> = { readonly [K in keyof Values]?: Values[K] | undefined }

/**
 * The defaults, with the values that a program gives for some members instead of an environment. They are read by the same definitions; `problems` gets a
 * sentence for each wrong one, which names the member.
 */
export function givenValues<D extends Readonly<Record<string, Definition<unknown>>>>(
  definitions: D,
  given: Given<SettingValues<D>>,
  problems: string[],
  shownAs: Readonly<Partial<Record<keyof D, string>>>,
): SettingValues<D> {
  const values = Object.entries(definitions).map(([member, definition]) => {
    const value = given[member]
    if (value === undefined || value === '') return [member, definition.value]
    const read = definition.read(String(value))
    if (read === null) problems.push(`${shownAs[member] ?? member} must be ${definition.expected}; it is ${JSON.stringify(String(value))}.`)
    return [member, read]
  })
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
