/** What an audit of X-Road containers counts, for the command `xroad audit`. */
export { type ContainerAudit, writeAudit } from './write-audit.js'
