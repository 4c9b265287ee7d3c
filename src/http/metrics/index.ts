/**
 * Figures for Prometheus. `metrics` owns the registry and counts requests; `state-metrics` reads the state of the services when figures are collected;
 * `metrics-plugin` hands them out, on the server of the interfaces or on a listener of their own. What each figure means stands in `docs/metrics.md`.
 */

export { type Metrics, openMetrics } from './metrics.js'
export { openMetricsListener } from './metrics-listener.js'
export { metricsPlugin } from './metrics-plugin.js'
