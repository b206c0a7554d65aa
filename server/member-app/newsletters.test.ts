import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { memberNewsletter, memberNewsletters } from '#contract/member-app.ts'
import { newsletterRecipients, newsletters } from '#server/db/tables/newsletters.ts'
import { makePushWorld } from '#tests/support/pushes.ts'

const world = await makePushWorld({ withService: false })
const { db, fromApp, makeMember } = world
afterAll(() => world.close())

let count = 0
/** A newsletter with the member's own row. */
async function addLetter(member: number, state: 'sent' | 'queued' | 'suppressed' | 'unknown'): Promise<string> {
  count += 1
  const [letter] = await db
    .insert(newsletters)
    .values({ subject: `Kabar ${count}`, preheader: 'Ringkasan', body: '<p>Isi</p>', status: 'sending' })
    .returning()
  const recipient = { newsletter_id: letter?.id ?? 0, member_id: member, address: 'a@surat.test', state }
  await db.insert(newsletterRecipients).values({ ...recipient, ...(state === 'sent' && { sent_at: sql`now()` }) })
  return letter?.ref ?? ''
}

const list = (token?: string, headers: Readonly<Record<string, string>> = {}) => fromApp('GET', memberNewsletters.path, { token, headers })
const open = (ref: string, token?: string) => fromApp('GET', memberNewsletter.path.replace('{ref}', ref), { token })

it('a member reads the newsletters that were sent to them, and no others', async () => {
  const [one, two] = [await makeMember(), await makeMember()]
  const first = await addLetter(one.id, 'sent')
  const others = await addLetter(two.id, 'sent')
  const unsent = await Promise.all((['queued', 'suppressed', 'unknown'] as const).map((state) => addLetter(one.id, state)))
  const second = await addLetter(one.id, 'sent')
  const { status, body } = await list(one.token)
  expect(status).toBe(200)
  expect(body.newsletters.map(({ ref }: { ref: string }) => ref)).toEqual([second, first])
  expect(body.newsletters[1]).toEqual({ ref: first, subject: 'Kabar 1', preheader: 'Ringkasan', sent_at: expect.any(String) })
  expect((await open(first, one.token)).body).toMatchObject({ subject: 'Kabar 1', body: '<p>Isi</p>' })
  for (const ref of [others, ...unsent, '0198c5a2-7e10-7cc3-9d3e-1f3c7a5b9e10', 'x'])
    expect((await open(ref, one.token)).status, ref).toBe(404)
  expect(await db.$count(newsletterRecipients, sql`opened_at is not null`)).toBe(0)
})

it('newsletters are for nobody without a token', async () => {
  for (const token of [undefined, 'nonsense', world.person.token]) {
    expect((await list(token)).status).toBe(401)
    expect((await open('0198c5a2-7e10-7cc3-9d3e-1f3c7a5b9e10', token)).status).toBe(401)
  }
})

it('newsletters answer 304 while they are the same, and too many requests wait', async () => {
  const { id, token } = await makeMember()
  const ref = await addLetter(id, 'sent')
  const first = await list(token)
  expect(first.headers.get('cache-control')).toBe('private, max-age=60')
  const etag = first.headers.get('etag') ?? ''
  expect((await list(token, { 'if-none-match': etag })).status).toBe(304)
  await db.update(newsletters).set({ subject: 'Lain' }).where(eq(newsletters.ref, ref))
  expect((await list(token, { 'if-none-match': etag })).status).toBe(200)
  const statuses = await Promise.all(Array.from({ length: 120 }, async () => (await list(token)).status))
  expect(statuses.filter((status) => status === 429)).toHaveLength(3)
})
