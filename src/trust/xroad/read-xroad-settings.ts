import { basename } from 'node:path'
import { type CertificateFacts, type Instant, isWeakDigest, ReaderError, shownName, type XroadInstanceTrust } from '#model'
import { digest, digestAlgorithmOfUri } from '#readers/crypto'
import type { DecodedCache } from '#readers/x509'
import {
  boundedCheck,
  instantAt,
  readCertificateFile,
  readJsonSettings,
  resolveBeside,
  type TrustFileAccess,
  TrustFiles,
  type TrustLimits,
  TrustSettingsError,
  type TrustSettingsErrorCode,
} from '#trust'
import { type ApprovedService, trustOfInstance } from './instance.js'
import {
  type WrittenAuthority,
  type WrittenConfiguration,
  type WrittenInstance,
  type WrittenSpan,
  type WrittenXroadSettings,
  xroadSettingsSchema,
} from './settings-schema.js'
import { ConfigurationError, type ConfigurationLimits, readSharedParameters, type SharedParameters } from './shared-parameters.js'
import { readConfigurationAnchor, readSignedDirectory } from './signed-directory.js'

/** Closed list. */
type XroadSettingsErrorCode =
  | TrustSettingsErrorCode
  /** The file is not a configuration anchor. */
  | 'XROAD_ANCHOR'
  /** The digest of the shared parameters differs from the one in the directory. */
  | 'XROAD_DIRECTORY'
  /** The directory cannot be read, or its signature does not verify with a certificate of the anchor. */
  | 'XROAD_SIGNATURE'
  /** The shared parameters cannot be read. */
  | 'XROAD_PARAMETERS'
  /** An instance occurs twice, or the files of a configuration belong to several instances. */
  | 'XROAD_INSTANCE'

export interface XroadSettingsContext {
  readonly files: TrustFileAccess
  readonly cache: DecodedCache
  readonly limits: { readonly trust: TrustLimits; readonly configuration: ConfigurationLimits }
}

const example = '{ "configurations": [ { "anchor": "…", "directory": "…", "sharedParameters": "…" } ] }'
const checkFor = boundedCheck<WrittenXroadSettings>(xroadSettingsSchema)

/** Reads the settings file in `ALLKIRI_XROAD`: the trust of each instance. Throws `TrustSettingsError`. */
export function readXroadSettings(path: string, context: XroadSettingsContext): readonly XroadInstanceTrust[] {
  return new XroadSettings(path, context).read()
}

class XroadSettings {
  readonly #path: string
  readonly #files: TrustFiles
  readonly #cache: DecodedCache
  readonly #limits: ConfigurationLimits

  constructor(path: string, { files, cache, limits }: XroadSettingsContext) {
    this.#path = path
    this.#files = new TrustFiles(files, limits.trust)
    this.#cache = cache
    this.#limits = limits.configuration
  }

  read(): readonly XroadInstanceTrust[] {
    this.#files.kindOf(this.#path)
    const written = readJsonSettings(this.#files.read(this.#path), this.#path, checkFor(this.#files.limits.maxCertificates), example)
    const found = [
      ...(written.instances ?? []).map((instance, index) => this.#instance(instance, `instances[${index}]`)),
      ...(written.configurations ?? []).map((configuration, index) => this.#configuration(configuration, `configurations[${index}]`)),
    ]
    const names = found.map(({ instance }) => instance)
    const twice = names.find((name, index) => names.indexOf(name) !== index)
    if (twice !== undefined) throw this.#error('XROAD_INSTANCE', null, `the instance ${twice} occurs twice in it; remove one of the two`)
    return found
  }

  #instance(written: WrittenInstance, field: string): XroadInstanceTrust {
    const { instance, ocspFreshnessSeconds, verifyOcspNextUpdate = true, expires, authorities, timeStamping } = written
    return trustOfInstance({
      instance,
      ocspFreshness: ocspFreshnessSeconds * 1_000,
      verifiesNextUpdate: verifyOcspNextUpdate,
      expires: instantAt(expires, this.#path, `${field}.expires`),
      origin: 'written',
      source: `xroad:${basename(this.#path)}`,
      authorities: authorities.map((authority, index) => this.#authority(authority, `${field}.authorities[${index}]`)),
      timeStamping: timeStamping.map((service, index) => this.#service(service, `${field}.timeStamping[${index}]`)),
    })
  }

  #authority(written: WrittenAuthority, field: string) {
    const service = this.#service(written, field)
    const intermediates = this.#certificates(written.intermediates ?? [], `${field}.intermediates`)
    const certificates = this.#certificates(written.responders ?? [], `${field}.responders`)
    return {
      ...service,
      memberProfile: written.certificateProfile,
      intermediates,
      responders: [{ authorities: [...service.certificates, ...intermediates], certificates }],
    }
  }

  #service({ files, from, to }: WrittenSpan, field: string): ApprovedService {
    const certificates = this.#certificates(files, `${field}.files`)
    const [first] = certificates
    const span = { from: instantAt(from, this.#path, `${field}.from`), to: instantAt(to, this.#path, `${field}.to`) }
    if (span.to !== null && span.to <= (span.from ?? 0))
      throw this.#error('TRUST_PERIODS', `${field}.to`, 'it is not after "from"; write a later time')
    return { name: first === undefined ? '' : shownName(first), certificates, ...span }
  }

  #certificates(written: string | readonly string[], field: string): readonly CertificateFacts[] {
    return [written].flat().flatMap((name) => {
      const path = resolveBeside(this.#path, name)
      this.#assertFile(path, field)
      return readCertificateFile(this.#files.read(path), path).map((der) => this.#certificate(der, path, field))
    })
  }

  #configuration(written: WrittenConfiguration, field: string): XroadInstanceTrust {
    const { sharedParameters, anchor, directory, unsigned = false, verifyOcspNextUpdate = true } = written
    const path = resolveBeside(this.#path, sharedParameters)
    const octets = this.#content(path, `${field}.sharedParameters`)
    const parameters = this.#reading('XROAD_PARAMETERS', path, () => readSharedParameters(octets, this.#limits))
    const expires = unsigned ? null : this.#verified(octets, parameters, { anchor, directory }, field)
    const certificate = (der: Uint8Array) => this.#certificate(der, path, null)
    const always = { from: null, to: null }
    return trustOfInstance({
      instance: parameters.instance,
      ocspFreshness: parameters.ocspFreshnessSeconds * 1_000,
      verifiesNextUpdate: verifyOcspNextUpdate,
      expires,
      origin: unsigned ? 'unsigned' : 'signed',
      source: `xroad:${basename(path)}`,
      authorities: parameters.authorities.map((authority) => ({
        ...always,
        name: authority.name,
        memberProfile: authority.memberProfile,
        certificates: [certificate(authority.certificate)],
        intermediates: authority.intermediates.map(certificate),
        responders: authority.responders.map((responders) => ({
          authorities: [certificate(responders.authority)],
          certificates: responders.certificates.map(certificate),
        })),
      })),
      timeStamping: parameters.timeStamping.map((service) => ({
        ...always,
        name: service.name,
        certificates: [certificate(service.certificate)],
      })),
    })
  }

  /** Checks that anchor, directory and shared parameters belong together. Returns the end of validity of the configuration. */
  #verified(
    octets: Uint8Array,
    { instance }: SharedParameters,
    written: { readonly anchor: string | undefined; readonly directory: string | undefined },
    field: string,
  ): Instant {
    if (written.anchor === undefined || written.directory === undefined) {
      const sentence =
        'without it nothing shows who made the parameters; name the anchor and the directory, or write "unsigned": true for a copy that you vouch for'
      throw this.#error('TRUST_FIELD_MISSING', `${field}.${written.anchor === undefined ? 'anchor' : 'directory'}`, sentence)
    }
    const anchorPath = resolveBeside(this.#path, written.anchor)
    const directoryPath = resolveBeside(this.#path, written.directory)
    const anchorOctets = this.#content(anchorPath, `${field}.anchor`)
    const directoryOctets = this.#content(directoryPath, `${field}.directory`)
    const anchor = this.#reading('XROAD_ANCHOR', anchorPath, () => readConfigurationAnchor(anchorOctets, this.#limits.xml))
    const directory = this.#reading('XROAD_SIGNATURE', directoryPath, () =>
      readSignedDirectory(directoryOctets, anchor, (der) => this.#cache.certificate(Buffer.from(der)).publicKeyInfo, this.#limits),
    )
    const part = directory.parts.find((one) => one.identifier === 'SHARED-PARAMETERS' && one.instance === anchor.instance)
    if (part === undefined || instance !== anchor.instance)
      throw new TrustSettingsError(
        'XROAD_INSTANCE',
        directoryPath,
        null,
        `anchor, directory and shared parameters do not belong to the same instance; the anchor is that of ${anchor.instance}`,
      )
    const method = digestAlgorithmOfUri(part.algorithm)
    const actual = method === null || isWeakDigest(method) ? null : digest(method, octets)
    if (actual?.equals(part.digest) !== true)
      throw new TrustSettingsError(
        'XROAD_DIRECTORY',
        directoryPath,
        null,
        'its digest is not that of the shared parameters; download both again, at the same time',
      )
    return directory.expires
  }

  #content(path: string, field: string): Uint8Array {
    this.#assertFile(path, field)
    return this.#files.read(path)
  }

  #assertFile(path: string, field: string): void {
    if (this.#files.kindOf(path, field) === 'folder')
      throw new TrustSettingsError('TRUST_FILE_KIND', path, field, 'it is a folder; name a file')
  }

  #certificate(der: Uint8Array, path: string, field: string | null): CertificateFacts {
    return this.#reading('TRUST_CERTIFICATE', path, () => this.#cache.certificate(Buffer.from(der)).facts, field)
  }

  #reading<T>(code: XroadSettingsErrorCode, path: string, read: () => T, field: string | null = null): T {
    try {
      return read()
    } catch (cause) {
      if (cause instanceof ConfigurationError)
        throw new TrustSettingsError(code, path, field, `${cause.message}; download it again`, { cause })
      if (cause instanceof ReaderError)
        throw new TrustSettingsError(code, path, field, `it cannot be read (${cause.message}); download it again`, { cause })
      throw cause
    }
  }

  #error(code: XroadSettingsErrorCode, field: string | null, sentence: string): TrustSettingsError<XroadSettingsErrorCode> {
    return new TrustSettingsError(code, this.#path, field, sentence)
  }
}
