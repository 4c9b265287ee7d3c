/** A member or subsystem as messages name it. */
export interface TestMember {
  readonly instance: string
  readonly memberClass: string
  readonly memberCode: string
  readonly subsystem?: string
}

export const sender: TestMember = { instance: 'EE-TEST', memberClass: 'GOV', memberCode: '70000001', subsystem: 'register' }
export const provider: TestMember = { instance: 'EE-TEST', memberClass: 'COM', memberCode: '10000002', subsystem: 'teenus' }

export interface SoapOptions {
  readonly client?: TestMember
  readonly service?: TestMember
  readonly serviceCode?: string
  /** Local name of the element in the body; a response ends in `Response`. */
  readonly body?: string
  /** Changes the text. */
  readonly edit?: (xml: string) => string
}

/** A SOAP message of X-Road. Request and response differ in the element of the body only. */
export function soapMessage(options: SoapOptions = {}): string {
  const { client = sender, service = provider, serviceCode = 'paring', body = serviceCode, edit = (xml) => xml } = options
  return edit(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:id="http://x-road.eu/xsd/identifiers" xmlns:xroad="http://x-road.eu/xsd/xroad.xsd">',
      '  <SOAP-ENV:Header>',
      `    <xroad:client id:objectType="${client.subsystem === undefined ? 'MEMBER' : 'SUBSYSTEM'}">${partsOf(client)}</xroad:client>`,
      `    <xroad:service id:objectType="SERVICE">${partsOf(service)}<id:serviceCode>${serviceCode}</id:serviceCode><id:serviceVersion>v1</id:serviceVersion></xroad:service>`,
      '    <xroad:id>4894e35d-bf0f-44a6-867a-8e51f1daa7e0</xroad:id>',
      '    <xroad:protocolVersion>4.0</xroad:protocolVersion>',
      '  </SOAP-ENV:Header>',
      `  <SOAP-ENV:Body><p:${body} xmlns:p="http://register.example/"><p:kood>42</p:kood></p:${body}></SOAP-ENV:Body>`,
      '</SOAP-ENV:Envelope>',
    ].join('\n'),
  )
}

function partsOf({ instance, memberClass, memberCode, subsystem }: TestMember): string {
  return [
    `<id:xRoadInstance>${instance}</id:xRoadInstance>`,
    `<id:memberClass>${memberClass}</id:memberClass>`,
    `<id:memberCode>${memberCode}</id:memberCode>`,
    subsystem === undefined ? '' : `<id:subsystemCode>${subsystem}</id:subsystemCode>`,
  ].join('')
}

const idOf = ({ instance, memberClass, memberCode, subsystem }: TestMember): string =>
  [instance, memberClass, memberCode, ...(subsystem === undefined ? [] : [subsystem])].map(encodeURIComponent).join('/')

export interface RestOptions {
  readonly client?: TestMember
  readonly service?: TestMember
  readonly edit?: (lines: readonly string[]) => readonly string[]
}

/** A REST request: method, path, header lines. */
export function restRequest({ client = sender, service = provider, edit = (lines) => lines }: RestOptions = {}): string {
  const lines = [
    'POST',
    `/r1/${idOf(service)}/paring/koodid?leht=1`,
    'Content-Type:application/json',
    `X-Road-Client:${idOf(client)}`,
    'X-Road-Id:4894e35d-bf0f-44a6-867a-8e51f1daa7e0',
  ]
  return `${edit(lines).join('\r\n')}\r\n`
}

/** A REST response: status code, reason, header lines. The member of the service signs it. */
export function restResponse({ client = provider, service = sender, edit = (lines) => lines }: RestOptions = {}): string {
  const lines = [
    '200',
    'OK',
    'Content-Type:application/json',
    'x-road-id:4894e35d-bf0f-44a6-867a-8e51f1daa7e0',
    `x-road-client:${idOf(client)}`,
    `x-road-service:${idOf(service)}/paring`,
    'x-road-request-id:5894e35d-bf0f-44a6-867a-8e51f1daa7e0',
    'x-road-request-hash:7zmQ9CwnVrEWzWnCyXbXkQYGR+A7/i6e61JgWMLaEI8=',
  ]
  return `${edit(lines).join('\r\n')}\r\n`
}
