/** Finds the people of records (docs/product/identity.md#people). */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { type Bearer, fewBearers, type RecordKind, readBearers } from './bearers.ts'
import { type Claim, type Claims, dropClaims, markApart, readClaims, type Taking, take } from './claims.ts'
import { keyOf, mayBeSame, type Named, namesOf } from './identifying.ts'

/** A record as it will be. */
export interface RecordNow {
  of: RecordKind
  /** Null before it has one. */
  id: number | null
  name: string
  phone: string
  email: string | null
  /** False in the trash. */
  isLiving?: boolean
  /** Whom it was of. */
  person: number | null
}

/** Another process may take the same identity meanwhile: then all is read again. */
const maxAttempts = 4

type Judgement = 'same' | 'shared' | 'handed on'

/** Whether somebody with what a person has is that person: one of two names is somebody else. */
function judge(name: string, bearers: readonly Bearer[]): Judgement {
  const records = bearers.filter(({ of }) => of !== 'room')
  const living = records.filter(({ isLiving }) => isLiving)
  if (living.some((one) => !mayBeSame(name, one.name))) return 'shared'
  if (living.length || records.every((one) => mayBeSame(name, one.name))) return 'same'
  // Its former owner is gone: the next one, unless a chat goes on under it.
  return records.length < bearers.length ? 'shared' : 'handed on'
}

class Resolving {
  private readonly bearers: Map<number, Bearer[]>
  private readonly claims: Claims
  private readonly fresh = new Set<Claim>()
  private readonly proofs = new Map<Claim, string>()
  private readonly made = new Map<number, string | null>()
  private readonly shared = new Set<Claim>()
  private readonly dropped = new Set<Claim>()

  constructor(claims: Claims, bearers: Map<number, Bearer[]>) {
    this.claims = claims
    this.bearers = bearers
  }

  private of(person: number): Bearer[] {
    return this.bearers.get(person) ?? []
  }

  /** Whether it names a person whom the record may be of; what is free is collected. */
  private ask(record: RecordNow, named: Named, free: Named[]): number | null {
    const claim = this.claims.byKey.get(keyOf(named))
    if (!claim) {
      free.push(named)
      return null
    }
    if (claim.apart !== null) return null
    if (claim.person === record.person) return claim.person
    const judgement = judge(record.name, this.of(claim.person))
    if (judgement === 'same') return claim.person
    if (judgement === 'shared') {
      claim.apart = 'shared'
      this.shared.add(claim)
    } else {
      this.claims.byKey.delete(keyOf(named))
      this.dropped.add(claim)
      this.fresh.delete(claim)
      free.push(named)
    }
    return null
  }

  /** Returns the person, whose number is negative until it is written. Null where nothing names one. */
  find(record: RecordNow): number | null {
    const { person: own, id, of } = record
    if (own !== null)
      this.bearers.set(
        own,
        this.of(own).filter((one) => one.of !== of || one.id !== id),
      )
    const names = namesOf(record)
    const open = names.filter(({ kind, value }) => kind !== 'phone' || !this.claims.held.has(value))
    // A number in question names nobody until it is said whose it is.
    if (!open.length) return null
    const free: Named[] = []
    const asked = open.flatMap((named) => this.ask(record, named, free) ?? [])
    const isAlone = own !== null && !this.of(own).length
    const person = (own !== null && asked.includes(own) ? own : asked[0]) ?? (isAlone ? own : this.draft())
    for (const named of free) {
      const claim = { ...named, id: 0, person, apart: null }
      this.claims.byKey.set(keyOf(named), claim)
      this.fresh.add(claim)
      this.proofs.set(claim, of)
    }
    const values = names.map(({ value }) => value)
    const list = this.of(person)
    if (list.length < fewBearers)
      this.bearers.set(person, [...list, { of, id: id ?? 0, name: record.name, isLiving: record.isLiving ?? true, values }])
    return person
  }

  private draft(): number {
    const draft = -this.made.size - 1
    this.made.set(draft, null)
    return draft
  }

  async write(db: Db): Promise<Map<number, number> | null> {
    await dropClaims(db, [...this.dropped])
    const taking: Taking = {
      claims: [...this.fresh].map((claim) => ({ ...claim, proof: this.proofs.get(claim) ?? '' })),
      made: this.made,
    }
    const numbers = await take(db, taking)
    if (!numbers) return null
    const shared = [...this.shared]
    await markApart(db, shared, 'shared')
    const fresh = shared.filter(({ id }) => id === 0).map(({ kind, scope, value }) => ({ kind, scope, value }))
    if (fresh.length)
      await db.execute(sql`
        update person_identities as one set apart = 'shared'
        from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as entry (kind text, scope text, value text)
        where one.current and one.kind = entry.kind and one.scope = entry.scope and one.value = entry.value`)
    return numbers
  }
}

async function tryResolve(db: Db, records: readonly RecordNow[]): Promise<(number | null)[] | null> {
  const named = records.flatMap(namesOf)
  if (!named.length) return records.map(() => null)
  const claims = await readClaims(db, named)
  const known = [...claims.byKey.values()].map(({ person }) => person)
  const bearers = await readBearers(db, [...known, ...records.flatMap(({ person }) => person ?? [])])
  const resolving = new Resolving(claims, bearers)
  const found = records.map((record) => resolving.find(record))
  const numbers = await resolving.write(db)
  return numbers && found.map((person) => (person !== null && person < 0 ? (numbers.get(person) ?? null) : person))
}

/** Returns the person of each record. One that cannot be found now is found by the next run of the backfill (backfill.ts). */
export async function resolvePeople(db: Db, records: readonly RecordNow[]): Promise<(number | null)[]> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const found = await tryResolve(db, records)
    if (found) return found
  }
  return records.map(({ person }) => person)
}
