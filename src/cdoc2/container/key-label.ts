/** The parameters of a key label. */
export interface KeyLabel {
  /** `ID-card`, `cert`, `pub_key`, `secret`, `pw`, `auth`, …; null for free text. */
  readonly type: string | null
  /** Text to show to people: the label's own text, the holder, the file name, or the free text. */
  readonly shown: string
  /** Milliseconds since 1970 at which the key server deletes the capsule; null when the label does not state it. */
  readonly serverExpiry: number | null
  /** All parameters, by lower-case name. */
  readonly parameters: ReadonlyMap<string, string>
}

const FORMATTED = /^data:(?<media>[^,]*?)(?<base64>;base64)?,(?<parameters>.*)$/s
/** Early writers omitted the comma. */
const FORMATTED_EARLY = /^data:(?<parameters>[^,]*=.*)$/s

/**
 * Parses a key label. It never fails, because labels are only shown to people: a text that is not a formatted label is free text.
 *
 * @param label the whole label of a recipient, such as `data:,v=1&type=cert&cn=…`
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

/** Writes a formatted label. Parameters that are null are omitted; `v` and `type` come first, in the order in which readers show them. */
export function writeKeyLabel(type: string, parameters: Readonly<Record<string, string | null>>): string {
  const written = new URLSearchParams([
    ['v', '1'],
    ['type', type],
  ])
  for (const [name, value] of Object.entries(parameters)) if (value !== null) written.append(name, value)
  return `data:,${written.toString()}`
}
