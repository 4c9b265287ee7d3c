import type { Environment } from './setting-definition.js'

/**
 * One sentence for each variable whose name begins with ALLKIRI_ but is not a setting: a misspelled name would otherwise be ignored silently.
 */
export function unknownSettings(environment: Environment, names: readonly string[]): string[] {
  return Object.entries(environment)
    .filter(([name, value]) => /^ALLKIRI_/i.test(name) && !names.includes(name) && !isInjectedByKubernetes(name, value))
    .map(([name]) => describeUnknown(name.slice(0, 80), names))
}

/**
 * Whether Kubernetes has set the variable. It describes each Service of the namespace to every container in variables that begin with the name of the Service:
 * for a Service `allkiri` they are `ALLKIRI_SERVICE_HOST`, `ALLKIRI_SERVICE_PORT_HTTP`, `ALLKIRI_PORT=tcp://10.0.0.1:8080`, `ALLKIRI_PORT_8080_TCP_ADDR` and
 * others (kubernetes.io, "Discovering services"). None of these is a setting, even if it has the name of one.
 */
export function isInjectedByKubernetes(name: string, value: string | undefined): boolean {
  if (/_SERVICE_HOST$|_SERVICE_PORT(?:_[A-Z0-9_]+)?$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?$/.test(name)) return true
  return name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\/[0-9A-Fa-f.:[\]]+:\d+$/.test(value ?? '')
}

function describeUnknown(name: string, names: readonly string[]): string {
  const [nearest] = names
    .map((candidate) => ({ candidate, distance: editDistance(name.toUpperCase(), candidate) }))
    .sort((a, b) => a.distance - b.distance)
  return nearest === undefined ? `${name} is not a setting.` : `${name} is not a setting; the nearest one is ${nearest.candidate}.`
}

/** Levenshtein distance, for short texts. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
