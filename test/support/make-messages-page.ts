/** `npm run messages`: writes docs/messages.md. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { messagesPage, messagesPagePath } from './messages-page.js'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { readonly version: string }
writeFileSync(messagesPagePath, messagesPage(existsSync(messagesPagePath) ? readFileSync(messagesPagePath, 'utf8') : '', version))
