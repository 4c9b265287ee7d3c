import type { FastifyInstance } from 'fastify'
import { formatInstant } from '#model'
import type { Monitor } from '#monitoring'
import type { TrustChange } from '#threads'
import { installErrorHandler } from '../error-handling.js'
import { assertAccepts } from '../media-types.js'
import { describeRefusals } from '../schemas/index.js'

/** Entries of the feed at most; readers fetch it more often than lists change. */
const maxEntries = 100

const mediaType = 'application/atom+xml'

/** Registers GET /monitoring/trust/feed: the last changes of the trusted lists as an Atom feed (RFC 4287), the newest first. */
export function trustFeedPlugin(
  app: FastifyInstance,
  { monitor, strict }: { readonly monitor: Monitor; readonly strict: boolean },
  done: () => void,
): void {
  installErrorHandler(app, strict)
  app.get(
    '/monitoring/trust/feed',
    {
      config: { refusals: describeRefusals({ 405: 'Another method', 406: 'The answer is an Atom feed only', 500: 'Internal error' }) },
      schema: {
        operationId: 'getTrustFeed',
        tags: ['monitoring'],
        summary: 'The last changes of the trusted lists, as an Atom feed',
        response: { 200: { description: 'RFC 4287', content: { [mediaType]: { schema: { type: 'string' } } } } },
      },
    },
    (request, reply) => {
      assertAccepts(request.headers, mediaType)
      const changes = monitor.trustHistory().slice(-maxEntries).toReversed()
      return reply
        .headers({ 'content-type': `${mediaType}; charset=utf-8`, 'cache-control': 'no-store' })
        .send(writeFeed(changes, monitor.started))
    },
  )
  done()
}

/** @param started the time of a feed without entries */
function writeFeed(changes: readonly TrustChange[], started: number): string {
  const entries = changes.map(({ at, kind, list, text }, index) => {
    const later = changes.slice(index + 1).filter((each) => each.at === at && each.text === text).length
    return [
      '  <entry>',
      `    <id>urn:allkiri:trust-change:${at}:${kind}:${encodeURIComponent(list)}:${later}:${encodeURIComponent(text).slice(0, 200)}</id>`,
      `    <title>${escaped(`${list}: ${kind}`)}</title>`,
      `    <updated>${formatInstant(at)}</updated>`,
      `    <summary>${escaped(text)}</summary>`,
      '  </entry>',
    ].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    '  <id>urn:allkiri:trust-changes</id>',
    '  <title>allkiri: changes of the trusted lists</title>',
    '  <author><name>allkiri</name></author>',
    `  <updated>${formatInstant(changes[0]?.at ?? started)}</updated>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n')
}

/** Text of a list as character data: XML has no control characters, not even as references. */
function escaped(text: string): string {
  return text
    .replace(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      '\ufffd',
    )
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
}
