import { readSettings, SettingsError } from '#config'

/** What is wrong with settings, one sentence each; nothing when they can be used. */
export function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment)
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
  return []
}
