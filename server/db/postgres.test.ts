import { createServer, type Server, type Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { freePort } from '#tests/support/ports.ts'
import { openDatabase } from './open.ts'
import { openPostgres } from './postgres.ts'

const refused = async (url: string, within?: number) => await openPostgres(url, within).catch((error: Error) => error)

/** Returns the error of a server that treats connections so. */
async function refusedBy(connected: (socket: Socket) => void, within: number): Promise<unknown> {
  const sockets: Socket[] = []
  const server: Server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
    connected(socket)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  try {
    return await refused(`postgres://user:rahasia@127.0.0.1:${port}/name`, within)
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

const refusalOf = (reason: string) => new RegExp(`^the database of DATABASE_URL does not open: 127\\.0\\.0\\.1:\\d+: ${reason}$`)
const said = (type: string, body: Uint8Array = new Uint8Array()) => {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const accepted = Buffer.concat([said('R', Buffer.alloc(4)), said('Z', Buffer.from('I'))])

it('a server that takes the connection and says nothing is given up, before and after it let us in', async () => {
  expect(await refusedBy(() => undefined, 200)).toMatchObject({ message: expect.stringMatching(refusalOf('it said nothing for 0\\.2 s')) })
  const letIn = (socket: Socket) => socket.once('data', () => socket.write(accepted))
  expect(await refusedBy(letIn, 200)).toMatchObject({ message: expect.stringMatching(refusalOf('it said nothing for 0\\.2 s')) })
})

it('a server that says nothing is given up after 10 s at a start', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined)))
  try {
    const isTaken = new Promise((resolve) => server.once('connection', resolve))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : null
    const opening = vi.fn<(error: Error) => void>()
    void openDatabase({ url: `postgres://user:rahasia@127.0.0.1:${port}/name` }).catch(opening)
    await isTaken
    await vi.advanceTimersByTimeAsync(9_999)
    expect(opening).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    await vi.waitFor(() => expect(opening).toHaveBeenCalled())
    expect(opening).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ message: expect.stringMatching(refusalOf('it said nothing for 10 s')) }),
    )
  } finally {
    vi.useRealTimers()
    for (const socket of sockets) socket.destroy()
    server.close()
  }
})

it('a server that hangs up, or speaks something else, is told of in one line without the password', async () => {
  for (const answer of ['', 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'])
    expect(await refusedBy((socket) => socket.end(answer), 5_000)).toMatchObject({ message: expect.stringMatching(refusalOf('[^\\n]+')) })
})

it('a port where nobody listens and a host that there is not are told of as such', async () => {
  expect(await refused(`postgres://user:rahasia@127.0.0.1:${await freePort()}/name`)).toMatchObject({
    message: expect.stringMatching(refusalOf('nothing listens there')),
  })
  expect(await refused('postgres://user:rahasia@no-host.invalid/name')).toMatchObject({
    message: expect.stringMatching(/no-host\.invalid:5432: (there is no host of this name|the name of the host cannot be looked up)$/),
  })
})

it.runIf(process.env.TEST_DATABASE_URL)('a database that there is not is told of as such', async () => {
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  url.pathname = '/not_there'
  expect(await refused(url.href)).toMatchObject({ message: expect.stringMatching(refusalOf('there is no database of this name')) })
})
