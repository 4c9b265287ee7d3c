/** Every bound and every setting of the service, each validated before anything starts. */
export type * from './capsule-settings.js'
export { AddressProblem, type DatabaseAddress, type DatabaseTls, readDatabaseAddress } from './database-address.js'
export * from './limits.js'
export { networksOf } from './networks.js'
export type { LogLevel } from './setting-definitions.js'
export { readMoment } from './setting-forms.js'
export { readSettings, type Settings, SettingsError, trustListsOf } from './settings.js'
