/** The same customers at several processes at once: on Postgres (npm run test:postgres) their transactions meet at every unique index. */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { personIdentities, roomIdentities } from '#server/db/tables/identities.ts'
import { webhookItems } from '#server/db/tables/webhook.ts'
import { seeded } from '#tests/chaos/random.ts'
import { cloudAccount } from '#tests/support/cloud-api.ts'
import { type CloudNumber, openCloudNumber } from '#tests/support/cloud-number.ts'

const processes = 4
const rounds = 3
let world: CloudNumber
let apps: ReturnType<typeof createApp>[] = []
beforeAll(async () => {
  world = await openCloudNumber()
  // Each has its own queue of what comes in.
  apps = Array.from({ length: processes }, () => createApp({ ...world.test.platform }))
})
afterAll(() => world.close())

const at = 1_795_838_000
const account = cloudAccount.business_account_id

/** Everything that one person does, seconds apart, and somebody else at their message. */
function lifeOf(round: number) {
  const [phone, bsuid, other] = [`6281800${round}0001`, `ID.storm${round}`, `6281800${round}0002`]
  const id = (name: string) => `wamid.storm${round}.${name}`
  const by = { phone: { from: phone }, both: { from: phone, from_user_id: bsuid }, bsuid: { from_user_id: bsuid }, other: { from: other } }
  const message = (name: string, who: keyof typeof by, seconds: number, values: object) =>
    world.cloud.about({ messages: [{ ...by[who], id: id(name), timestamp: String(at + seconds), ...values }] })
  const text = (body: string) => ({ type: 'text', text: { body } })
  const preference = { wa_id: phone, user_id: bsuid, category: 'marketing_messages', value: 'stop', timestamp: at + 9 }
  const bodies = [
    message('T1', 'phone', 0, text('satu')),
    message('T2', 'both', 1, text('dua')),
    message('T3', 'bsuid', 2, text('tiga')),
    message('R1', 'both', 3, { type: 'reaction', reaction: { message_id: id('T1'), emoji: '👍' } }),
    message('E2', 'both', 4, { type: 'edit', edit: { original_message_id: id('T2'), message: text('dua lagi') } }),
    message('R2', 'other', 5, { type: 'reaction', reaction: { message_id: id('T3'), emoji: '😮' } }),
    message('E3', 'other', 6, { type: 'edit', edit: { original_message_id: id('R1'), message: text('lain') } }),
    message('N1', 'both', 7, { type: 'brand_new' }),
    {
      entry: [
        {
          id: account,
          changes: [
            {
              field: 'user_preferences',
              value: { metadata: { phone_number_id: cloudAccount.phone_number_id }, user_preferences: [preference] },
            },
          ],
        },
      ],
    },
    { entry: [{ id: account, changes: [{ field: 'account_review_update', value: { decision: 'APPROVED' } }] }] },
    { entry: [{ id: account, changes: [{ field: 'never_seen', value: { round } }] }] },
  ]
  return { phone, bsuid, other, bodies }
}

it('whatever several processes are told at once of the same people is there once, and none of them calls it wrong', async () => {
  const random = seeded(45)
  const answers = new Map<number, number>()
  async function deliver(app: ReturnType<typeof createApp>, body: object): Promise<void> {
    for (let status = 0; status !== 200; ) {
      status = (await world.cloud.call(app, body)).status
      answers.set(status, (answers.get(status) ?? 0) + 1)
      if (status !== 200 && status !== 503) throw new Error(`the webhook answered ${status}`)
    }
  }
  const { db } = world.test.platform.database
  for (let round = 0; round < rounds; round++) {
    const { phone, bsuid, other, bodies } = lifeOf(round)
    await Promise.all(
      apps.flatMap((app) =>
        bodies
          .map((body) => ({ body, order: random.integer(0, 1_000) }))
          .sort((a, b) => a.order - b.order)
          .map(({ body }) => deliver(app, body)),
      ),
    )
    const own = await db
      .select({ room: roomIdentities.room })
      .from(roomIdentities)
      .where(inArray(roomIdentities.value, [phone, bsuid]))
    const ids = [...new Set(own.map((one) => one.room))]
    expect(ids, `rooms of round ${round}`).toHaveLength(1)
    const lines = await db
      .select()
      .from(messages)
      .where(eq(messages.room, ids[0] ?? 0))
      .orderBy(asc(messages.created_at), asc(messages.place))
    expect(
      lines
        .filter(({ kind }) => kind !== 'note')
        .map(({ content, reactions, edits }) => [content?.slice(0, 11), reactions?.length ?? 0, edits?.length ?? 0]),
    ).toEqual([
      ['satu', 1, 0],
      ['dua lagi', 0, 1],
      ['tiga', 0, 0],
      ['[brand_new]', 0, 0],
    ])
    expect(new Set(lines.map(({ place }) => place)).size).toBe(lines.length)
    const [room] = await db
      .select()
      .from(rooms)
      .where(and(eq(rooms.customer_phone, other), isNull(rooms.joined_into)))
    const theirs = await db
      .select()
      .from(messages)
      .where(eq(messages.room, room?.id ?? 0))
    expect(theirs.map(({ kind, content }) => [kind, content]).sort()).toEqual([
      ['note', 'Reacted 😮 to a message that is not here'],
      ['text', 'lain'],
    ])
    expect(await db.$count(personIdentities, eq(personIdentities.value, phone))).toBe(1)
  }
  expect(await db.$count(webhookItems, eq(webhookItems.field, 'never_seen'))).toBe(rounds)
  expect(answers.get(200)).toBe(rounds * processes * lifeOf(0).bodies.length)
})
