/**
 * The trust of X-Road instances: approved authorities, responders and time-stamping authorities, separate for each instance and from the EU trusted lists.
 * `readXroadSettings` reads it from a settings file. An entry is either written by hand or names the files of a downloaded configuration: configuration anchor,
 * signed directory and `shared-params.xml`. Nothing is evaluated here, and nothing accesses the file system or the network itself.
 */

export { type OpenedInstance, OpenedInstances, type PackedInstance } from './opened-instances.js'
export { readXroadSettings } from './read-xroad-settings.js'
