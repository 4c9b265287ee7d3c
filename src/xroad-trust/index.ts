/**
 * What the instances of X-Road trust: approved authorities, responders and time-stamping authorities, each instance for itself and apart from the lists of the
 * EU. `readXroadSettings` reads it from a settings file, whose entries are written by hand or name the configuration that a security server downloads:
 * its anchor, the signed directory and `shared-params.xml`. Nothing is judged here, and nothing touches a disk or the network.
 */
export { readXroadSettings } from './read-xroad-settings.js'
