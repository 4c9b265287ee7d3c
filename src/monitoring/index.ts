/** What monitoring tools are told of a process: its health with its links, and its readiness with the reasons against it. */
export { type ExternalLinks, openExternalLinks } from './external-links.js'
export { type ForecastRun, ForecastSummary } from './forecast-summary.js'
export { createMonitor, type Monitor, type ProcessReadiness } from './monitor.js'
