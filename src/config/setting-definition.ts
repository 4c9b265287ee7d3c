import type { SettingForm } from './setting-forms.js'

/** One setting: its name, its form, its default, and what the table of the README says. */
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
