/** Makes the missing key pairs of `keys/`: `node --import ./test/support/register-typescript.js test/support/make-keys.ts`. Existing ones stay. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'

const rsa = (modulusLength: number) => () => generateKeyPairSync('rsa', { modulusLength }).privateKey
const dsa = (modulusLength: number, divisorLength: number) => () => generateKeyPairSync('dsa', { modulusLength, divisorLength }).privateKey
const ec = (namedCurve: string) => () => generateKeyPairSync('ec', { namedCurve }).privateKey

const wanted: Readonly<Record<string, () => KeyObject>> = {
  root: rsa(2048),
  'issuing-authority': rsa(2048),
  'second-authority': rsa(2048),
  'foreign-authority': rsa(2048),
  'listed-responder': rsa(2048),
  'delegated-responder': rsa(2048),
  'foreign-responder': rsa(2048),
  'time-stamping-unit': rsa(2048),
  'second-time-stamping-unit': ec('P-256'),
  'foreign-time-stamping-unit': rsa(2048),
  'signer-p256': ec('P-256'),
  'second-signer-p256': ec('P-256'),
  'signer-p384': ec('P-384'),
  'signer-p521': ec('P-521'),
  'signer-brainpool-p256r1': ec('brainpoolP256r1'),
  'signer-brainpool-p384r1': ec('brainpoolP384r1'),
  'signer-brainpool-p512r1': ec('brainpoolP512r1'),
  'signer-p192': ec('prime192v1'),
  'signer-dsa-1024': dsa(1024, 160),
  'signer-dsa-2048': dsa(2048, 256),
  'signer-rsa-2048': rsa(2048),
  'signer-rsa-3072': rsa(3072),
  'signer-rsa-1024': rsa(1024),
  'signer-rsa-512': rsa(512),
}

for (const [name, make] of Object.entries(wanted)) {
  const file = new URL(`./keys/${name}.pem`, import.meta.url)
  if (existsSync(file)) continue
  const pem = make().export({ type: 'pkcs8', format: 'pem' })
  writeFileSync(
    file,
    `Test key of the fixture generator. It is public: never trust a certificate for it outside of tests.\n${pem.toString()}`,
  )
}
