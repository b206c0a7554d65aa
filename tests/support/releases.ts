/** Proxies a server with a changed worker, so that browsers install it as a new release. */
import { createServer, request } from 'node:http'

export interface Releases {
  readonly url: string
  /** Switches to a new worker. */
  release(): void
  close(): Promise<void>
}

export async function startReleases(target: { port: number }): Promise<Releases> {
  let released = 0
  const server = createServer((asked, response) => {
    const isWorker = asked.url === '/sw.js'
    const { 'if-none-match': _, 'accept-encoding': encoding, ...headers } = asked.headers
    const sent = { ...headers, ...(!isWorker && encoding && { 'accept-encoding': encoding }) }
    const upstream = request({ host: '127.0.0.1', port: target.port, path: asked.url, method: asked.method, headers: sent }, (got) => {
      const { 'content-length': length, ...rest } = got.headers
      response.writeHead(got.statusCode ?? 502, isWorker ? rest : got.headers)
      if (!isWorker) return got.pipe(response)
      got.pipe(response, { end: false })
      got.on('end', () => response.end(`\n// release ${released}\n`))
    })
    upstream.on('error', () => response.destroy())
    asked.pipe(upstream)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    release: () => {
      released += 1
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
