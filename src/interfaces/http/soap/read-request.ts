import { textOf, type XmlElement } from '#readers/xml'
import type { Members } from '../json-body.js'
import { SCHEMA_INSTANCE, SERVICE } from './namespaces.js'
import { elementsIn, shown } from './read-envelope.js'
import { SoapFault } from './soap-fault.js'

/** The structure of a request by its schema: fields in this order, each once. */
export interface RequestShape {
  /** Local names of the element in the Body and of its only child element. Both are in the namespace of the service. */
  readonly operation: string
  readonly wrapper: string
  readonly fields: readonly RequestField[]
}

interface RequestField {
  /** Local name of the element, which is in no namespace. */
  readonly name: string
  /** Name of the same field in JSON, whose rules for the value apply. */
  readonly member: string
  readonly optional?: boolean
}

/**
 * The texts of the fields by their JSON names (`decisions.md#soap-forms`). Throws `SoapFault` when the structure is not exactly that of the schema.
 */
export function readFields(payload: XmlElement, shape: RequestShape): Members {
  const { operation, wrapper, fields } = shape
  if (payload.localName !== operation || payload.namespace !== SERVICE) throw unknownOperation(payload, operation)
  assertPlain(payload)
  const [request, second] = elementsIn(payload)
  if (request?.localName !== wrapper || request.namespace !== SERVICE || second !== undefined)
    throw structure(`${operation} must hold one ${wrapper} in the namespace ${SERVICE} and nothing else.`)
  assertPlain(request)

  const members = Object.create(null) as Record<string, string>
  const elements = elementsIn(request)
  let next = 0
  for (const { name, member, optional = false } of fields) {
    const element = elements[next]
    if (element?.localName === name && element.namespace === '') {
      members[member] = readValue(element)
      next += 1
    } else if (!optional) throw expected(name, element, shape)
  }
  const left = elements[next]
  if (left !== undefined) throw structure(`${shown(left)} is not expected at this position: ${orderOf(shape)}`)
  return members
}

function unknownOperation(payload: XmlElement, operation: string): SoapFault {
  const found =
    payload.localName === operation
      ? `${operation} is in ${payload.namespace === '' ? 'no namespace' : 'another namespace'}`
      : `There is no operation ${shown(payload)} here`
  return new SoapFault('Client', 'SOAP_OPERATION_UNKNOWN', `${found}; this address is for ${operation} (namespace ${SERVICE}).`)
}

function expected(name: string, found: XmlElement | undefined, shape: RequestShape): SoapFault {
  if (found === undefined) return structure(`${name} is missing in ${shape.wrapper}.`)
  if (found.localName === name) return structure(`${name} must be in no namespace.`)
  return structure(`${name} is expected in place of ${shown(found)}: ${orderOf(shape)}`)
}

function orderOf({ wrapper, fields }: RequestShape): string {
  const names = fields.map(({ name, optional }) => (optional === true ? `optionally ${name}` : name))
  return `${wrapper} holds ${names.join(', ')}, each once and in this order.`
}

function readValue(element: XmlElement): string {
  assertPlain(element)
  for (const child of element.children) {
    if (typeof child === 'string' || child.kind === 'comment') continue
    throw structure(`${shown(element)} must hold text only.`)
  }
  return textOf(element)
}

/**
 * Allows only attributes of the XML Schema instance namespace (types, schema locations), which clients write. The meaning of any other attribute would be
 * ignored.
 */
function assertPlain(element: XmlElement): void {
  const foreign = element.attributes.find((attribute) => attribute.namespace !== SCHEMA_INSTANCE)
  if (foreign !== undefined) throw structure(`${shown(element)} has the attribute ${shown(foreign)}, which the request does not know.`)
}

function structure(message: string): SoapFault {
  return new SoapFault('Client', 'SOAP_REQUEST_STRUCTURE', message)
}
