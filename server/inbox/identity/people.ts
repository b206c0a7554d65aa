/** Which person of the house a room is of (docs/product/identity.md#people): by phone, by user id within an account, by its parent. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { uuidv7 } from '#contract/lib/uuid.ts'
import type { Db } from '#server/db/database.ts'
import { rooms, whatsappNumbers } from '#server/db/tables/chat.ts'
import { people, personIdentities } from '#server/db/tables/identities.ts'
import type { RoomNow } from '../inbound/inbound-rooms.ts'
import type { Identity, IdentityBook } from './book.ts'

interface Named {
  kind: 'bsuid' | 'parent' | 'phone'
  scope: string
  value: string
}

/** What tells most first: a user id is one person's, a phone is handed on. */
const order: readonly Named['kind'][] = ['bsuid', 'parent', 'phone']

const keyOf = ({ kind, scope, value }: Named) => `${kind} ${scope} ${value}`

function namesOf(list: readonly Identity[], account: string): Named[] {
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

async function accountsOf(tx: Db, list: readonly RoomNow[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(list.map(({ whatsapp_number }) => whatsapp_number))]
  const found = await tx
    .select({ id: whatsappNumbers.id, account: whatsappNumbers.business_account_id })
    .from(whatsappNumbers)
    .where(inArray(whatsappNumbers.id, ids))
  // Without an account a user id is known to its number alone.
  return new Map(found.map(({ id, account }) => [id, account ?? `number ${id}`]))
}

async function readPeople(tx: Db, named: readonly Named[]): Promise<Map<string, number>> {
  const values = [...new Set(named.map((one) => one.value))]
  const { kind, scope, value, person } = personIdentities
  const found = await tx
    .select({ kind, scope, value, person })
    .from(personIdentities)
    .where(and(eq(personIdentities.current, true), inArray(value, values)))
  return new Map(found.map((one) => [`${one.kind} ${one.scope} ${one.value}`, one.person]))
}

/** Gives rooms with new identities their person. One whose number is in question keeps whom it had. */
export async function linkPeople(tx: Db, book: IdentityBook, changed: readonly RoomNow[]): Promise<void> {
  const list = changed.filter(({ cut_place, joined_into }) => cut_place === null && joined_into === null)
  if (!list.length) return
  const accounts = await accountsOf(tx, list)
  const wanted = list.map((room) => ({ room, named: namesOf(book.of(room.id), accounts.get(room.whatsapp_number) ?? '') }))
  const known = await readPeople(
    tx,
    wanted.flatMap(({ named }) => named),
  )
  const fresh: { key: string; person: number; named: Named }[] = []
  for (const { room, named } of wanted) {
    if (!named.length) continue
    const first = named.map((one) => known.get(keyOf(one))).find((person) => person !== undefined)
    const [made] =
      room.person === null && first === undefined
        ? await tx.insert(people).values({ ref: uuidv7(), name: room.customer_name }).returning()
        : []
    room.person = room.person ?? first ?? made?.id ?? null
    for (const one of named) {
      const key = keyOf(one)
      if (room.person === null || known.has(key)) continue
      known.set(key, room.person)
      fresh.push({ key, person: room.person, named: one })
    }
  }
  if (fresh.length)
    await tx
      .insert(personIdentities)
      .values(fresh.map(({ person, named }) => ({ person, ...named, proof: 'room' })))
      .onConflictDoNothing({ target: [personIdentities.kind, personIdentities.scope, personIdentities.value], where: sql`current` })
  const entries = JSON.stringify(wanted.map(({ room }) => ({ id: room.id, person: room.person })))
  await tx.execute(sql`
    update ${rooms} set person = entry.person from jsonb_to_recordset(${entries}::jsonb) as entry (id bigint, person bigint)
    where ${rooms.id} = entry.id and ${rooms.person} is distinct from entry.person`)
}

/** A number that was handed on is its former owner's no more. */
export async function endPhone(tx: Db, person: number | null, phone: string): Promise<void> {
  if (person === null || phone === '') return
  const { kind, value, current } = personIdentities
  await tx
    .update(personIdentities)
    .set({ current: false, until: sql`now()` })
    .where(and(eq(personIdentities.person, person), eq(kind, 'phone'), eq(value, phone), eq(current, true)))
}
