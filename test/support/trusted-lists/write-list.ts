import { base64, element, text, type XmlPart } from '../xml-text.js'
import type { ExtensionOptions, InstanceOptions, ListOptions, PointerOptions, ProviderOptions, ServiceOptions } from './list-options.js'

const types = 'http://uri.etsi.org/TrstSvc/TrustedList/TSLType'
const xmlMimeType = 'application/vnd.etsi.tsl+xml'
const listNamespaces = {
  tsl: 'http://uri.etsi.org/02231/v2#',
  tslx: 'http://uri.etsi.org/02231/v2/additionaltypes#',
  ecc: 'http://uri.etsi.org/TrstSvc/SvcInfoExt/eSigDir-1999-93-EC-TrustedList/#',
  xades: 'http://uri.etsi.org/01903/v1.3.2#',
  ds: 'http://www.w3.org/2000/09/xmldsig#',
} as const

/** The list without its signature (ETSI TS 119 612). */
export function listPart(options: ListOptions): XmlPart {
  const kind = options.kind ?? 'EUgeneric'
  const declarations = Object.entries(listNamespaces).map(([prefix, uri]) => [`xmlns:${prefix}`, uri] as const)
  const scheme = schemeChildren(options, kind)
  return element(
    'tsl:TrustServiceStatusList',
    {
      ...Object.fromEntries(declarations),
      ...(options.id === undefined ? {} : { Id: options.id }),
      TSLTag: 'http://uri.etsi.org/19612/TSLTag',
    },
    element('tsl:SchemeInformation', {}, options.scheme?.(scheme) ?? scheme),
    options.providers === undefined ? null : element('tsl:TrustServiceProviderList', {}, options.providers.map(providerPart)),
  )
}

function schemeChildren(options: ListOptions, kind: string): readonly XmlPart[] {
  const next = options.nextUpdate === undefined ? '2026-12-01T00:00:00Z' : options.nextUpdate
  return [
    text('tsl:TSLVersionIdentifier', String(options.version ?? 6)),
    text('tsl:TSLSequenceNumber', String(options.sequenceNumber ?? 1)),
    text('tsl:TSLType', `${types}/${kind}`),
    element('tsl:SchemeOperatorName', {}, named('Test Supervisor')),
    ...(options.informationUris === undefined
      ? []
      : [
          element(
            'tsl:SchemeInformationURI',
            {},
            options.informationUris.map((uri) => text('tsl:URI', uri, english)),
          ),
        ]),
    text('tsl:SchemeTerritory', options.territory),
    ...(options.pointers === undefined ? [] : [element('tsl:PointersToOtherTSL', {}, options.pointers.map(pointerPart))]),
    text('tsl:ListIssueDateTime', options.issued ?? '2026-06-01T00:00:00Z'),
    element('tsl:NextUpdate', {}, next === null ? null : text('tsl:dateTime', next)),
  ]
}

const english = { 'xml:lang': 'en' }
const named = (name: string): XmlPart => text('tsl:Name', name, english)

function pointerPart({ territory, location, signers, kind = 'EUgeneric', mimeType = xmlMimeType }: PointerOptions): XmlPart {
  return element(
    'tsl:OtherTSLPointer',
    {},
    element(
      'tsl:ServiceDigitalIdentities',
      {},
      signers.map((signer) => identityPart([signer.der])),
    ),
    text('tsl:TSLLocation', location),
    element(
      'tsl:AdditionalInformation',
      {},
      element('tsl:OtherInformation', {}, text('tsl:TSLType', `${types}/${kind}`)),
      element('tsl:OtherInformation', {}, text('tsl:SchemeTerritory', territory)),
      element('tsl:OtherInformation', {}, text('tslx:MimeType', mimeType)),
    ),
  )
}

function identityPart(certificates: readonly Buffer[]): XmlPart {
  return element(
    'tsl:ServiceDigitalIdentity',
    {},
    certificates.map((der) => element('tsl:DigitalId', {}, base64('tsl:X509Certificate', der))),
  )
}

function providerPart({ name, services }: ProviderOptions): XmlPart {
  return element(
    'tsl:TrustServiceProvider',
    {},
    element('tsl:TSPInformation', {}, element('tsl:TSPName', {}, named(name))),
    element('tsl:TSPServices', {}, services.map(servicePart)),
  )
}

function servicePart({ name = 'Test service', certificates, instances }: ServiceOptions): XmlPart {
  const [current, ...past] = instances
  if (current === undefined) throw new Error('a service has at least one instance')
  const identity = identityPart(certificates.map((certificate) => certificate.der))
  return element(
    'tsl:TSPService',
    {},
    element('tsl:ServiceInformation', {}, instanceChildren(current, name, identity)),
    past.length === 0
      ? null
      : element(
          'tsl:ServiceHistory',
          {},
          past.map((instance) =>
            element('tsl:ServiceHistoryInstance', {}, instanceChildren(instance, name, element('tsl:ServiceDigitalIdentity', {}))),
          ),
        ),
  )
}

function instanceChildren(
  { type, typeUri, status, from, extensions, statusUri }: InstanceOptions,
  name: string,
  identity: XmlPart,
): readonly XmlPart[] {
  return [
    text('tsl:ServiceTypeIdentifier', typeUri ?? `http://uri.etsi.org/TrstSvc/Svctype/${type}`),
    element('tsl:ServiceName', {}, named(name)),
    identity,
    text('tsl:ServiceStatus', statusUri ?? `http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/${status}`),
    text('tsl:StatusStartingTime', from),
    ...(extensions === undefined ? [] : [element('tsl:ServiceInformationExtensions', {}, extensions.map(extensionPart))]),
  ]
}

function extensionPart({ critical = false, content }: ExtensionOptions): XmlPart {
  const attributes = { Critical: String(critical) }
  return typeof content === 'string' ? text('tsl:Extension', content, attributes) : element('tsl:Extension', attributes, content)
}
