/** Plays random histories of customers against the server: in batches of every size, and one item at a time. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { receive } from '#server/inbox/inbound/receive.ts'
import { storeInbound } from '#server/inbox/inbound/store-inbound.ts'
import type { OurNumber } from '#server/inbox/whatsapp/context.ts'
import { readWebhook } from '#server/inbox/whatsapp/webhook.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { makeNumber } from '#tests/support/chat.ts'
import { seeded, seedOf } from '../chaos/random.ts'
import { type Item, makeHistory } from './history.ts'
import { findProblems, partition, type StoredText } from './model.ts'
import { OurPeople } from './our-people.ts'
import { batchesOf, envOfProcesses, findStuck, joinAndPartAtOnce, openProcesses, type Process, receiveAtOnce } from './processes.ts'

export interface IdentitiesRun {
  histories: number
  seed: number
  received?: (done: number) => void
  /** On one Postgres; 1 unless said. */
  processes?: number
}

export interface IdentitiesResult {
  failures: { seed: number; problems: string[] }[]
  /** How often items of each kind were played, and rooms joined, cut and parted. */
  answers: Map<string, number>
}

interface World extends TestPlatform {
  people: OurPeople
  /** All of them, if there are several. */
  processes: Process[]
}

/** Histories that are played at the same time, so that their items share transactions. */
const atOnce = 6

let made = 0

/** Two numbers of one account, of their own: histories know nothing of each other. */
async function makeNumbers({ platform }: TestPlatform): Promise<OurNumber[]> {
  const account = { channel: 'cloud', business_account_id: `waba${made}` } as const
  return Promise.all(
    [0, 1].map(async () => {
      made += 1
      const phone_number_id = `number${made}`
      const phone = `62899${String(made).padStart(7, '0')}`
      return {
        id: await makeNumber(platform, { ...account, phone, phone_number_id }),
        phone,
        phone_number_id,
        business_account_id: account.business_account_id,
      }
    }),
  )
}

/** What the server reads of items; their ids are those of this playing. */
function readItems(items: readonly Item[], numbers: readonly OurNumber[]) {
  const prefix = `${numbers[0]?.id}.`
  return items.flatMap(({ id, number, kind, message, contact }) => {
    const own = numbers[number]
    if (kind === 'decide' || kind === 'join') return []
    const value = {
      metadata: { phone_number_id: own?.phone_number_id },
      ...(contact && { contacts: [contact] }),
      messages: [{ ...message, id: `${prefix}${id}` }],
    }
    return readWebhook({ entry: [{ id: own?.business_account_id, changes: [{ field: 'messages', value }] }] }, numbers)
  })
}

async function readStored(db: Db, numbers: readonly OurNumber[]): Promise<StoredText[]> {
  const ids = numbers.map(({ id }) => id)
  const { rows } = await db.execute<{
    text: string
    number: string | number
    room: string | number
  }>(sql`
    select m.content as text, r.whatsapp_number as number, r.id as room
    from messages m join rooms r on r.id = m.room
    where m.kind = 'text' and r.whatsapp_number = any(${`{${ids.join(',')}}`}::bigint[])`)
  return rows.map((row) => ({ ...row, room: Number(row.room), number: Number(row.number) === ids[0] ? 0 : 1 }))
}

interface Played {
  stored: StoredText[]
  problems: string[]
}

/** What our people do in the end, and what is there then. */
async function finish(world: World, items: readonly Item[], numbers: readonly OurNumber[]): Promise<Played> {
  const open = await world.people.decideAll(items, numbers)
  const stored = await readStored(world.platform.database.db, numbers)
  return { stored, problems: [...findProblems(items, stored), ...open, ...(await world.people.joinAndPart(numbers))] }
}

async function act({ people }: Process, { kind, number }: Item, items: readonly Item[], numbers: readonly OurNumber[]): Promise<void> {
  if (kind === 'decide') await people.decide(items, numbers)
  else await people.join(items, numbers[number])
}

const isAct = ({ kind }: Item) => kind === 'decide' || kind === 'join'

/** Items in batches of random size, two of them at once now and then; our people act between them. */
async function playTogether(world: World, items: readonly Item[], seed: number): Promise<Played> {
  const { platform } = world
  const numbers = await makeNumbers(world)
  const random = seeded(seed)
  const batches: Item[][] = []
  for (let at = 0; at < items.length; ) {
    const size = random.integer(1, 8)
    batches.push(items.slice(at, at + size))
    at += size
  }
  for (const batch of batches) {
    const read = readItems(batch, numbers)
    const half = random.chance(0.3) ? Math.floor(read.length / 2) : read.length
    await Promise.all([receive(platform, read.slice(0, half)), receive(platform, read.slice(half))])
    for (const item of batch.filter(isAct)) await act(world, item, items, numbers)
  }
  return finish(world, items, numbers)
}

/** Each item in a transaction of its own. */
async function playAlone(world: World, items: readonly Item[]): Promise<Played> {
  const { platform } = world
  const numbers = await makeNumbers(world)
  for (const item of items)
    if (isAct(item)) await act(world, item, items, numbers)
    else await platform.database.transaction((tx) => storeInbound(platform, tx, readItems([item], numbers)).then(() => undefined))
  return finish(world, items, numbers)
}

/** Items and what our people do at several processes at once; then two rooms are joined and parted while their customers write. */
async function playAtOnce(world: World, items: readonly Item[], seed: number): Promise<Played> {
  const numbers = await makeNumbers(world)
  const random = seeded(seed)
  const take = (list: readonly Item[]) => receiveAtOnce(world.processes, list, (some) => readItems(some, numbers), random)
  for (const batch of batchesOf(items, random)) {
    const acts = batch
      .filter(isAct)
      .map((item) => act(world.processes[random.integer(0, world.processes.length - 1)] ?? world, item, items, numbers))
    await Promise.all([take(batch), ...acts])
  }
  await world.people.decideAll(items, numbers)
  const more = await joinAndPartAtOnce(world.processes, items, numbers, take)
  const { stored, problems } = await finish(world, [...items, ...more], numbers)
  const added = new Set(more.map(({ id }) => id))
  return { stored: stored.filter(({ text }) => !added.has(text)), problems }
}

async function play(world: World, items: readonly Item[], seed: number): Promise<string[]> {
  const alone = await playAlone(world, items)
  const together = await (world.processes.length ? playAtOnce : playTogether)(world, items, seed)
  // Whether somebody's rooms were joined by hand depends on what was there then.
  const isEqual = items.some(({ kind }) => kind === 'join') || partition(alone.stored) === partition(together.stored)
  return [
    ...alone.problems.map((problem) => `one by one: ${problem}`),
    ...together.problems.map((problem) => `in batches: ${problem}`),
    ...(isEqual ? [] : ['one by one and in batches end unequal']),
  ]
}

/** Leaves out items as long as something is still wrong; a person who has a number of somebody else must have shown it (./history.ts). */
async function shrink(world: World, items: readonly Item[], seed: number): Promise<{ items: readonly Item[]; problems: string[] }> {
  let [left, problems] = [items, await play(world, items, seed)]
  for (let at = left.length - 1; at >= 0; at--) {
    const item = left[at]
    const fewer = left.filter((_, n) => n !== at)
    if (item?.isProof && fewer.some(({ person, id }) => person === item.person && id !== item.id)) continue
    const still = await play(world, fewer, seed)
    if (still.length) [left, problems] = [fewer, still]
  }
  return { items: left, problems }
}

const describeItem = ({ person, number, kind, message }: Item) => `person ${person} at ${number}: ${kind} ${JSON.stringify(message)}`

export const runIdentities = ({ histories, seed, ...more }: IdentitiesRun): Promise<IdentitiesResult> =>
  runSeeds(
    Array.from({ length: histories }, (_, n) => seedOf(seed, n)),
    more,
  )

/** Plays the history of each seed. */
export async function runSeeds(
  seeds: readonly number[],
  { received, processes = 1 }: Pick<IdentitiesRun, 'received' | 'processes'> = {},
): Promise<IdentitiesResult> {
  const test = await testPlatform(envOfProcesses)
  const world: World = { ...test, people: await OurPeople.of(test), processes: processes > 1 ? await openProcesses(test, processes) : [] }
  const failures: IdentitiesResult['failures'] = []
  const answers = new Map<string, number>()
  try {
    const left = [...seeds].reverse()
    const hand = async () => {
      for (let own = left.pop(); own !== undefined; own = left.pop()) {
        const { items } = makeHistory(own)
        for (const { kind } of items) answers.set(kind, (answers.get(kind) ?? 0) + 1)
        const problems = await play(world, items, own)
        if (problems.length) {
          // What several processes do at once differs from one time to the next.
          const least = processes > 1 ? { items, problems } : await shrink(world, items, own)
          failures.push({ seed: own, problems: [...least.problems, ...least.items.map(describeItem)] })
        }
        received?.(seeds.length - left.length)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, hand))
    const { rows } = await world.platform.database.db.execute<{ name: string; count: number }>(
      sql`select note_of as name, count(*)::int as count from messages where kind = 'note' group by 1`,
    )
    for (const { name, count } of rows) answers.set(name, count)
    const stuck = await findStuck(world.platform.database.db)
    if (stuck.length) failures.push({ seed: 0, problems: stuck })
  } finally {
    for (const process of world.processes.slice(1)) await process.close()
    await world.close()
  }
  return { failures, answers }
}
