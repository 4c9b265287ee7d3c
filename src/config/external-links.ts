import { limits } from './limits.js'
import type { SettingForm } from './setting-forms.js'

/** An external system whose health is shown with that of the service. */
export interface ExternalLink {
  readonly name: string
  readonly url: string
}

/** `register=https://register.example/health,archive=http://10.0.0.7/health`. An address may contain a token, so a malformed value is not shown. */
export const externalLinks: SettingForm<readonly ExternalLink[]> & { readonly secret: true } = {
  expected: `up to ${limits.links.maxLinks} different names with their addresses, such as register=https://register.example/health,archive=http://10.0.0.7/health`,
  read: (text) => {
    const links = text.split(',').map(readLink)
    const read = links.flatMap((link) => link ?? [])
    const distinct = new Set(read.map(({ name }) => name)).size === links.length
    return distinct && links.length <= limits.links.maxLinks ? read : null
  },
  secret: true,
}

function readLink(text: string): ExternalLink | null {
  const at = text.indexOf('=')
  const name = text.slice(0, Math.max(at, 0)).trim()
  const address = text.slice(at + 1).trim()
  const url = URL.canParse(address) ? new URL(address) : null
  return name !== '' && url !== null && /^https?:$/.test(url.protocol) ? { name, url: url.href } : null
}
