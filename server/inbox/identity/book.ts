/** Identities of a batch in memory, and their writing (docs/product/identity.md#identities). */
import { type SQL, sql } from 'drizzle-orm'
import { arrayOf, textsOf } from '#server/db/array-of.ts'
import type { Db } from '#server/db/database.ts'
import { roomIdentities } from '#server/db/tables/identities.ts'

export type IdentityKind = 'phone' | 'bsuid'
/** What told an identity. */
export type Proof = 'message' | 'system' | 'shared' | 'status' | 'answer' | 'call' | 'joined' | 'start' | 'before'

/** A row of room_identities; `id` is 0 until it is written. */
export type Identity = Omit<typeof roomIdentities.$inferSelect, 'kind'> & { kind: IdentityKind }

export interface Wanted {
  number: number
  kind: IdentityKind
  value: string
}

export const keyOf = ({ number, kind, value }: Wanted) => `${number} ${kind} ${value}`

/** ISO 8601. */
export const seenOf = ({ seen_at, since }: Identity) => seen_at ?? since

const isKind = (kind: string): kind is IdentityKind => kind === 'phone' || kind === 'bsuid'

function among(wanted: readonly Wanted[]): SQL {
  return sql`number = any(${arrayOf(wanted.map(({ number }) => number))})
    and value = any(${textsOf(wanted.map(({ value }) => value))})
    and (number, kind, value) in (
      select entry.number, entry.kind, entry.value
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as entry (number bigint, kind text, value text))`
}

/** Rooms that have, or had, one of these identities. */
export async function roomsWith(tx: Db, wanted: readonly Wanted[]): Promise<number[]> {
  if (!wanted.length) return []
  const { rows } = await tx.execute<{ room: string | number }>(sql`
    select room from ${roomIdentities} where current and ${among(wanted)}
    union select room from ${roomIdentities} where not current and ${among(wanted)}`)
  return rows.map(({ room }) => Number(room))
}

/** Identities of rooms, and those that are wanted. */
export async function readIdentities(tx: Db, ids: readonly number[], wanted: readonly Wanted[]): Promise<Identity[]> {
  const others = wanted.length ? [...new Set([...ids, ...(await roomsWith(tx, wanted))])] : [...ids]
  if (!others.length) return []
  const found = await tx
    .select()
    .from(roomIdentities)
    .where(sql`${roomIdentities.room} = any(${arrayOf(others)})`)
  return found.flatMap((row) => (isKind(row.kind) ? [{ ...row, kind: row.kind }] : []))
}

const columns = sql.join(
  ['room', 'number', 'kind', 'value', 'parent', 'current', 'since', 'until', 'seen_at', 'proof', 'is_succeeded'].map((name) =>
    sql.identifier(name),
  ),
  sql`, `,
)

export class IdentityBook {
  private readonly byRoom = new Map<number, Set<Identity>>()
  private readonly byValue = new Map<string, Identity[]>()
  private readonly changed = new Set<Identity>()
  /** Identities that rooms of this batch got. */
  readonly added: Identity[] = []

  constructor(rows: readonly Identity[]) {
    for (const row of rows) this.hold(row)
  }

  private listInRoom(row: Identity): void {
    const rows = this.byRoom.get(row.room) ?? new Set()
    this.byRoom.set(row.room, rows.add(row))
  }

  private hold(row: Identity): void {
    this.listInRoom(row)
    const key = keyOf(row)
    this.byValue.set(key, [...(this.byValue.get(key) ?? []), row])
  }

  current(number: number, kind: IdentityKind, value: string | null): Identity | undefined {
    return value === null ? undefined : this.byValue.get(keyOf({ number, kind, value }))?.find(({ current }) => current)
  }

  /** The latest room that had it. */
  former(number: number, kind: IdentityKind, value: string | null): Identity | undefined {
    if (value === null) return undefined
    const found = (this.byValue.get(keyOf({ number, kind, value })) ?? []).filter(({ current }) => !current)
    return found.sort((a, b) => Date.parse(b.until ?? b.since) - Date.parse(a.until ?? a.since) || b.id - a.id)[0]
  }

  /** The first that had it until after this moment. */
  formerAt(number: number, kind: IdentityKind, value: string | null, at: string): Identity | undefined {
    if (value === null) return undefined
    const then = Date.parse(at)
    const found = (this.byValue.get(keyOf({ number, kind, value })) ?? []).filter(
      ({ current, until }) => !current && until !== null && then < Date.parse(until),
    )
    return found.sort((a, b) => Date.parse(a.until ?? a.since) - Date.parse(b.until ?? b.since))[0]
  }

  /** Of several, which a join by hand leaves, the one that was seen last. */
  currentOf(room: number, kind: IdentityKind): Identity | undefined {
    return this.of(room)
      .filter((row) => row.kind === kind && row.current)
      .sort((a, b) => Date.parse(seenOf(b)) - Date.parse(seenOf(a)))[0]
  }

  /** The account that answers under a phone: another one is somebody else (docs/product/identity.md#cases). */
  answering({ room }: Identity): Identity | undefined {
    return this.currentOf(room, 'bsuid')
  }

  of(room: number): Identity[] {
    return [...(this.byRoom.get(room) ?? [])]
  }

  has({ number, kind, value }: Wanted): boolean {
    return this.byValue.has(keyOf({ number, kind, value }))
  }

  change(
    row: Identity,
    values: Partial<Pick<Identity, 'room' | 'current' | 'until' | 'seen_at' | 'is_succeeded' | 'parent' | 'proof'>>,
  ): void {
    const { room } = row
    Object.assign(row, values)
    if (row.room !== room) {
      this.byRoom.get(room)?.delete(row)
      this.listInRoom(row)
    }
    this.changed.add(row)
  }

  add(row: Omit<Identity, 'id'>): Identity {
    const made = { ...row, id: 0 }
    this.hold(made)
    this.changed.add(made)
    this.added.push(made)
    return made
  }

  /** Writes what changed: first what ends, so that a value is free for its next room. */
  async write(tx: Db): Promise<void> {
    const changed = [...this.changed]
    this.changed.clear()
    const known = changed.filter(({ id }) => id > 0)
    for (const list of [known.filter(({ current }) => !current), known.filter(({ current }) => current)]) {
      if (!list.length) continue
      await tx.execute(sql`
        update ${roomIdentities} set room = entry.room, current = entry.current, until = entry.until, seen_at = entry.seen_at,
          is_succeeded = entry.is_succeeded, parent = entry.parent, proof = entry.proof
        from jsonb_populate_recordset(null::${roomIdentities}, ${JSON.stringify(list)}::jsonb) as entry
        where ${roomIdentities.id} = entry.id and ${roomIdentities.id} = any(${arrayOf(list.map(({ id }) => id))})`)
    }
    const fresh = changed.filter(({ id }) => id === 0)
    if (!fresh.length) return
    const { rows } = await tx.execute<{ id: string | number }>(sql`
      insert into ${roomIdentities} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${roomIdentities}, ${JSON.stringify(fresh)}::jsonb)
      returning id`)
    // Rows of one statement are numbered in their order.
    for (const [at, row] of fresh.entries()) row.id = Number(rows[at]?.id)
  }
}
