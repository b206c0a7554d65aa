/** Requests many URLs with a given concurrency, and reports each duration. Started by in-flight.ts. */
import { Agent, request } from 'node:http'

export interface Asking {
  urls: readonly string[]
  token: string
  inFlight: number
}

/** Milliseconds of each, seconds of all. */
export type Asked = { ms: number[]; seconds: number } | { failed: string }

const agent = new Agent({ keepAlive: true, maxSockets: 20 })

/** Reads the whole response. */
function get(url: string, token: string): Promise<void> {
  return new Promise((done, failed) => {
    const asked = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume()
      response.once('end', () => (response.statusCode === 200 ? done() : failed(new Error(`${url}: ${response.statusCode}`))))
    })
    asked.once('error', failed)
    asked.end()
  })
}

async function askAll({ urls, token, inFlight }: Asking): Promise<Asked> {
  const ms: number[] = []
  const left = urls.values()
  const worker = async () => {
    for (const url of left) {
      const began = performance.now()
      await get(url, token)
      ms.push(performance.now() - began)
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: inFlight }, worker))
  return { ms, seconds: (performance.now() - began) / 1_000 }
}

process.on('message', (asking: Asking) => {
  askAll(asking)
    .catch((error: unknown): Asked => ({ failed: String(error) }))
    .then((asked) => process.send?.(asked))
})
