import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { FetchError } from './fetcher.js'

/** Basic credentials of a proxy address (RFC 7617), when it has any. */
export function proxyHeaders({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '') return {}
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  return { 'proxy-authorization': `Basic ${credentials}` }
}

/** A TLS connection to the target through a tunnel of the proxy (RFC 9110, 9.3.6). The proxy sees where it goes and nothing else. */
export async function tunnelThrough(
  proxy: URL,
  target: { readonly hostname: string; readonly port: number | string },
  signal: AbortSignal,
): Promise<Socket> {
  const socket = await connectTunnel(proxy, target, signal)
  return new Promise((resolve, reject) => {
    // A name only: an address has no place in SNI (RFC 6066, 3).
    const name = isIP(target.hostname) === 0 ? { servername: target.hostname } : {}
    const secure = connectTls({ socket, ALPNProtocols: ['http/1.1'], host: target.hostname, ...name })
    const abort = () => secure.destroy(new Error('aborted'))
    signal.addEventListener('abort', abort, { once: true })
    secure.once('error', reject)
    secure.once('secureConnect', () => {
      signal.removeEventListener('abort', abort)
      resolve(secure)
    })
  })
}

function connectTunnel(
  proxy: URL,
  { hostname, port }: { readonly hostname: string; readonly port: number | string },
  signal: AbortSignal,
): Promise<Socket> {
  const host = hostname.includes(':') ? `[${hostname}]` : hostname
  const secure = proxy.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const request = (secure ? httpsRequest : httpRequest)({
      hostname: proxy.hostname,
      port: proxy.port || (secure ? 443 : 80),
      method: 'CONNECT',
      path: `${host}:${port}`,
      headers: { host: `${host}:${port}`, ...proxyHeaders(proxy) },
      agent: false,
      signal,
    })
    request.once('error', reject)
    request.once('connect', (response, socket) => {
      if (response.statusCode === 200) resolve(socket)
      else {
        socket.destroy()
        reject(new FetchError('FETCH_CONNECTION', `The proxy refused the connection with status ${response.statusCode ?? 0}.`))
      }
    })
    request.once('response', (response) => {
      response.destroy()
      reject(new FetchError('FETCH_CONNECTION', `The proxy answered with status ${response.statusCode ?? 0}.`))
    })
    request.end()
  })
}
