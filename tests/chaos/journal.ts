/** What happened in a schedule, as the oracle needs it: what persons were told, what went wrong, what was on the wire. */
import type { OutboxRow } from '#console/data/outbox/row/types.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { FaultKind } from './schedule.ts'

/** A row as it stood under one mutation id. */
export type Version = Pick<OutboxRow, 'patch' | 'base' | 'touches'>

/** A person asked for a waiting change to be dropped. */
export interface Drop {
  /** The records it spoke of then. */
  refs: readonly string[]
  /** Who was killed in between heard nothing: it may be there or not. 'stays': what they were told says that they did not drop it. */
  reported: 'nothing' | 'dropped' | 'stays'
}

/** One change that a person saved: a row of an outbox from its first to its last day. */
export interface Saved {
  device: number
  owner: string
  seq: number
  action: string
  section: string
  /** Every id it was ever sent under. */
  versions: Map<string, Version>
  /** Made to be refused by the server. */
  invalid: boolean
  /** Each time that a person asked for it to be dropped. */
  drops: Drop[]
  /** What its person had seen of each record and field when they saved it. */
  known: ReadonlyMap<string, ReadonlySet<string>>
  /** The person decided over a conflict, so what others wrote may be replaced. */
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
  /** Mutation ids that a fault fell upon, by fault. */
  readonly struck = new Map<FaultKind, Set<string>>()
  readonly parked: Parked[] = []
  /** Ids that a person asked the server to cancel. */
  readonly cancelled = new Set<string>()
  /** Refs of records whose making was dropped. */
  readonly unmade = new Set<string>()
  /** Refs of records of which a waiting change was corrected or dropped; what stands behind was made on what it said. */
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

  /** Mutation ids that a request speaks of. */
  idsIn(text: string): string[] {
    return [...this.byId.keys()].filter((id) => text.includes(id))
  }

  /** Looks at an outbox: learns of new rows and new ids, and of rows that were parked since. */
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

  /** A device shows a record. */
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
