/** Hashes a file piece by piece: `crypto.subtle` would need all of it in memory. */
import { createSHA256 } from 'hash-wasm'

export type HashMessage = { percent: number } | { sha256: string } | { failed: string }

const piece = 4_000_000

async function hashBlob(file: Blob): Promise<string> {
  const hash = await createSHA256()
  for (let at = 0; at < file.size; at += piece) {
    hash.update(new Uint8Array(await file.slice(at, at + piece).arrayBuffer()))
    postMessage({ percent: Math.floor((Math.min(file.size, at + piece) / file.size) * 100) } satisfies HashMessage)
  }
  return hash.digest('hex')
}

addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  try {
    postMessage({ sha256: await hashBlob(data) } satisfies HashMessage)
  } catch (error) {
    postMessage({ failed: error instanceof Error ? error.message : '' } satisfies HashMessage)
  }
})
