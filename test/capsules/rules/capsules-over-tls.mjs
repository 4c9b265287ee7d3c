// What the programs that kill services and databases share: certificates, the settings of an instance, and capsules sent over mutual TLS.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../support/run-service.mjs'

/** A folder with certificates, one client, and the settings of instances; `server` is the certificate of the service in PEM. */
export async function prepareCapsules() {
  const { certificatePem, freshKey, keyPem, makeCapsulePki, rsaPublicKeyOf, writeCapsuleFiles } = await import(
    '../../support/capsule-pki.ts'
  )
  const folder = mkdtempSync(join(tmpdir(), 'capsules-over-tls-'))
  const pki = makeCapsulePki()
  const client = pki.client({ key: freshKey('recipient', 'RSA') })
  const server = { certificate: certificatePem(pki.server, pki.issuing), key: keyPem(pki.server) }
  const { env, tls } = writeCapsuleFiles(folder, pki, client)
  writeFileSync(join(folder, 'root.pem'), certificatePem(pki.root))
  return {
    folder,
    server,
    root: join(folder, 'root.pem'),
    tls,
    recipient: rsaPublicKeyOf(client.key).toString('base64'),
    /** Of one instance, on ports of its own. */
    environment: async (/** @type {Record<string, string>} */ store) => ({
      ALLKIRI_SERVICES: 'capsules',
      ALLKIRI_PORT: String(await freePort()),
      ...store,
      ALLKIRI_CAPSULES_POST_PORT: String(await freePort()),
      ALLKIRI_CAPSULES_GET_PORT: String(await freePort()),
      ...env,
      ALLKIRI_LOG_LEVEL: 'warn',
    }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Sends one capsule. `answer` is null when the connection broke. */
export async function submit({ port, agent, recipient }) {
  const material = randomBytes(24).toString('base64')
  const body = JSON.stringify({ recipient_id: recipient, ephemeral_key_material: material, capsule_type: 'rsa' })
  const headers = { 'content-type': 'application/json' }
  return { material, answer: await ask({ port, path: '/key-capsules', method: 'POST', headers }, body, agent) }
}

/** Null when the connection broke. */
export function ask(options, body, agent) {
  return new Promise((resolve) => {
    const sent = request({ host: '127.0.0.1', agent, ...options }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode, location: answer.headers.location, body: text }))
      answer.on('error', () => resolve(null))
    })
    sent.on('error', () => resolve(null))
    sent.end(body)
  })
}
