/** States that come before the message that they are of (docs/product/chat.md#states-of-messages). */
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliveries, messages, rooms } from '#server/db/tables/chat.ts'
import { webhookItems } from '#server/db/tables/webhook.ts'
import { cloudAccount } from '#tests/support/cloud-api.ts'
import { type CloudNumber, openCloudNumber } from '#tests/support/cloud-number.ts'
import { permutations } from '#tests/support/permutations.ts'
import { confirm, readDelivery } from '../channel/delivery.ts'

let world: CloudNumber
beforeAll(async () => {
  world = await openCloudNumber()
})
afterAll(() => world.close())

const start = 1_795_838_000
const stateOf = (id: string, status: string, at: number) => world.cloud.about({ statuses: [{ id, status, timestamp: String(start + at) }] })

/** What is written on the business's phone. */
function echoOf(id: string, type = 'text', part: object = { body: 'Dari telepon' }) {
  const message_echoes = [{ id, to: '6281700000001', timestamp: String(start), type, [type]: part }]
  const value = { metadata: { phone_number_id: cloudAccount.phone_number_id }, message_echoes }
  return { entry: [{ id: cloudAccount.business_account_id, changes: [{ field: 'smb_message_echoes', value }] }] }
}

async function stored(id: string) {
  const found = await world.test.platform.database.db.select().from(messages).where(eq(messages.provider_id, id))
  return found.map(({ kind, content, status, status_times }) => ({ kind, content, status, times: Object.keys(status_times ?? {}).sort() }))
}

const outcomesOf = async (id: string) =>
  (
    await world.test.platform.database.db
      .select({ outcome: webhookItems.outcome })
      .from(webhookItems)
      .where(eq(webhookItems.target, id))
      .orderBy(asc(webhookItems.id))
  ).map(({ outcome }) => outcome)

it('wait for what was written on the phone, in every order, and however often they come', async () => {
  for (const [at, order] of permutations(['echo', 'delivered', 'read']).entries()) {
    const id = `wamid.early.${at}`
    const payloads = order.map((each, step) => (each === 'echo' ? echoOf(id) : stateOf(id, each, step)))
    const wanted = { kind: 'text', content: 'Dari telepon', status: 'read', times: ['delivered', 'read'] }
    for (const list of [payloads, payloads.toReversed()]) {
      await world.arrive(...list)
      expect(await stored(id), order.join(' ')).toEqual([wanted])
      expect(await outcomesOf(id)).toEqual([])
    }
  }
})

it('wait for the message itself, not for what stands in its place', async () => {
  const id = 'wamid.early.marked'
  const edit = echoOf('wamid.early.edit', 'edit', { original_message_id: id, message: { type: 'text', text: { body: 'Diubah' } } })
  await world.arrive(edit, stateOf(id, 'read', 1))
  expect(await outcomesOf(id)).toEqual(['waiting'])
  await world.arrive(echoOf(id))
  expect(await stored(id)).toEqual([{ kind: 'text', content: 'Diubah', status: 'read', times: ['read'] }])
})

it('stay where a line of an unknown kind becomes its message', async () => {
  const id = 'wamid.early.kind'
  await world.arrive(echoOf(id, 'hologram', {}), stateOf(id, 'read', 1), echoOf(id))
  expect(await stored(id)).toEqual([{ kind: 'text', content: 'Dari telepon', status: 'read', times: ['read'] }])
})

it('wait for a message of ours whose answer is not stored yet', async () => {
  const id = 'wamid.early.ours'
  const { platform } = world.test
  const { db } = platform.database
  await world.arrive(100)
  const [room] = await db.select().from(rooms).orderBy(asc(rooms.id)).limit(1)
  if (!room) throw new Error('there is no room')
  const values = { room: room.id, place: room.next_place, kind: 'text', content: 'Halo', is_admin: true, status: 'queued' }
  const [ours] = await db.insert(messages).values(values).returning()
  await db
    .update(rooms)
    .set({ next_place: room.next_place + 1 })
    .where(eq(rooms.id, room.id))
  await db.insert(deliveries).values({ message: ours?.id ?? 0, room: room.id, state: 'claimed' })
  await world.arrive(stateOf(id, 'delivered', 5))
  const delivery = await readDelivery(platform, ours?.id ?? 0)
  if (!delivery) throw new Error('there is no delivery')
  await confirm(platform, delivery, { provider_id: id })
  expect(await stored(id)).toEqual([{ kind: 'text', content: 'Halo', status: 'delivered', times: ['delivered', 'sent'] }])
})
