/** A TCP proxy that can fail in every way of a network, switched at run time. */
import { createServer, type Server, Socket } from 'node:net'

export type NetworkState =
  | { as: 'pass' }
  /** Destroys connections, refuses new ones. */
  | { as: 'drop' }
  /** Connections stay open, without data. */
  | { as: 'hang' }
  /** Cuts responses after so many bytes. */
  | { as: 'cut'; after: number }
  /** Drops the connection after so many uploaded bytes. */
  | { as: 'cutUp'; after: number }
  /** Hangs after so many uploaded bytes. */
  | { as: 'hangUp'; after: number }
  /** Delays each chunk by so many ms. */
  | { as: 'slow'; latency: number }

/**
 * What becomes of web sockets, like in a company's network; all else passes: 'refuse' answers an upgrade itself, 'strip' passes it on as a
 * plain request, 'silent' passes the handshake and nothing after it, 'hold' answers nothing.
 */
export type Upgrades = 'pass' | 'refuse' | 'strip' | 'silent' | 'hold'

export interface NetworkProxy {
  readonly port: number
  readonly url: string
  set(state: NetworkState): Promise<void>
  /** For sockets that are opened from now on. */
  setUpgrades(upgrades: Upgrades): void
  /** Connections accepted since the start. */
  readonly connections: number
  /** Current state: 'drop' after an upload was cut, 'hang' after one was held. */
  readonly state: NetworkState['as']
  /** Bytes uploaded since the start, with headers. */
  readonly uploaded: number
  close(): Promise<void>
}

const listen = (server: Server, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })

const upgradeHeader = /\r\nupgrade: *websocket/i

export async function startProxy(target: { port: number }, wanted = 0): Promise<NetworkProxy> {
  let state: NetworkState = { as: 'pass' }
  let upgrades: Upgrades = 'pass'
  let connections = 0
  let uploaded = 0
  let endsAt = Number.POSITIVE_INFINITY
  const open = new Set<Socket>()

  /** Returns what of an upgrade goes on; null where nothing does. */
  function meetUpgrade(client: Socket, upstream: Socket, chunk: Buffer): Buffer | null {
    const text = chunk.toString('latin1')
    if (upgrades === 'strip') return Buffer.from(text.replace(upgradeHeader, '').replace(/\r\nconnection: *upgrade/i, ''), 'latin1')
    if (upgrades === 'refuse') client.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    if (upgrades !== 'silent') return null
    upstream.once('data', () => upstream.removeAllListeners('data').resume())
    client.removeAllListeners('data').resume()
    return chunk
  }

  function forward(from: Socket, to: Socket, responses: boolean) {
    let passed = 0
    from.on('data', (sent: Buffer) => {
      const isUpgrade = !responses && upgrades !== 'pass' && upgradeHeader.test(sent.toString('latin1'))
      const chunk = isUpgrade ? meetUpgrade(from, to, sent) : sent
      if (!chunk) return
      if (state.as === 'hang') return from.pause()
      if (!responses) uploaded += chunk.length
      if (state.as === 'cutUp' && uploaded >= endsAt) return void change({ as: 'drop' })
      if (state.as === 'hangUp' && uploaded >= endsAt) return void change({ as: 'hang' })
      if (state.as === 'cut' && responses) {
        const rest = Math.max(0, state.after - passed)
        passed += chunk.length
        if (chunk.length <= rest) return void to.write(chunk)
        return to.end(chunk.subarray(0, rest), () => to.destroy())
      }
      if (state.as === 'slow') setTimeout(() => to.writable && to.write(chunk), state.latency)
      else if (!to.write(chunk)) {
        from.pause()
        to.once('drain', () => from.resume())
      }
    })
    from.on('end', () => state.as !== 'hang' && setTimeout(() => to.end(), state.as === 'slow' ? state.latency : 0))
    from.on('error', () => to.destroy())
    from.on('close', () => {
      open.delete(from)
      if (state.as === 'slow') setTimeout(() => to.destroySoon(), state.latency)
      else if (state.as !== 'hang') to.destroySoon()
    })
  }

  const server = createServer((client) => {
    connections += 1
    const upstream = new Socket()
    open.add(client).add(upstream)
    forward(client, upstream, false)
    forward(upstream, client, true)
    upstream.connect(target.port, '127.0.0.1')
  })
  await listen(server, wanted)
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : wanted

  const destroyAll = () => {
    for (const socket of open) socket.destroy()
    open.clear()
  }
  const unlisten = () => new Promise<void>((resolve) => (server.listening ? server.close(() => resolve()) : resolve()))
  async function change(next: NetworkState): Promise<void> {
    const before = state
    state = next
    if (next.as === 'cutUp' || next.as === 'hangUp') endsAt = uploaded + next.after
    if (next.as === 'drop') {
      destroyAll()
      await unlisten()
    } else {
      // Hung connections are destroyed: bytes were lost.
      if (before.as === 'hang') destroyAll()
      if (!server.listening) await listen(server, port)
    }
  }
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    get connections() {
      return connections
    },
    get state() {
      return state.as
    },
    get uploaded() {
      return uploaded
    },
    set: change,
    setUpgrades(next) {
      upgrades = next
    },
    async close() {
      destroyAll()
      await unlisten()
    },
  }
}
