/** Events of a schedule for the oracle: reports to people, faults, requests. */
import type { OutboxRow } from '#console/data/outbox/row/types.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { FaultKind } from './schedule.ts'

/** A row under one mutation id. */
export type Version = Pick<OutboxRow, 'patch' | 'base' | 'touches'>

/** A request to discard a waiting change. */
export interface Drop {
  /** Its records at that time. */
  refs: readonly string[]
  /** After a kill nothing was reported: it may exist or not. 'stays': the report said that it was not discarded. */
  reported: 'nothing' | 'dropped' | 'stays'
}

/** A saved change: an outbox row from its creation to its end. */
export interface Saved {
  device: number
  owner: string
  seq: number
  action: string
  section: string
  /** All ids under which it was sent. */
  versions: Map<string, Version>
  /** Invalid on purpose. */
  invalid: boolean
  /** Each request to discard it. */
  drops: Drop[]
  /** Values of each record and field that the person had seen on saving. */
  known: ReadonlyMap<string, ReadonlySet<string>>
  /** The person resolved a conflict, so values of others may be replaced. */
  resolved: boolean
}

export interface Parked {
  saved: Saved
  reason: string
  status: number
  code: string
}

const nameOf = (device: number, row: Pick<OutboxRow, 'owner' | 'seq'>) => `${device} ${row.owner} ${row.seq}`

export class Journal {
  readonly saved = new Map<string, Saved>()
  readonly byId = new Map<string, Saved>()
  readonly hits = new Map<FaultKind, number>()
  /** Mutation ids hit by faults, by fault. */
  readonly struck = new Map<FaultKind, Set<string>>()
  readonly parked: Parked[] = []
  /** Ids of changes that the person was told are saved, and of those that they were told are not. */
  readonly confirmed = new Set<string>()
  readonly refused = new Set<string>()
  /** Ids that a person cancelled on the server. */
  readonly cancelled = new Set<string>()
  /** Refs of records with a discarded create. */
  readonly unmade = new Set<string>()
  /** Refs of records with a corrected or discarded change, on which later ones were based. */
  readonly revised = new Set<string>()
  readonly notes: string[] = []
  readonly #seen = new Map<string, Set<string>>()

  hit(kind: FaultKind, ids: Iterable<string> = []): void {
    this.hits.set(kind, (this.hits.get(kind) ?? 0) + 1)
    const struck = this.struck.get(kind) ?? new Set()
    for (const id of ids) struck.add(id)
    this.struck.set(kind, struck)
  }

  wasStruck(kind: FaultKind, saved: Saved): boolean {
    return [...saved.versions.keys()].some((id) => this.struck.get(kind)?.has(id))
  }

  note(text: string): void {
    this.notes.push(text)
  }

  find(device: number, row: Pick<OutboxRow, 'owner' | 'seq'>): Saved | undefined {
    return this.saved.get(nameOf(device, row))
  }

  /** Mutation ids in a request. */
  idsIn(text: string): string[] {
    return [...this.byId.keys()].filter((id) => text.includes(id))
  }

  /** Observes an outbox: records new rows and ids, and parked rows. */
  observe(device: number, rows: readonly OutboxRow[]): void {
    for (const row of rows) {
      const { patch, base, touches, owner, seq, action, section } = row
      const name = nameOf(device, row)
      const saved = this.saved.get(name) ?? {
        device,
        owner,
        seq,
        action,
        section,
        versions: new Map(),
        invalid: false,
        drops: [],
        known: this.#knownTo(device, row),
        resolved: false,
      }
      this.saved.set(name, saved)
      this.byId.set(row.id, saved)
      saved.versions.set(row.id, { patch, base, touches })
      if (row.state === 'parked' && row.reason) this.#park(saved, row)
    }
  }

  /** Records a display. */
  saw(device: number, row: AnyRow): void {
    for (const [name, value] of Object.entries(row)) {
      const key = `${device} ${row.ref} ${name}`
      this.#seen.set(key, (this.#seen.get(key) ?? new Set()).add(JSON.stringify(value)))
    }
  }

  #knownTo(device: number, row: OutboxRow): Saved['known'] {
    const keys = row.touches.flatMap((ref) => Object.keys(row.patch).map((name) => `${ref} ${name}`))
    return new Map(keys.map((key) => [key, new Set(this.#seen.get(`${device} ${key}`))]))
  }

  #park(saved: Saved, row: OutboxRow): void {
    const { status = 0, code = '' } = row.lastError ?? {}
    const known = this.parked.some((entry) => entry.saved === saved && entry.reason === row.reason && entry.code === code)
    if (!known) this.parked.push({ saved, reason: row.reason ?? '', status, code })
  }
}
