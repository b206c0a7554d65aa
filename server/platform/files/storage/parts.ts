/** Large files go to a bucket in parts, of which one is in memory at a time. */
import { open } from 'node:fs/promises'

/** Bytes of a part, and of the largest file that is sent at once: the least that S3 takes, as every request copies its body. */
export const partBytes = 5 * 1_048_576

/** Chunks of a file of this machine. */
export async function* readChunks(path: string): AsyncIterable<Uint8Array<ArrayBuffer>> {
  const file = await open(path)
  try {
    for (;;) {
      const bytes = new Uint8Array(1_000_000)
      const { bytesRead } = await file.read(bytes, 0, bytes.length)
      if (bytesRead === 0) return
      yield bytes.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

/** Joins chunks to parts of so many bytes, the last one shorter. Each is gone with the next one, which takes its memory. */
export async function* toParts(chunks: AsyncIterable<Uint8Array<ArrayBuffer>>, bytes: number): AsyncIterable<Uint8Array<ArrayBuffer>> {
  const part = new Uint8Array(bytes)
  let filled = 0
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; ) {
      const some = chunk.subarray(at, at + bytes - filled)
      part.set(some, filled)
      filled += some.length
      at += some.length
      if (filled < bytes) continue
      yield part
      filled = 0
    }
  if (filled > 0) yield part.subarray(0, filled)
}
