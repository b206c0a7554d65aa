/** Proxies a server so that it is released anew: its page names another build, and its worker precaches that. */
import { createServer, request } from 'node:http'

export interface Releases {
  readonly url: string
  /** Switches to a new build. */
  release(): void
  close(): Promise<void>
}

export async function startReleases(target: { port: number }): Promise<Releases> {
  let released = 0
  /** Another address of a script without state makes another build of the page; its revision makes the worker fetch it. */
  const rename = (text: string) =>
    text
      .replaceAll(/(rolldown-runtime-[\w-]+\.js)/g, `$1?release=${released}`)
      .replace(/("revision":"\w+)(","url":"index\.html")/, `$1${released}$2`)
      .concat(/^\s*</.test(text) ? '' : `\n// release ${released}\n`)
  const server = createServer((asked, response) => {
    const isBuilt = asked.url === '/sw.js' || asked.url === '/index.html' || asked.headers.accept?.includes('text/html')
    const { 'if-none-match': _, 'accept-encoding': encoding, ...headers } = asked.headers
    const sent = { ...headers, ...(!isBuilt && encoding && { 'accept-encoding': encoding }) }
    const upstream = request({ host: '127.0.0.1', port: target.port, path: asked.url, method: asked.method, headers: sent }, (got) => {
      const { 'content-length': _length, etag: _etag, ...rest } = got.headers
      response.writeHead(got.statusCode ?? 502, isBuilt && released ? rest : got.headers)
      if (!isBuilt || !released) return got.pipe(response)
      const parts: Buffer[] = []
      got.on('data', (part: Buffer) => parts.push(part))
      got.on('end', () => response.end(rename(Buffer.concat(parts).toString())))
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
