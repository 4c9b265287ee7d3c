import { createPublicKey, X509Certificate } from 'node:crypto'
import { createRequire } from 'node:module'
import { Cdoc2Error, type RecipientPrivateKey, recipientKeyOf } from '#cdoc2/container'
import { reasonOf, resultOrNull, systemErrorCode } from '#model'
import { removeOaepPadding } from './oaep-padding.js'
import type { KeyWithCertificates } from './private-key-file.js'

/** The attributes of a `pkcs11:` URI (RFC 7512) that are used. */
interface Pkcs11Address {
  readonly module: string
  readonly token: string | null
  readonly object: string | null
  /** CKA_ID. */
  readonly id: Buffer | null
}

/** The functions of `pkcs11js` that are used. Typed here, because the package is optional. */
interface Pkcs11Module {
  load(path: string): void
  C_Initialize(): void
  C_Finalize(): void
  C_GetSlotList(tokenPresent: boolean): Buffer[]
  C_GetTokenInfo(slot: Buffer): { readonly label: string }
  C_OpenSession(slot: Buffer, flags: number): Buffer
  C_CloseSession(session: Buffer): void
  C_Login(session: Buffer, userType: number, pin: string): void
  C_FindObjectsInit(session: Buffer, template: readonly Pkcs11Attribute[]): void
  C_FindObjects(session: Buffer, maxCount: number): Buffer[]
  C_FindObjectsFinal(session: Buffer): void
  C_GetAttributeValue(
    session: Buffer,
    object: Buffer,
    template: readonly Pkcs11Attribute[],
  ): readonly { readonly type: number; readonly value: Buffer }[]
  C_DeriveKey(session: Buffer, mechanism: object, key: Buffer, template: readonly Pkcs11Attribute[]): Buffer
  C_DecryptInit(session: Buffer, mechanism: object, key: Buffer): void
  C_Decrypt(session: Buffer, ciphertext: Buffer, plain: Buffer): Buffer
}
interface Pkcs11Attribute {
  readonly type: number
  readonly value?: number | boolean | string | Buffer
}

interface Pkcs11Package {
  readonly PKCS11: new () => Pkcs11Module
  readonly [constant: string]: unknown
}

/**
 * Opens a private key on a smart card or in an HSM.
 *
 * @param address `pkcs11:token=…;object=…;id=%01?module-path=/usr/lib/….so`
 * @param pin returns the PIN; called once
 * @throws Cdoc2Error `wrong-secret` when the package, the module, the token or the key is missing, or the PIN is wrong
 */
export async function openPkcs11Key(
  address: string,
  pin: () => Promise<string>,
): Promise<KeyWithCertificates & { readonly close: () => void }> {
  const named = readAddress(address)
  const pkcs11 = loadPackage()
  const module = new pkcs11.PKCS11()
  try {
    module.load(named.module)
    module.C_Initialize()
  } catch (cause) {
    throw new Cdoc2Error('wrong-secret', `The PKCS#11 module ${named.module} cannot be loaded`, { cause })
  }
  const token = callToken(() => new Token(pkcs11, module, named))
  try {
    token.login(await pin())
    return {
      key: token.findKey(),
      tls: null,
      close: () => {
        token.close()
      },
    }
  } catch (error) {
    token.close()
    if (error instanceof Cdoc2Error) throw error
    throw new Cdoc2Error('wrong-secret', `The key on the card cannot be used (${reasonOf(error)})`, {
      cause: error,
    })
  }
}

function loadPackage(): Pkcs11Package {
  try {
    // By `require`, which bundlers do not follow, because the package is optional.
    return createRequire(import.meta.url)('pkcs11js') as Pkcs11Package
  } catch (cause) {
    // A package that is installed but not compiled has this code as well.
    if (systemErrorCode(cause) !== 'MODULE_NOT_FOUND') throw cause
    throw new Cdoc2Error(
      'wrong-secret',
      'Keys on cards need the package pkcs11js, which is compiled on this machine: npm install pkcs11js (it needs Python, make and a C++ compiler)',
      { cause },
    )
  }
}

/** @throws Cdoc2Error `wrong-secret` */
function readAddress(address: string): Pkcs11Address {
  const [path = '', query = ''] = address.slice('pkcs11:'.length).split('?', 2)
  const attributes = new Map(path.split(';').map((part): [string, string] => pairOf(part)))
  const options = new Map(query.split('&').map((part): [string, string] => pairOf(part)))
  const module = options.get('module-path')
  if (module === undefined || module === '')
    throw new Cdoc2Error(
      'wrong-secret',
      'The address of a key on a card names its module: pkcs11:token=…;object=…?module-path=/usr/lib/….so',
    )
  const id = attributes.get('id')
  return {
    module: textOf(module) ?? '',
    token: textOf(attributes.get('token')),
    object: textOf(attributes.get('object')),
    id: id === undefined ? null : Buffer.from(percentDecoded(id), 'latin1'),
  }
}

function pairOf(part: string): [string, string] {
  const at = part.indexOf('=')
  return at === -1 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
}

/** The decoded value of an attribute; null when it is absent. */
function textOf(value: string | undefined): string | null {
  try {
    return value === undefined ? null : decodeURIComponent(value)
  } catch (cause) {
    throw new Cdoc2Error('wrong-secret', `The address of a key on a card has a malformed escape: ${value ?? ''}`, { cause })
  }
}

/** The octets of `%01%02`, as one character for each. Not decoded with `decodeURIComponent`, because an id need not be UTF-8. */
function percentDecoded(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** Runs calls to the token and converts a PKCS#11 error (`CKR_…`) to a `Cdoc2Error`. */
function callToken<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw refusedBy(error)
  }
}

function refusedBy(error: unknown): unknown {
  const reason = error instanceof Error ? /CKR_[A-Z_0-9]+/.exec(error.message)?.[0] : undefined
  return reason === undefined ? error : new Cdoc2Error('wrong-secret', `The token does not use the key (${reason})`, { cause: error })
}

/** CKZ_DATA_SPECIFIED (PKCS#11, 2.1.7), which the package does not define. It means that the encoding parameter is given; here it is an empty label. */
const DATA_SPECIFIED = 1

/** One session with one token. */
class Token {
  readonly #constants: Pkcs11Package
  readonly #module: Pkcs11Module
  readonly #address: Pkcs11Address
  readonly #session: Buffer

  constructor(constants: Pkcs11Package, module: Pkcs11Module, address: Pkcs11Address) {
    this.#constants = constants
    this.#module = module
    this.#address = address
    const slot = module
      .C_GetSlotList(true)
      .find((candidate) => address.token === null || module.C_GetTokenInfo(candidate).label.trim() === address.token)
    if (slot === undefined)
      throw new Cdoc2Error('wrong-secret', `There is no token ${JSON.stringify(address.token ?? '')}: is the card in the reader?`)
    this.#session = module.C_OpenSession(slot, this.#number('CKF_SERIAL_SESSION'))
  }

  login(pin: string): void {
    try {
      this.#module.C_Login(this.#session, this.#number('CKU_USER'), pin)
    } catch (cause) {
      throw new Cdoc2Error('wrong-secret', 'The card does not accept the PIN', { cause })
    }
  }

  findKey(): RecipientPrivateKey {
    const key = this.#find('CKO_PRIVATE_KEY')
    if (key === null) throw new Cdoc2Error('wrong-secret', 'The token has no such private key')
    const publicKey = this.#publicKeyOf(key)
    return {
      publicKey,
      deriveSharedSecret: (point) => Promise.resolve().then(() => this.#derive(key, point)),
      decryptOaep: (ciphertext) => Promise.resolve().then(() => this.#decrypt(key, ciphertext)),
    }
  }

  close(): void {
    this.#module.C_CloseSession(this.#session)
    this.#module.C_Finalize()
  }

  /** The public key, from the certificate or the public key object with the CKA_ID of the private key. */
  #publicKeyOf(key: Buffer): RecipientPrivateKey['publicKey'] {
    const [id] = this.#module.C_GetAttributeValue(this.#session, key, [{ type: this.#number('CKA_ID') }])
    const certificate = this.#find('CKO_CERTIFICATE', id?.value)
    if (certificate !== null) {
      const [value] = this.#module.C_GetAttributeValue(this.#session, certificate, [{ type: this.#number('CKA_VALUE') }])
      if (value !== undefined) return recipientKeyOf(new X509Certificate(value.value).publicKey)
    }
    const object = this.#find('CKO_PUBLIC_KEY', id?.value)
    if (object === null) throw new Cdoc2Error('wrong-secret', 'The token has neither a certificate nor a public key for the private key')
    return recipientKeyOf(createPublicKey({ key: this.#publicKeyInfo(object), format: 'der', type: 'spki' }))
  }

  #publicKeyInfo(object: Buffer): Buffer {
    const [info] = this.#module.C_GetAttributeValue(this.#session, object, [{ type: this.#number('CKA_PUBLIC_KEY_INFO') }])
    if (info === undefined || info.value.length === 0)
      throw new Cdoc2Error('wrong-secret', 'The token does not return its public key: store its certificate on the token')
    return info.value
  }

  #find(objectClass: string, id?: Buffer): Buffer | null {
    const wanted: Pkcs11Attribute[] = [{ type: this.#number('CKA_CLASS'), value: this.#number(objectClass) }]
    const value = id ?? this.#address.id
    if (value !== null) wanted.push({ type: this.#number('CKA_ID'), value })
    else if (this.#address.object !== null) wanted.push({ type: this.#number('CKA_LABEL'), value: this.#address.object })
    this.#module.C_FindObjectsInit(this.#session, wanted)
    try {
      return this.#module.C_FindObjects(this.#session, 1)[0] ?? null
    } finally {
      this.#module.C_FindObjectsFinal(this.#session)
    }
  }

  #derive(key: Buffer, point: Uint8Array): Uint8Array {
    const coordinate = (point.length - 1) / 2
    const mechanism = {
      mechanism: this.#number('CKM_ECDH1_DERIVE'),
      parameter: { type: this.#number('CK_PARAMS_EC_DH'), kdf: this.#number('CKD_NULL'), publicData: Buffer.from(point) },
    }
    const template = [
      { type: this.#number('CKA_CLASS'), value: this.#number('CKO_SECRET_KEY') },
      { type: this.#number('CKA_KEY_TYPE'), value: this.#number('CKK_GENERIC_SECRET') },
      { type: this.#number('CKA_TOKEN'), value: false },
      { type: this.#number('CKA_SENSITIVE'), value: false },
      { type: this.#number('CKA_EXTRACTABLE'), value: true },
      { type: this.#number('CKA_VALUE_LEN'), value: coordinate },
    ]
    const [value] = callToken(() => {
      const secret = this.#module.C_DeriveKey(this.#session, mechanism, key, template)
      return this.#module.C_GetAttributeValue(this.#session, secret, [{ type: this.#number('CKA_VALUE') }])
    })
    if (value === undefined) throw new Cdoc2Error('wrong-secret', 'The card does not return the shared secret')
    // Some modules drop leading zeros, which the key derivation includes.
    return Buffer.concat([Buffer.alloc(Math.max(0, coordinate - value.value.length)), value.value])
  }

  #decrypt(key: Buffer, ciphertext: Uint8Array): Uint8Array | null {
    const oaep = {
      mechanism: this.#number('CKM_RSA_PKCS_OAEP'),
      parameter: {
        type: this.#number('CK_PARAMS_RSA_OAEP'),
        hashAlg: this.#number('CKM_SHA256'),
        mgf: this.#number('CKG_MGF1_SHA256'),
        source: DATA_SPECIFIED,
      },
    }
    if (this.#begins(oaep, key)) return this.#decrypted(ciphertext)
    // A token that does not support OAEP with SHA-256 decrypts without padding, and the padding is removed here.
    if (!this.#begins({ mechanism: this.#number('CKM_RSA_X_509') }, key))
      throw new Cdoc2Error('wrong-secret', 'The token decrypts neither with OAEP and SHA-256 nor without padding')
    const block = this.#decrypted(ciphertext)
    // Some modules drop leading zeros.
    return block === null ? null : removeOaepPadding(Buffer.concat([Buffer.alloc(Math.max(0, ciphertext.length - block.length)), block]))
  }

  /** Begins decryption; false when the token does not support the mechanism. */
  #begins(mechanism: object, key: Buffer): boolean {
    try {
      this.#module.C_DecryptInit(this.#session, mechanism, key)
      return true
    } catch (error) {
      if (
        error instanceof Error &&
        /CKR_(?:ARGUMENTS_BAD|MECHANISM_INVALID|MECHANISM_PARAM_INVALID|FUNCTION_NOT_SUPPORTED)/.test(error.message)
      )
        return false
      throw refusedBy(error)
    }
  }

  #decrypted(ciphertext: Uint8Array): Uint8Array | null {
    // Any error counts as a wrong padding, because modules return different errors for it.
    return resultOrNull(Error, () => this.#module.C_Decrypt(this.#session, Buffer.from(ciphertext), Buffer.alloc(ciphertext.length)))
  }

  #number(constant: string): number {
    const value = this.#constants[constant]
    if (typeof value !== 'number') throw new Error(`pkcs11js has no constant ${constant}`)
    return value
  }
}
