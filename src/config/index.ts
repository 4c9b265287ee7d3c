/** Every bound and every setting of the service, each validated before anything starts. */
export { networksOf } from './capsule-setting-forms.js'
export type * from './capsule-settings.js'
export * from './limits.js'
export { readMoment, type TerritorySelection } from './setting-forms.js'
export { type LogLevel, readSettings, type Settings, SettingsError, settingsTable, trustListsOf } from './settings.js'
