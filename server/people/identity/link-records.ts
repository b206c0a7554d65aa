/** Whose leads, members, participants and orders are: their sections' hook into every way of writing (docs/product/identity.md#people). */
import { inArray, sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import type { PeopleHook, Written } from '#server/crud/rules.ts'
import { arrayOf } from '#server/db/array-of.ts'
import type { Db } from '#server/db/database.ts'
import { members } from '#server/db/tables/members.ts'
import type { RecordKind } from './bearers.ts'
import { keyOf, namesOf } from './identifying.ts'
import { type RecordNow, resolvePeople } from './resolve.ts'
import { moveOrders, recordTables, settlePeople } from './settle.ts'

type Values = Readonly<Record<string, unknown>>

/** A record that names somebody else than before, or may: its place in the list, and how it was. */
interface Touched {
  at: number
  now: RecordNow
  before: RecordNow | null
}

const textOf = (value: unknown) => (value == null ? null : toText(value))

const nowOf = (of: RecordKind, id: number | null, values: Values, person: number | null): RecordNow => {
  return { of, id, name: toText(values.name), phone: toText(values.phone), email: textOf(values.email), person }
}

/** Whether a write may change whom the record names. What is restored is looked at again. */
function mayTouch({ id, before, values }: Written): boolean {
  if (id === null || 'deleted_at' in values) return true
  const names = ['phone', 'email'].filter((name) => name in values)
  return before ? names.some((name) => textOf(values[name]) !== textOf(before[name])) : names.length > 0
}

const valuesOf = (record: RecordNow | null) => (record ? namesOf(record) : [])

async function readStored(db: Db, of: RecordKind, ids: readonly number[]): Promise<Map<number, RecordNow>> {
  if (!ids.length) return new Map()
  const { id, name, phone, email, person_id } = recordTables[of]
  const rows = await db
    .select({ id, name, phone, email, person_id })
    .from(recordTables[of])
    .where(inArray(id, [...ids]))
  return new Map(rows.map((row) => [row.id, nowOf(of, row.id, row, row.person_id)]))
}

async function touchedOf(db: Db, of: RecordKind, writes: readonly Written[]): Promise<Touched[]> {
  const open = writes.flatMap((write, at) => (mayTouch(write) ? [{ ...write, at }] : []))
  const stored = await readStored(
    db,
    of,
    open.flatMap(({ id }) => id ?? []),
  )
  return open.map(({ at, id, values }) => {
    const before = id === null ? null : (stored.get(id) ?? null)
    return { at, before, now: nowOf(of, id, { ...before, ...values }, before?.person ?? null) }
  })
}

/** The hook of a section whose records have a phone and an address of their own. */
export function peopleOf(of: RecordKind): PeopleHook {
  return {
    async write(db, writes, write) {
      const touched = await touchedOf(db, of, writes)
      const found = await resolvePeople(
        db,
        touched.map(({ now }) => now),
      )
      const more: Record<string, unknown>[] = writes.map(() => ({}))
      for (const [at, { at: place, before }] of touched.entries())
        if (found[at] !== (before?.person ?? null)) more[place] = { person_id: found[at] ?? null }
      const written = await write(more)
      const changed = touched.flatMap(({ now, before }, at) => (before ? [{ now, before, person: found[at] ?? null }] : []))
      if (of === 'member')
        await moveOrders(
          db,
          changed.flatMap(({ now, before, person }) => (now.id !== null && person !== before.person ? [{ id: now.id, person }] : [])),
        )
      const left = changed.flatMap(({ now, before }) => {
        const names = new Set(valuesOf(now).map(keyOf))
        return valuesOf(before).filter((one) => !names.has(keyOf(one)))
      })
      await settlePeople(
        db,
        changed.flatMap(({ before }) => before.person ?? []),
        left.map(({ value }) => value),
      )
      return written
    },
    async remove(db, ids, remove) {
      const stored = [...(await readStored(db, of, ids)).values()]
      const removed = await remove()
      await settlePeople(
        db,
        stored.flatMap(({ person }) => person ?? []),
        stored.flatMap((record) => valuesOf(record).map(({ value }) => value)),
      )
      return removed
    },
  }
}

/** The hook of orders, which are of the person of their member. */
export const peopleOfOrders: PeopleHook = {
  async write(db, writes, write) {
    const ids = writes.flatMap(({ values }) => (typeof values.member_id === 'number' ? [values.member_id] : []))
    const rows = ids.length
      ? await db
          .select({ id: members.id, person: members.person_id })
          .from(members)
          .where(sql`${members.id} = any(${arrayOf(ids)})`)
      : []
    const people = new Map(rows.map(({ id, person }) => [id, person]))
    return write(
      writes.map(({ values }) => (typeof values.member_id === 'number' ? { person_id: people.get(values.member_id) ?? null } : {})),
    )
  },
  remove: (_db, _ids, remove) => remove(),
}
