/** A phone or laptop: outboxes, session and credentials, locks, clock, tabs and worker. */

import type { OutboxRow } from '#console/data/outbox/row/types.ts'
import type { Credentials } from '#console/data/outbox/wire/credentials.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Clock } from './clock.ts'
import type { Journal } from './journal.ts'
import { Locks } from './locks.ts'
import { Network } from './network.ts'
import type { Process } from './process.ts'
import type { Random } from './random.ts'
import type { Sabotage } from './sabotage.ts'
import type { ModelServer } from './server.ts'
import { type Handle, type HandleParts, memoryOutbox, type Outbox, openHandle, storedOutbox, type Unanswered } from './store.ts'
import { replay, Tab } from './tab.ts'

export interface DeviceSession {
  /** Index of the user. */
  user: number
  owner: string
  token: string
}

export interface DeviceParts {
  index: number
  server: ModelServer
  clock: Clock
  journal: Journal
  random: Random
  sabotage: Sabotage | null
  stored: boolean
}

const start = Date.UTC(2026, 10, 20)
/** Milliseconds until a signed-out person signs in again. */
const notices = 45_000
/** Milliseconds until another tab gets the session; longer in the background. */
const storageEvent = { min: 20, max: 4_000 }
const syncRetry = 5 * 60_000
const maxSyncs = 3

export class Device {
  readonly index: number
  readonly clock: Clock
  readonly journal: Journal
  readonly random: Random
  readonly sabotage: Sabotage | null
  readonly network: Network
  readonly locks = new Locks()
  readonly workers = new Set<Process>()
  readonly tabs: Tab[] = []
  /** Records of the server as last seen by this device; null: deleted. */
  readonly seen = new Map<string, AnyRow | null>()
  readonly outboxes = new Map<string, Outbox>()
  session: DeviceSession | null = null
  /** Writes fail for lack of space. */
  full = false
  /** Calls of a store that answers nobody. */
  readonly unanswered = new Set<Unanswered>()
  /** Lets the one that holds the database end. */
  release: (() => void) | null = null
  clockOff = 0
  readonly #server: ModelServer
  readonly #stored: boolean
  readonly #shown = new Map<string, readonly OutboxRow[]>()
  #stays: { epoch: number; current: { token: string; owner: string } | null } = { epoch: 0, current: null }
  #syncs = 0

  constructor({ index, server, clock, journal, random, sabotage, stored }: DeviceParts) {
    this.index = index
    this.clock = clock
    this.journal = journal
    this.random = random
    this.sabotage = sabotage
    this.#server = server
    this.#stored = stored
    this.network = new Network({ server, clock, journal, random, anonymous: sabotage === 'owner' })
  }

  /** Time of the device's clock. */
  time(): number {
    return start + this.clock.now + this.clockOff
  }

  outbox(owner: string): Outbox {
    const outbox = this.outboxes.get(owner) ?? (this.#stored ? storedOutbox(owner) : memoryOutbox())
    this.outboxes.set(owner, outbox)
    return outbox
  }

  handleParts(owner: string): Omit<HandleParts, 'process'> {
    const { clock, random, sabotage } = this
    return {
      outbox: this.outbox(owner),
      clock,
      random,
      sabotage,
      isFull: () => {
        if (this.full) this.journal.hit('quota')
        return this.full
      },
      unanswered: this.unanswered,
      observe: (rows) => {
        this.#shown.set(owner, rows)
        this.journal.observe(this.index, rows)
      },
    }
  }

  open(owner: string, process: Process): Handle {
    return openHandle({ ...this.handleParts(owner), process })
  }

  /** Rows as displayed. */
  rowsOf(owner: string): readonly OutboxRow[] {
    return this.#shown.get(owner) ?? []
  }

  see(row: AnyRow): void {
    const known = this.seen.get(row.ref)
    if (known && known.version > row.version) return
    this.seen.set(row.ref, row)
    this.journal.saw(this.index, row)
  }

  /** Applies a verdict to the screens: the server's row, or the saved one where the response has none. */
  settled(row: OutboxRow, fresh: AnyRow | null): void {
    if (fresh) {
      this.see(fresh)
      return
    }
    if (row.action !== 'update' && row.action !== 'status') return
    const { ids: _ids, ...patch } = row.patch
    for (const ref of row.touches) {
      const known = this.seen.get(ref)
      if (known) this.see({ ...known, ...patch })
    }
  }

  /** The same token keeps its epoch, as in `credentials.ts`. */
  writeCredentials(next: { token: string; owner: string } | null): void {
    const { epoch, current } = this.#stays
    if (current?.token !== next?.token || current?.owner !== next?.owner) {
      this.#stays = { epoch: epoch + 1, current: next && { token: next.token, owner: next.owner } }
    }
  }

  readCredentials(): Credentials | null {
    const { epoch, current } = this.#stays
    return current && { ...current, epoch }
  }

  #follow(first: Tab | null): void {
    first?.follow()
    for (const tab of this.tabs)
      if (tab !== first) this.clock.after(this.random.integer(storageEvent.min, storageEvent.max), () => tab.follow())
  }

  async signIn(user: number, tab: Tab | null): Promise<void> {
    if (this.session?.user === user) return
    if (this.session) await this.signOut(tab)
    const token = await this.clock.work(() => this.#server.issueToken(user))
    this.session = { user, owner: this.#server.users[user]?.ref ?? '', token }
    this.writeCredentials(this.session)
    this.#follow(tab)
  }

  async signOut(tab: Tab | null): Promise<void> {
    const { session } = this
    if (!session) return
    this.session = null
    this.writeCredentials(null)
    this.#follow(tab)
    if (this.network.up) await this.clock.work(() => this.#server.signOut(session.token))
  }

  /** The session ended automatically; the person signs in again later. */
  endSession(): void {
    const { session } = this
    if (!session) return
    this.session = null
    this.writeCredentials(null)
    this.#follow(null)
    this.clock.after(notices, () => {
      if (!this.session) void this.signIn(session.user, this.tabs[0] ?? null)
    })
  }

  async checkSession(token: string): Promise<void> {
    const lives = await this.clock.work(() => this.#server.isSignedIn(token))
    if (!lives && this.session?.token === token) this.endSession()
  }

  openTab(): Tab {
    const tab = new Tab(this)
    tab.onEnd(() => void this.tabs.splice(this.tabs.indexOf(tab), 1))
    this.tabs.push(tab)
    return tab
  }

  /** The store answers again: time stands still until it has answered all. */
  answer(): void {
    this.release?.()
    this.release = null
    for (const { isOpen, hold } of [...this.unanswered]) if (isOpen()) hold()
  }

  /** Tabs and workers whose database never opened: people start the page again, and the browser its worker. */
  restartUnopened(): void {
    for (const tab of [...this.tabs]) {
      if (tab.handle?.isOpen() !== false) continue
      tab.die()
      this.openTab()
    }
    for (const worker of [...this.workers]) if (worker.handle?.isOpen() === false) worker.die()
  }

  setNetwork(up: boolean): void {
    if (this.network.up === up) return
    this.network.up = up
    for (const tab of this.tabs) tab.networkChanged()
    if (up && this.#syncs > 0) this.sync()
  }

  /** Requests a `sync` event for a saved change. */
  registerSync(): void {
    this.#syncs = maxSyncs
    this.sync()
  }

  /** The browser's `sync` event; repeated a few times while rows remain. */
  sync(): void {
    this.clock.after(this.random.integer(5, 400), () => {
      if (this.network.up && this.workers.size === 0) void this.#replay()
    })
  }

  async #replay(): Promise<void> {
    this.#syncs -= 1
    const again = () => this.#syncs > 0 && this.sync()
    // An event whose worker dies has failed.
    let succeeded = false
    this.clock.after(syncRetry, () => !succeeded && again())
    const remain = await replay(this)
    if (!remain) succeeded = true
  }
}
