/** Which person an identity names, and the taking of one that names nobody: the unique index decides between two at once. */
import { inArray, sql } from 'drizzle-orm'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { arrayOf } from '#server/db/array-of.ts'
import type { Db } from '#server/db/database.ts'
import { rooms } from '#server/db/tables/chat.ts'
import { people, personIdentities } from '#server/db/tables/identities.ts'
import { keyOf, type Named } from './identifying.ts'

export interface Claim extends Named {
  /** 0 until it is written. */
  id: number
  /** A negative number is that of a person who is not written yet. */
  person: number
  apart: string | null
}

export interface Claims {
  byKey: Map<string, Claim>
  /** Phones of rooms whose number is in question. */
  held: ReadonlySet<string>
}

interface Row extends Record<string, unknown> {
  id: string | number | null
  kind: Named['kind']
  scope: string
  value: string
  person: string | number | null
  apart: string | null
}

const listed = (values: readonly string[]) => sql`array(select jsonb_array_elements_text(${JSON.stringify([...new Set(values)])}::jsonb))`

export async function readClaims(db: Db, named: readonly Named[]): Promise<Claims> {
  const values = listed(named.map(({ value }) => value))
  const { rows } = await db.execute<Row>(sql`
    select id, kind, scope, value, person, apart from ${personIdentities}
    where current and kind = any(${listed(named.map(({ kind }) => kind))}) and scope = any(${listed(named.map(({ scope }) => scope))})
      and value = any(${values})
    union all select null, 'phone', '', customer_phone, null, null from ${rooms}
    where cut_place is not null and joined_into is null and customer_phone = any(${values})`)
  const byKey = new Map<string, Claim>()
  for (const { id, person, ...claim } of rows)
    if (id !== null) byKey.set(keyOf(claim), { ...claim, id: Number(id), person: Number(person) })
  return { byKey, held: new Set(rows.flatMap(({ id, value }) => (id === null ? [value] : []))) }
}

export interface Taking {
  claims: readonly (Named & { person: number; proof: string })[]
  /** New people: their negative numbers, with a name where a room gave one. */
  made: ReadonlyMap<number, string | null>
}

/** Writes new people and what names them. Returns numbers of people by the negative ones; null, with nothing written, if another was faster. */
export async function take(db: Db, { claims, made }: Taking): Promise<Map<number, number> | null> {
  const numbers = new Map<number, number>()
  if (!claims.length && !made.size) return numbers
  const refs = new Map([...made.keys()].map((draft) => [draft, uuidv7()]))
  const fresh = [...made].map(([draft, name]) => ({ ref: refs.get(draft), name }))
  // In one order, so that two who take the same ones wait for each other in it.
  const entries = [...claims]
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .map(({ person, ...rest }) => ({ ...rest, person: person < 0 ? null : person, ref: refs.get(person) ?? null }))
  const { rows } = await db.execute<{ id: string | number; ref: string | null; is_claim: boolean }>(sql`
    with made as (
      insert into ${people} (ref, name) select ref, name from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as entry (ref uuid, name text)
      returning id, ref
    ), taken as (
      insert into ${personIdentities} (person, kind, scope, value, proof)
      select coalesce(entry.person, made.id), entry.kind, entry.scope, entry.value, entry.proof
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry (ref uuid, person bigint, kind text, scope text, value text, proof text)
      left join made on made.ref = entry.ref
      order by entry.kind, entry.scope, entry.value
      on conflict (kind, scope, value) where current do nothing
      returning id
    )
    select id, ref::text, false as is_claim from made union all select id, null, true from taken`)
  const taken = rows.filter(({ is_claim }) => is_claim)
  const drafts = new Map([...refs].map(([draft, ref]) => [ref, draft]))
  for (const { id, ref } of rows) if (ref !== null) numbers.set(drafts.get(ref) ?? 0, Number(id))
  if (taken.length === claims.length) return numbers
  await db.delete(personIdentities).where(
    inArray(
      personIdentities.id,
      taken.map(({ id }) => Number(id)),
    ),
  )
  await db.delete(people).where(inArray(people.id, [...numbers.values()]))
  return null
}

export async function markApart(db: Db, claims: readonly Claim[], why: 'shared' | 'parted'): Promise<void> {
  const ids = claims.filter(({ id }) => id > 0).map(({ id }) => id)
  if (ids.length) await db.update(personIdentities).set({ apart: why }).where(inArray(personIdentities.id, ids))
}

/** Frees what names a person whom it no longer belongs to. */
export async function dropClaims(db: Db, claims: readonly Claim[]): Promise<void> {
  const ids = claims.filter(({ id }) => id > 0).map(({ id }) => id)
  if (ids.length) await db.execute(sql`delete from ${personIdentities} where id = any(${arrayOf(ids)})`)
}
