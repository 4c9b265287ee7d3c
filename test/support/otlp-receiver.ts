import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as it was received (opentelemetry-proto, trace/v1/trace.proto). */
export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  /** Empty for a root. */
  readonly parentSpanId: string
  readonly name: string
  readonly kind: number
  /** Nanoseconds since 1970. */
  readonly start: bigint
  readonly end: bigint
  readonly attributes: Readonly<Record<string, string>>
  /** 2 is an error. */
  readonly status: number
}

export interface OtlpReceiver {
  readonly endpoint: string
  readonly spans: readonly ReceivedSpan[]
  readonly resource: Readonly<Record<string, string>>
  /** Every octet that was received. */
  readonly octets: () => Buffer
  readonly stop: () => Promise<void>
}

/** Receives traces over OTLP with HTTP and protobuf, on loopback. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  const resource: Record<string, string> = {}
  const bodies: Buffer[] = []
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (request.method !== 'POST' || request.url !== '/v1/traces' || request.headers['content-type'] !== 'application/x-protobuf') {
        response.writeHead(400).end()
        return
      }
      const body = Buffer.concat(parts)
      bodies.push(body)
      for (const resourceSpans of messages(body, 1)) {
        for (const described of messages(resourceSpans, 1)) Object.assign(resource, attributesIn(described, 1))
        for (const scopeSpans of messages(resourceSpans, 2)) for (const span of messages(scopeSpans, 2)) spans.push(readSpan(span))
      }
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resource,
    octets: () => Buffer.concat(bodies),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function readSpan(span: Buffer): ReceivedSpan {
  const text = (field: number, encoding: 'hex' | 'utf8') => messages(span, field)[0]?.toString(encoding) ?? ''
  const [status] = messages(span, 15)
  return {
    traceId: text(1, 'hex'),
    spanId: text(2, 'hex'),
    parentSpanId: text(4, 'hex'),
    name: text(5, 'utf8'),
    kind: Number(numbers(span, 6)[0] ?? 0n),
    start: numbers(span, 7)[0] ?? 0n,
    end: numbers(span, 8)[0] ?? 0n,
    attributes: attributesIn(span, 9),
    status: status === undefined ? 0 : Number(numbers(status, 3)[0] ?? 0n),
  }
}

/** KeyValue: key, AnyValue of a string, a Boolean or an integer. */
function attributesIn(message: Buffer, field: number): Record<string, string> {
  const pairs = messages(message, field).map((pair) => {
    const value = messages(pair, 2)[0] ?? Buffer.alloc(0)
    const [text] = messages(value, 1)
    return [messages(pair, 1)[0]?.toString('utf8') ?? '', text?.toString('utf8') ?? String(numbers(value, 3)[0] ?? numbers(value, 2)[0])]
  })
  return Object.fromEntries(pairs) as Record<string, string>
}

interface Field {
  readonly number: number
  readonly value: bigint | Buffer
}

function messages(message: Buffer, field: number): readonly Buffer[] {
  return fieldsOf(message).flatMap(({ number, value }) => (number === field && Buffer.isBuffer(value) ? [value] : []))
}

function numbers(message: Buffer, field: number): readonly bigint[] {
  return fieldsOf(message).flatMap(({ number, value }) => (number === field && typeof value === 'bigint' ? [value] : []))
}

/** The fields of a protobuf message (protobuf.dev, "Encoding"). */
function fieldsOf(message: Buffer): readonly Field[] {
  const fields: Field[] = []
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const octet = message.readUInt8(at++)
      value |= BigInt(octet & 0x7f) << shift
      if (octet < 0x80) return value
    }
  }
  const take = (length: number): Buffer => {
    at += length
    return message.subarray(at - length, at)
  }
  while (at < message.length) {
    const key = Number(varint())
    const number = key >> 3
    switch (key & 7) {
      case 0:
        fields.push({ number, value: varint() })
        break
      case 1:
        fields.push({ number, value: take(8).readBigUInt64LE() })
        break
      case 2:
        fields.push({ number, value: take(Number(varint())) })
        break
      case 5:
        fields.push({ number, value: BigInt(take(4).readUInt32LE()) })
        break
      default:
        throw new Error(`wire type ${key & 7}`)
    }
  }
  return fields
}
