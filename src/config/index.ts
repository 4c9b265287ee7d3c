/** Every bound and every setting of the service, each validated before anything starts. */
export type * from './capsule-settings.js'
export type { ExternalLink } from './external-links.js'
export * from './limits.js'
export { networksOf } from './networks.js'
export { type LogLevel, settingsTable } from './setting-definitions.js'
export { readMoment, type TerritorySelection } from './setting-forms.js'
export { readSettings, type Settings, SettingsError, trustListsOf } from './settings.js'
