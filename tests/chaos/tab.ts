/** A tab or the worker of a device: the real drain, transport, lock and runner on the model. */

import { type DrainParts, drain, type Lock, type Transport } from '#console/data/outbox/send/drain.ts'
import { createRunner, type Runner } from '#console/data/outbox/send/runner.ts'
import { createTransport } from '#console/data/outbox/send/transport.ts'
import { createWebLock } from '#console/data/outbox/store/web-lock.ts'
import type { Credentials } from '#console/data/outbox/wire/credentials.ts'
import { unknownConfig } from '#console/data/outbox/wire/read-config.ts'
import type { Clock } from './clock.ts'
import type { Device, DeviceSession } from './device.ts'
import { origin } from './network.ts'
import { Process } from './process.ts'
import type { Handle } from './store.ts'

export const config = { ...unknownConfig, hosts: { ...unknownConfig.hosts, main: origin } }

const always: Lock = async (work) => {
  await work(new AbortController().signal)
  return 'ran'
}

/** Locks that `createWebLock` finds in `navigator`, read at its call. */
let locksNow: unknown = null
Object.defineProperty(globalThis, 'navigator', { configurable: true, get: () => ({ onLine: true, locks: locksNow }) })

export const lockName = (owner: string) => `lapangan-drain-${owner}`

interface Reach {
  isOnline: () => boolean
  credentials: () => Promise<Credentials | null>
  onResponse?: (status: number | null, token: string) => void
}

/** Building a request loads the section's definition in real time: virtual time waits. */
function covered(clock: Clock, { capacity, send }: Transport): Transport {
  return { capacity, send: (...args) => clock.work(() => send(...args)) }
}

/** The network takes virtual time, which it holds itself. */
async function uncovered<Result>(clock: Clock, work: () => Promise<Result>): Promise<Result> {
  clock.release()
  try {
    return await work()
  } finally {
    clock.hold()
  }
}

/** Same parts as `start.ts` and `replay.ts`. */
export function assemble(device: Device, process: Process, owner: string, handle: Handle, reach: Reach): DrainParts {
  const { clock, random, network, locks, sabotage } = device
  const queue = handle.outbox
  const own = createWebLock({ name: lockName(owner), lastBeat: queue.lastBeat, elapsed: () => clock.now })
  const locked: Lock = (work) => {
    locksNow = locks.of(process)
    return own(work)
  }
  // Sabotage: the user who is signed in counts as the owner.
  const anybody = async () => {
    const found = device.readCredentials()
    return found && { ...found, owner }
  }
  const credentials = () => process.step(sabotage === 'owner' ? anybody : reach.credentials)
  return {
    queue,
    owner,
    credentials,
    isOnline: reach.isOnline,
    now: () => device.time(),
    random: () => random.next(),
    lock: sabotage === 'lock' ? always : locked,
    transport: covered(
      clock,
      createTransport({
        files: queue.files,
        config: async () => config,
        send: (request, options) => uncovered(clock, () => process.step(() => network.send(request, options))),
        isOnline: reach.isOnline,
        now: () => device.time(),
        onResponse: (status, token) => !process.dead && reach.onResponse?.(status, token),
      }),
    ),
    publish: (event) => {
      if (event.kind === 'verdict' && event.verdict.kind === 'done') device.settled(event.row, event.verdict.row)
    },
  }
}

const firstWait = 1_000
const maxWaitMs = 30_000
const idleProbeMs = 20_000
const poll = 60_000
const shortly = 15

/** A page: connection, session and runner like `connection.ts`, `session.ts` and `start.ts`. */
export class Tab extends Process {
  connection: 'online' | 'offline' | 'unreachable'
  session: DeviceSession | null = null
  #runner: Runner | null = null
  #wait = firstWait
  #probing = false
  #reachedAt = 0

  constructor(readonly device: Device) {
    super(device.clock)
    this.connection = device.network.up ? 'online' : 'offline'
    this.onEnd(() => {
      this.#runner?.stop()
      this.handle?.close()
      device.locks.release(this)
    })
    this.follow()
    this.#idle()
    this.#poll()
  }

  /** A sign-in or sign-out in any tab. */
  follow(): void {
    if (this.dead || this.session?.token === this.device.session?.token) return
    const before = this.session
    this.session = this.device.session
    if (before?.owner === this.session?.owner) {
      this.wake()
      return
    }
    this.#runner?.stop()
    this.handle?.close()
    this.#runner = null
    this.handle = null
    if (this.session) this.#start(this.session.owner)
  }

  #start(owner: string): void {
    const handle = this.device.open(owner, this)
    const parts = assemble(this.device, this, owner, handle, {
      isOnline: () => this.connection === 'online',
      credentials: async () => {
        if (!this.session) return null
        this.device.writeCredentials(this.session)
        return this.device.readCredentials()
      },
      onResponse: (status, token) => {
        if (status === null) this.#unreached()
        else this.#reached()
        if (status === 401 && token === this.session?.token) this.device.endSession()
      },
    })
    this.handle = handle
    this.#runner = createRunner({
      queue: handle.outbox,
      drain: () => drain(parts),
      after: (milliseconds, work) => this.clock.after(milliseconds, () => !this.dead && work()),
    })
    this.wake(true)
  }

  wake(networkIsBack = false): void {
    if (!this.dead) this.#runner?.wake(networkIsBack)
  }

  /** Event of the browser's network. */
  networkChanged(): void {
    if (this.dead) return
    if (this.device.network.up) this.#probe()
    else {
      this.connection = 'offline'
      this.#probeLater()
    }
  }

  #reached(): void {
    const was = this.connection
    this.connection = 'online'
    this.#wait = firstWait
    this.#reachedAt = this.clock.now
    if (was !== 'online') this.wake(true)
    const { session } = this
    if (session && this.device.rowsOf(session.owner).some(({ state }) => state === 'queued' || state === 'sending')) this.wake()
  }

  #unreached(): void {
    if (!this.device.network.up) this.connection = 'offline'
    else if (this.connection === 'online') this.#probe()
  }

  #probe(): void {
    if (this.#probing) return
    this.#probing = true
    this.clock.after(shortly, () => {
      this.#probing = false
      if (this.dead) return
      if (this.device.network.up) return this.#reached()
      this.connection = 'offline'
      this.#probeLater()
    })
  }

  #probeLater(): void {
    this.clock.after(this.#wait, () => !this.dead && this.connection !== 'online' && this.#probe())
    this.#wait = Math.min(this.#wait * 2, maxWaitMs)
  }

  #idle(): void {
    this.clock.after(idleProbeMs / 2, () => {
      if (this.dead) return
      if (this.connection === 'online' && this.clock.now - this.#reachedAt > idleProbeMs) this.#probe()
      this.#idle()
    })
  }

  /** Leads are polled each minute, so an ended session is noticed. */
  #poll(): void {
    this.clock.after(poll, () => {
      if (this.dead) return
      const token = this.session?.token
      if (token && this.connection === 'online') void this.device.checkSession(token)
      this.#poll()
    })
  }
}

/** One pass of the worker, like `sw/replay.ts`. Returns whether rows remain. */
export async function replay(device: Device): Promise<boolean> {
  const current = device.readCredentials()
  if (!current) return false
  const worker = new Process(device.clock)
  const handle = device.open(current.owner, worker)
  worker.handle = handle
  worker.onEnd(() => {
    handle.close()
    device.locks.release(worker)
    device.workers.delete(worker)
  })
  device.workers.add(worker)
  try {
    const parts = assemble(device, worker, current.owner, handle, {
      isOnline: () => device.network.up,
      credentials: async () => device.readCredentials(),
    })
    return (await drain(parts)).waiting > 0
  } catch {
    return true
  } finally {
    worker.die()
  }
}
