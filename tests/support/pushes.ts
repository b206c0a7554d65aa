/** An API with members and their phones, and a push service. */
import { eq, sql } from 'drizzle-orm'
import { pushNotification } from '#contract/sections/promotion/push-notification.ts'
import { createApp } from '#server/app.ts'
import { members } from '#server/db/tables/members.ts'
import { memberDevices, pushNotifications } from '#server/db/tables/push.ts'
import { pushSending } from '#server/member-app/send-push.ts'
import { issueMemberToken } from '#server/platform/core/member-tokens.ts'
import { createRunner } from '#server/platform/jobs/runner.ts'
import { makePerson, testPlatform } from './api.ts'
import { type FcmSink, startFcmSink } from './fcm-sink.ts'
import { formOf } from './form.ts'
import { requestAs } from './request.ts'

export interface TestMember {
  id: number
  token: string
}

/** `withService`: false configures none. */
export async function makePushWorld({
  withService = true,
  env = {},
}: {
  withService?: boolean
  env?: Readonly<Record<string, string>>
} = {}) {
  const sink: FcmSink = await startFcmSink()
  const test = await testPlatform({
    PUBLIC_URL: 'https://lapangan.example',
    ...(withService && { FCM_SERVICE_ACCOUNT_KEY: sink.key }),
    ...env,
  })
  const { platform } = test
  const { db } = platform.database
  const app = createApp(platform)
  const person = await makePerson(platform, ['get promotion', 'create promotion', 'update promotion'])
  const ask = requestAs(app, person)
  let count = 0

  async function rowOf(id: number) {
    const [row] = await db.select().from(pushNotifications).where(eq(pushNotifications.id, id))
    if (!row) throw new Error('no such push')
    return row
  }
  return {
    ...{ test, platform, db, app, sink, person, ask, rowOf },
    async close() {
      await test.close()
      await sink.close()
    },
    /** A member, with a phone for each token. */
    async makeMember(tokens: readonly string[] = [], values: Partial<typeof members.$inferInsert> = {}): Promise<TestMember> {
      count += 1
      const own = { name: `Anggota ${count}`, phone: `62816000${10_000 + count}`, joined_at: '2020-01-01', ...values }
      const [row] = await db.insert(members).values(own).returning({ id: members.id, ref: members.ref })
      if (!row) throw new Error('the member was not stored')
      for (const token of tokens) await db.insert(memberDevices).values({ member_id: row.id, token, platform: 'android' })
      return { id: row.id, token: await issueMemberToken(platform, row.ref) }
    },
    /** A call of a member's app; without a member a guest's. */
    async fromApp(
      method: string,
      path: string,
      { token, body, headers = {} }: { token?: string | undefined; body?: unknown; headers?: Readonly<Record<string, string>> } = {},
    ) {
      const response = await app.request(path, {
        method,
        headers: {
          ...headers,
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null }
    },
    add: (values: Readonly<Record<string, unknown>> = {}) =>
      ask(
        'POST',
        pushNotification.path,
        formOf(pushNotification.fields, {
          title: 'Promo',
          message: 'Isi',
          segmentation: ['all'],
          send: 'now',
          quiet_hours: false,
          ...values,
        }),
      ),
    /** Runs what is due now, also what waits for its time. */
    async send({ hurries = false } = {}) {
      if (hurries) {
        await db.execute(sql`update jobs set run_at = now() where kind = ${pushSending.name} and state = 'waiting'`)
        await db.execute(sql`update push_deliveries set next_at = now() where state = 'queued'`)
      }
      await createRunner(platform, [pushSending]).idle()
    },
    jobs: async () =>
      (
        await db.execute<{ state: string; ms: number }>(
          sql`select state, (extract(epoch from run_at - now()) * 1000)::float8 as ms from jobs where kind = ${pushSending.name} order by id`,
        )
      ).rows,
  }
}
