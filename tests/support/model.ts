/** A language model with an OpenAI-compatible API and preset responses. */
import { createServer } from 'node:http'

export async function modelThat(reply: (asked: unknown) => object) {
  const asked: unknown[] = []
  const server = createServer(async (request, response) => {
    const pieces: Uint8Array[] = []
    for await (const piece of request) pieces.push(piece)
    asked.push(JSON.parse(Buffer.concat(pieces).toString()))
    const content = JSON.stringify(reply(asked.at(-1)))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ choices: [{ message: { content } }] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1`,
    asked,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
