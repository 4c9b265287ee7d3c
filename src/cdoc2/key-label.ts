/** What a formatted key label says, by lower-case name. */
export interface KeyLabel {
  /** `ID-card`, `cert`, `pub_key`, `secret`, `pw`, `auth`, …; null for free text. */
  readonly type: string | null
  /** What people are shown: the holder, the label's own text, or the free text. */
  readonly shown: string
  /** Milliseconds since 1970 at which the key server deletes the capsule; null when it is not said. */
  readonly serverExpiry: number | null
  readonly parameters: ReadonlyMap<string, string>
}

/** Early writers left the comma out. */
const FORMATTED = /^data:(?<media>[^,]*?)(?<base64>;base64)?,(?<parameters>.*)$/s
const FORMATTED_EARLY = /^data:(?<parameters>[^,]*=.*)$/s

/**
 * Takes a key label apart. It is for people and never fails: any text that is not a formatted label is free text.
 *
 * @param label whole text of the header, such as `data:,v=1&type=cert&cn=…`
 */
export function readKeyLabel(label: string): KeyLabel {
  const parameters = parametersOf(label)
  const type = parameters?.get('type') ?? null
  if (parameters === null || type === null) return { type: null, shown: label, serverExpiry: null, parameters: new Map() }
  const shown = ['label', 'cn', 'sn', 'file'].map((name) => parameters.get(name)).find((value) => value !== undefined && value !== '')
  const seconds = parameters.get('server_exp') ?? ''
  return { type, shown: shown ?? label, serverExpiry: /^[0-9]{1,11}$/.test(seconds) ? Number(seconds) * 1000 : null, parameters }
}

function parametersOf(label: string): ReadonlyMap<string, string> | null {
  const groups = (FORMATTED.exec(label) ?? FORMATTED_EARLY.exec(label))?.groups
  if (groups === undefined) return null
  const written = groups['parameters'] ?? ''
  const text = groups['base64'] === undefined ? written : Buffer.from(written, 'base64').toString('utf8')
  return new Map([...new URLSearchParams(text)].map(([name, value]) => [name.toLowerCase(), value]))
}

/** A formatted label. Values that are null are left out; `v` and `type` come first, as readers show them. */
export function writeKeyLabel(type: string, parameters: Readonly<Record<string, string | null>>): string {
  const written = new URLSearchParams([
    ['v', '1'],
    ['type', type],
  ])
  for (const [name, value] of Object.entries(parameters)) if (value !== null) written.append(name, value)
  return `data:,${written.toString()}`
}
