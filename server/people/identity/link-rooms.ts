/** Whose rooms are: what WhatsApp proves joins people (docs/product/identity.md#people). */
import { sql } from 'drizzle-orm'
import { arrayOf } from '#server/db/array-of.ts'
import type { Db } from '#server/db/database.ts'
import { rooms } from '#server/db/tables/chat.ts'
import { personIdentities } from '#server/db/tables/identities.ts'
import { type Bearer, readBearers } from './bearers.ts'
import { type Claim, type Claims, dropClaims, readClaims, take } from './claims.ts'
import { keyOf, type Named } from './identifying.ts'
import { joinPeople } from './join-people.ts'
import { releasePeople } from './release.ts'

export interface RoomNamed {
  id: number
  person: number | null
  /** What the customer calls themselves. */
  name: string | null
  /** Today's identities, what tells most first. */
  named: readonly Named[]
}

/** What tells most first: a user id is one person's, a phone is handed on. */
const order: readonly Named['kind'][] = ['bsuid', 'parent', 'phone']

interface RoomIdentity {
  kind: 'phone' | 'bsuid'
  value: string
  parent: string | null
  current: boolean
}

/** What names the person of a room at a number of this account. */
export function namesOfRoom(list: readonly RoomIdentity[], account: string): Named[] {
  const named = list.flatMap(({ kind, value, parent, current }): Named[] =>
    current
      ? [
          { kind, scope: kind === 'bsuid' ? account : '', value },
          ...(kind === 'bsuid' && parent !== null ? [{ kind: 'parent' as const, scope: '', value: parent }] : []),
        ]
      : [],
  )
  return named.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
}

const maxAttempts = 4

interface Known {
  claims: Claims
  bearers: ReadonlyMap<number, readonly Bearer[]>
  /** Current user ids of people: `account value`. */
  accounts: ReadonlyMap<number, readonly Named[]>
}

async function readKnown(db: Db, named: readonly Named[]): Promise<Known> {
  const claims = await readClaims(db, named)
  const ids = [...claims.byKey.values()].map(({ person }) => person)
  if (!ids.length) return { claims, bearers: new Map(), accounts: new Map() }
  const { rows: found } = await db.execute<Named & { person: string | number } & Record<string, unknown>>(sql`
    select person, kind, scope, value from ${personIdentities}
    where person = any(${arrayOf(ids)}) and kind = 'bsuid' and current`)
  const accounts = new Map<number, Named[]>()
  for (const { person, kind, scope, value } of found)
    accounts.set(Number(person), [...(accounts.get(Number(person)) ?? []), { kind, scope, value }])
  return { claims, bearers: await readBearers(db, ids), accounts }
}

/** Whether WhatsApp says of a phone that its present owner is not this person: another account, or a chat that lost it. */
function isHandedOn({ named }: RoomNamed, { person, value }: Claim, { bearers, accounts }: Known): boolean {
  const own = named.find(({ kind }) => kind === 'bsuid')
  const others = (accounts.get(person) ?? []).filter(({ scope }) => scope === own?.scope)
  if (own && others.length && !others.some((other) => other.value === own.value)) return true
  const chats = (bearers.get(person) ?? []).filter(({ of }) => of === 'room')
  return chats.length > 0 && !chats.some(({ values }) => values.includes(value))
}

/** `joined`: people who became another one in this transaction. */
async function tryLink(db: Db, list: readonly RoomNamed[], joined: Map<number, number>): Promise<Map<number, number> | null> {
  const known = await readKnown(
    db,
    list.flatMap(({ named }) => named),
  )
  const { byKey, held } = known.claims
  const found = new Map<number, number>()
  const made = new Map<number, string | null>()
  const fresh: (Named & { person: number })[] = []
  const dropped: Claim[] = []
  const last = (person: number): number => {
    const into = joined.get(person)
    return into === undefined ? person : last(into)
  }
  for (const room of list) {
    const free: Named[] = []
    let person = room.person === null ? null : last(room.person)
    for (const one of room.named) {
      if (one.kind === 'phone' && held.has(one.value)) continue
      const claim = byKey.get(keyOf(one))
      if (!claim) {
        free.push(one)
        continue
      }
      if (claim.apart !== null) continue
      const other = last(claim.person)
      if (other === person) continue
      if (claim.id > 0 && one.kind === 'phone' && isHandedOn(room, claim, known)) {
        dropped.push(claim)
        byKey.delete(keyOf(one))
        free.push(one)
      } else if (person === null) person = other
      else if (person > 0 && other > 0) {
        const stays = await joinPeople(db, person, other)
        if (stays !== null) joined.set(stays === person ? other : person, stays)
        person = stays ?? person
      }
    }
    if (person === null) {
      person = -made.size - 1
      made.set(person, room.name)
    }
    found.set(room.id, person)
    for (const one of free) {
      fresh.push({ ...one, person })
      byKey.set(keyOf(one), { ...one, id: 0, person, apart: null })
    }
  }
  await dropClaims(db, dropped)
  const numbers = await take(db, { claims: fresh.map((one) => ({ ...one, proof: 'room' })), made })
  return numbers && new Map([...found].map(([id, person]) => [id, person < 0 ? (numbers.get(person) ?? 0) : last(person)]))
}

/** Gives rooms their person, and returns it by room. Rooms whose number is in question are not to be given. */
export async function linkRooms(db: Db, list: readonly RoomNamed[]): Promise<Map<number, number>> {
  const named = list.filter((room) => room.named.length > 0)
  const joined = new Map<number, number>()
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const found = named.length ? await tryLink(db, named, joined) : new Map<number, number>()
    if (!found) continue
    const entries = JSON.stringify([...found].map(([id, person]) => ({ id, person })))
    if (found.size)
      await db.execute(sql`
        update ${rooms} set person = entry.person from jsonb_to_recordset(${entries}::jsonb) as entry (id bigint, person bigint)
        where ${rooms.id} = entry.id and ${rooms.person} is distinct from entry.person`)
    // What the rooms of before had, and have no more.
    await releasePeople(
      db,
      named.flatMap(({ person }) => person ?? []),
    )
    return found
  }
  return new Map()
}
