/** Members with their access, as sums of entries. */

import { products } from '#contract/choices/options.ts'
import { addDays, wibDay } from '#contract/lib/wib.ts'
import { member } from '#contract/sections/member/member.ts'
import { searchText } from '#server/crud/query/search-text.ts'
import type { DemoUser } from './base/people.ts'
import type { Random } from './base/random.ts'
import { type Clock, day, recordColumns } from './base/rows.ts'
import { cities, firstNames, lastNames, notes, sharedNames, tagNames, womenNames } from './base/vocabulary.ts'

export const demoMemberCount = 320
/** Every fortieth was deleted recently, and can be restored. */
export const isDeletedDemo = (id: number): boolean => id % 40 === 0

const jobs = member.fields.job.values ?? []
const lengths = [30, 90, 180, 365]
/** Days from today to an account's last day; negative is over. */
const ends = [-200, -90, -45, -20, -6, -1, 0, 1, 2, 3, 5, 8, 11, 14, 17, 22, 26, 30, 44, 60, 75, 90, 130, 180, 240, 330]

const genderOf = (random: Random, name: string) =>
  sharedNames.test(name) ? random.pick(['male', 'female']) : womenNames.test(name) ? 'female' : 'male'

export function demoMembers(random: Random, clock: Clock, sales: readonly DemoUser[]) {
  return Array.from({ length: demoMemberCount }, (_, at) => {
    const id = at + 1
    const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`
    const seller = id === 1 || random.chance(12) ? null : sales[random.chance(40) ? random.upTo(2) : random.upTo(sales.length)]
    const record = recordColumns(random, clock, 500, seller ? [seller.row.name] : ['Lapangan'])
    const born = clock.today - (20 + random.upTo(40)) * 365 * day - random.upTo(365) * day
    const values = {
      name,
      phone: `6281${2 + random.upTo(8)}${String(20_000_000 + ((id * 6_151) % 79_999_999))}`,
      email: random.chance(80) ? `${name.toLowerCase().replace(' ', '.')}${id}@contoh.test` : null,
      gender: random.chance(90) ? genderOf(random, name) : null,
      birth_date: random.chance(75) ? wibDay(new Date(born)) : null,
      city: random.chance(92) ? random.pick(cities) : null,
      job: random.chance(80) ? random.pick(jobs) : null,
      sales_id: seller?.row.id ?? null,
      company_code: random.chance(85) ? 'EMT' : 'ETF',
      tags: random.some(tagNames, random.upTo(3)),
      notes: random.chance(35) ? random.pick(notes) : null,
      joined_at: wibDay(new Date(record.created_at)),
      deleted_at: isDeletedDemo(id) ? clock.iso(clock.today - random.upTo(20) * day) : null,
      deletion_reason: isDeletedDemo(id) ? 'Diminta oleh member' : null,
    }
    return { id, ...record, ...values, search_text: searchText(member, values) }
  })
}

export type DemoMember = ReturnType<typeof demoMembers>[number]

/** Returns the next person of a salesperson, or of nobody, each once; undefined without a further one. */
export type NextOf<T> = (seller: number | null) => T | undefined

/** A lead or a chat of somebody who is known is of the same person. */
export function nextOf<T>(people: readonly T[], sellerOf: (one: T) => number | null): NextOf<T> {
  const rest = new Map<number | null, T[]>()
  for (const one of people) {
    const own = rest.get(sellerOf(one))
    if (own) own.push(one)
    else rest.set(sellerOf(one), [one])
  }
  return (seller) => rest.get(seller)?.shift()
}

export const nextMemberOf = (members: readonly DemoMember[]): NextOf<DemoMember> =>
  nextOf(
    members.filter(({ deleted_at }) => !deleted_at),
    ({ sales_id }) => sales_id,
  )

/** Returns the grants that end on a day: one, or one renewed some days before its end. */
function grants(random: Random, today: string, end: number): { on: string; days: number }[] {
  const enough = lengths.filter((length) => length >= end)
  const last = random.pick(enough.length ? enough : [365])
  const before = end - last
  const early = random.upTo(8)
  if (before - early > 0 || random.chance(45)) return [{ on: addDays(today, Math.min(0, before)), days: end - Math.min(0, before) }]
  const first = random.pick(lengths)
  return [
    { on: addDays(today, before - first), days: first },
    { on: addDays(today, Math.min(0, before - early)), days: last },
  ]
}

/** One account for most members, two for some, none for a few. The first has a product that ends in three days, and a long VIP one. */
export function demoAccess(random: Random, clock: Clock, members: readonly DemoMember[]) {
  const today = wibDay(new Date(clock.today))
  const wanted = members.flatMap(({ id, created_by }) => {
    const own = id === 1 ? ['EMT', 'EMV'] : id % 11 === 0 ? [] : random.some(products, random.chance(30) ? 2 : 1)
    return own.flatMap((product) => {
      const end = id === 1 ? (product === 'EMT' ? 3 : 330) : random.pick(ends)
      const accounts = [{ member_id: id, product, type: 'Regular', end, created_by }]
      return (id === 1 ? product === 'EMV' : random.chance(18))
        ? [...accounts, { ...accounts[0], type: 'VIP', end: random.pick(ends) }]
        : accounts
    })
  })
  const accounts = wanted.map(({ member_id = 0, product = '', type = '', end = 0 }, at) => ({
    id: at + 1,
    member_id,
    product,
    type,
    expires_on: addDays(today, end),
  }))
  const entries = wanted.flatMap(({ end = 0, created_by }, at) =>
    grants(random, today, end).map(({ on, days }, place) => ({
      account_id: at + 1,
      position: place + 1,
      kind: 'grant',
      on_day: on,
      days,
      source: 'import',
      reason: null,
      created_at: `${on}T03:00:00.000Z`,
      created_by: created_by ?? null,
    })),
  )
  return { accounts, entries: entries.map((entry, at) => ({ id: at + 1, ...entry })) }
}
