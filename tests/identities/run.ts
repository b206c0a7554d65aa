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

export interface IdentitiesRun {
  histories: number
  seed: number
  received?: (done: number) => void
}

export interface IdentitiesResult {
  failures: { seed: number; problems: string[] }[]
  /** How often items of each kind were played, and rooms joined, cut and parted. */
  answers: Map<string, number>
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
  return items.flatMap(({ id, number, message, contact }) => {
    const own = numbers[number]
    const value = {
      metadata: { phone_number_id: own?.phone_number_id },
      ...(contact && { contacts: [contact] }),
      messages: [{ ...message, id: `${prefix}${id}` }],
    }
    return readWebhook({ entry: [{ id: own?.business_account_id, changes: [{ field: 'messages', value }] }] }, numbers) ?? []
  })
}

async function readStored(db: Db, numbers: readonly OurNumber[]): Promise<StoredText[]> {
  const ids = numbers.map(({ id }) => id)
  const { rows } = await db.execute<{
    text: string
    number: string | number
    room: string | number
    place: number
    cut: number | null
  }>(sql`
    select m.content as text, r.whatsapp_number as number, r.id as room, m.place, r.cut_place as cut
    from messages m join rooms r on r.id = m.room
    where m.kind = 'text' and r.whatsapp_number = any(${`{${ids.join(',')}}`}::bigint[])`)
  return rows.map((row) => ({ ...row, room: Number(row.room), number: Number(row.number) === ids[0] ? 0 : 1 }))
}

/** Items in batches of random size, two of them at once now and then. */
async function playTogether({ platform }: TestPlatform, items: readonly Item[], seed: number): Promise<StoredText[]> {
  const numbers = await makeNumbers({ platform } as TestPlatform)
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
  }
  return readStored(platform.database.db, numbers)
}

/** Each item in a transaction of its own. */
async function playAlone({ platform }: TestPlatform, items: readonly Item[]): Promise<StoredText[]> {
  const numbers = await makeNumbers({ platform } as TestPlatform)
  for (const item of items)
    await platform.database.transaction((tx) => storeInbound(platform, tx, readItems([item], numbers)).then(() => undefined))
  return readStored(platform.database.db, numbers)
}

async function play(world: TestPlatform, items: readonly Item[], seed: number): Promise<string[]> {
  const alone = await playAlone(world, items)
  const together = await playTogether(world, items, seed)
  return [
    ...findProblems(items, alone).map((problem) => `one by one: ${problem}`),
    ...findProblems(items, together).map((problem) => `in batches: ${problem}`),
    ...(partition(alone) === partition(together) ? [] : ['one by one and in batches end unequal']),
  ]
}

/** Leaves out items as long as something is still wrong. */
async function shrink(world: TestPlatform, items: readonly Item[], seed: number): Promise<{ items: readonly Item[]; problems: string[] }> {
  let [left, problems] = [items, await play(world, items, seed)]
  for (let at = left.length - 1; at >= 0; at--) {
    const fewer = left.filter((_, n) => n !== at)
    const still = await play(world, fewer, seed)
    if (still.length) [left, problems] = [fewer, still]
  }
  return { items: left, problems }
}

const describeItem = ({ person, number, kind, message }: Item) => `person ${person} at ${number}: ${kind} ${JSON.stringify(message)}`

export async function runIdentities({ histories, seed, received }: IdentitiesRun): Promise<IdentitiesResult> {
  const world = await testPlatform({ DEMO: 'false' })
  const failures: IdentitiesResult['failures'] = []
  const answers = new Map<string, number>()
  try {
    let next = 0
    const hand = async () => {
      for (let n = next++; n < histories; n = next++) {
        const own = seedOf(seed, n)
        const { items } = makeHistory(own)
        for (const { kind } of items) answers.set(kind, (answers.get(kind) ?? 0) + 1)
        const problems = await play(world, items, own)
        if (problems.length) {
          const least = await shrink(world, items, own)
          failures.push({ seed: own, problems: [...least.problems, ...least.items.map(describeItem)] })
        }
        received?.(n + 1)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, hand))
    const { rows } = await world.platform.database.db.execute<{ name: string; count: number }>(
      sql`select note_of as name, count(*)::int as count from messages where kind = 'note' group by 1`,
    )
    for (const { name, count } of rows) answers.set(name, count)
  } finally {
    await world.close()
  }
  return { failures, answers }
}
