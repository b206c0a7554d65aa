import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { member } from '#contract/sections/member/member.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { jobKind } from '#server/platform/jobs/kind.ts'
import { createRunner } from '#server/platform/jobs/runner.ts'
import { readMails } from '#tests/support/mails.ts'
import { line, makeOrderWorld } from '#tests/support/orders.ts'
import { confirmationJob } from './confirmation.ts'

const { path } = transaction
const world = await makeOrderWorld()
const { ask, platform, placed, pay, emt } = world
const { db } = platform.database
afterAll(() => world.close())

let made = 0
async function order() {
  const phone = `62813666${10_000 + ++made}`
  const email = `pembeli${made}@contoh.test`
  const { body } = await ask('POST', member.path, { name: 'Pembeli Surel', phone, email })
  return placed({ member_id: body.data.id, items: [line(emt)] })
}
const resend = (id: number) => ask('GET', `${path}/${id}/resend-confirmation`)
const jobRef = async () =>
  (await db.execute<{ ref: string }>(sql`select ref from jobs where kind = 'order-confirmation' order by id desc limit 1`)).rows[0]?.ref
const mailsOf = async ({ order_number }: { order_number: string }) =>
  (await readMails(platform.settings.dataDir)).filter((mail) => mail.includes(order_number))
const work = () => createRunner(platform, [confirmationJob]).idle()

it('a confirmation is a job of the press: it says so, stands in the history, and makes no new version', async () => {
  const one = await order()
  const answer = await resend(one.id)
  expect([answer.status, answer.body.message]).toEqual([200, 'Confirmation sent'])
  expect(await mailsOf(one)).toEqual([])
  const after = (await ask('GET', `${path}/${one.id}`)).body.data
  expect([after.version, after.updated_at]).toEqual([one.version, one.updated_at])
  expect(after.confirmed_at).not.toBeNull()
  const [last] = (await ask('GET', `${path}/${one.id}/history`)).body.data
  expect(last).toMatchObject({ action: 'update', changes: { confirmed_at: [null, after.confirmed_at] } })
  await work()
  expect(await mailsOf(one)).toHaveLength(1)
  // Editors who read the order before can still save.
  const note = await ask('PUT', `${path}/${one.id}/note`, { note: 'Titip' }, { 'If-Match': `"${one.version}"` })
  expect(note.status).toBe(200)
})

it('a mail that was sent before the server was killed is the same one when the job is done again', async () => {
  const one = await order()
  expect((await resend(one.id)).status).toBe(200)
  const ref = await jobRef()
  const killed = jobKind(confirmationJob.name, confirmationJob.lane, (run) =>
    confirmationJob.work({ ...run, input: { order: one.id }, commit: () => Promise.reject(new Error('killed')) }),
  )
  await createRunner(platform, [killed]).idle()
  expect(await mailsOf(one)).toHaveLength(1)
  await db.execute(sql`update jobs set run_at = now() where state = 'waiting'`)
  await work()
  const [mail, ...others] = await mailsOf(one)
  expect(others).toEqual([])
  expect(mail).toContain(`Message-ID: <mail-${ref}@lapangan.test>`)
  const { rows } = await db.execute(sql`select state from jobs where ref = ${ref}`)
  expect(rows).toEqual([{ state: 'done' }])
})

it('an order that was cancelled or whose customer has no address any more is confirmed to nobody', async () => {
  const [cancelled, erased] = [await order(), await order()]
  for (const { id } of [cancelled, erased]) expect((await resend(id)).status).toBe(200)
  expect((await pay(cancelled.id, { payment_status: 'cancel' })).status).toBe(200)
  await db.execute(sql`update members set email = null where id = ${erased.member_id}`)
  await work()
  expect([await mailsOf(cancelled), await mailsOf(erased)]).toEqual([[], []])
})

it('a confirmation goes once a minute', async () => {
  const { id } = await order()
  expect((await resend(id)).status).toBe(200)
  expect((await resend(id)).status).toBe(429)
  await db.update(orders).set({ confirmed_at: sql`now() - interval '61 seconds'` }).where(eq(orders.id, id))
  expect((await resend(id)).status).toBe(200)
})
