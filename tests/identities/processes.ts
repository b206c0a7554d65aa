/** Several processes of the server on one Postgres, at which the items of a history come in at once. */
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { roomIdentities } from '#server/db/tables/identities.ts'
import type { Inbound } from '#server/inbox/inbound/inbound.ts'
import { receive } from '#server/inbox/inbound/receive.ts'
import type { OurNumber } from '#server/inbox/whatsapp/context.ts'
import { platformBeside, type TestPlatform } from '#tests/support/api.ts'
import type { Random } from '../chaos/random.ts'
import type { Item } from './history.ts'
import { OurPeople } from './our-people.ts'

export interface Process extends TestPlatform {
  people: OurPeople
}

export const envOfProcesses = { DEMO: 'false', SECRET_KEY: 'one secret of all processes, for tests' }

/** The first one is the given platform. */
export async function openProcesses(first: TestPlatform, count: number): Promise<Process[]> {
  const others = await Promise.all(Array.from({ length: count - 1 }, () => platformBeside(first, envOfProcesses)))
  return Promise.all([first, ...others].map(async (each) => ({ ...each, people: await OurPeople.besideOthers(each) })))
}

/** Batches of random size, none of which has something of before and after a barrier. */
export function batchesOf(items: readonly Item[], random: Random): Item[][] {
  const batches: Item[][] = []
  let left = 0
  for (const item of items) {
    const last = batches.at(-1)
    const run = last?.findLast((one) => one.run !== undefined)?.run
    if (!last || left === 0 || (item.run !== undefined && run !== undefined && item.run !== run)) {
      batches.push([item])
      left = random.integer(1, 10)
    } else last.push(item)
    left -= 1
  }
  return batches
}

/** Each item at one of the processes, one in five at two. */
export async function receiveAtOnce(
  processes: readonly Process[],
  items: readonly Item[],
  read: (items: readonly Item[]) => readonly Inbound[],
  random: Random,
): Promise<void> {
  const lists = processes.map((): Item[] => [])
  for (const item of items) {
    const at = random.integer(0, processes.length - 1)
    lists[at]?.push(item)
    if (random.chance(0.2)) lists[(at + 1) % processes.length]?.push(item)
  }
  await Promise.all(processes.map(({ platform }, at) => receive(platform, read(lists[at] ?? []))))
}

/** Texts of the account that answers in a room. */
async function moreTexts(db: Db, room: number, items: readonly Item[], mark: string): Promise<Item[]> {
  const isAccount = and(eq(roomIdentities.room, room), eq(roomIdentities.kind, 'bsuid'), eq(roomIdentities.current, true))
  const [account] = await db.select({ value: roomIdentities.value }).from(roomIdentities).where(isAccount)
  const of = items.find(({ names }) => account && names.includes(account.value))
  if (!account || !of) return []
  const { number, person } = of
  return [0, 1, 2].map((n) => {
    const id = `${mark}.${room}.${n}`
    const timestamp = String(Math.floor(Date.now() / 1000) - 100 + n)
    const message = { id, from_user_id: account.value, timestamp, type: 'text', text: { body: id } }
    return { id, person, number, kind: 'text', names: [account.value], message }
  })
}

/** Joins two rooms and parts them, while both customers write. Returns what they wrote. */
export async function joinAndPartAtOnce(
  processes: readonly Process[],
  items: readonly Item[],
  numbers: readonly OurNumber[],
  take: (items: readonly Item[]) => Promise<void>,
): Promise<Item[]> {
  const [one, other = one] = processes
  const pair = await one?.people.findPair(numbers)
  if (!one || !other || !pair) return []
  const { db } = one.platform.database
  const textsOf = async (mark: string) => (await Promise.all(pair.map((room) => moreTexts(db, room, items, mark)))).flat()
  const [before, after] = [await textsOf('joined'), await textsOf('parted')]
  await Promise.all([take(before), one.people.joinPair(pair), other.people.joinPair(pair)])
  await Promise.all([take(after), one.people.partPair(pair), other.people.partPair(pair)])
  return [...before, ...after]
}

/** What two processes can leave behind: a change that waits for somebody who is here, and messages of a room that is no more. */
export async function findStuck(db: Db): Promise<string[]> {
  const { rows: waiting } = await db.execute<{ target: string }>(sql`
    select distinct kept.target from webhook_items as kept join room_identities as names on names.value = kept.target and names.number = kept.number
    where kept.outcome = 'waiting' order by 1`)
  const { rows: left } = await db.execute<{ id: string | number }>(sql`
    select distinct rooms.id from messages join rooms on rooms.id = messages.room where rooms.joined_into is not null`)
  return [
    ...waiting.map(({ target }) => `news wait for ${target}, who is here`),
    ...left.map(({ id }) => `room ${id} was joined to another one and has messages`),
  ]
}
