import { MessageChannel, type MessagePort } from 'node:worker_threads'

const discardingPort = openDiscardingPort()

/**
 * Frees the memory of buffers at once; they are empty afterwards. Otherwise V8 frees it in a full garbage collection for every 64 MB of buffers, which under a
 * load of large documents was twelve times a second, half of the work of the main thread. Transferring a buffer in a message that is not received frees it in
 * every supported version; `ArrayBuffer.prototype.transfer` exists only from Node.js 22 on.
 */
export function releaseMemory(buffers: readonly Uint8Array[]): void {
  // A buffer that was freed before is empty; from Node.js 21 on, transferring it throws.
  const own = buffers.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && byteLength > 0 && buffer.byteLength === byteLength ? [buffer] : [],
  )
  if (own.length === 0) return
  discardingPort.postMessage(null, own)
}

/** A closed port: it accepts messages, and drops them with the buffers that they transfer. */
function openDiscardingPort(): MessagePort {
  const { port1 } = new MessageChannel()
  port1.close()
  return port1
}
