import { eq, sql } from 'drizzle-orm'
import type { PgInsertValue } from 'drizzle-orm/pg-core'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { forYouClicked, memberHome, popupSeen } from '#contract/member-app.ts'
import { forYous, sliders } from '#server/db/tables/content.ts'
import { landingPages } from '#server/db/tables/crm.ts'
import { events } from '#server/db/tables/events.ts'
import { popupViews } from '#server/db/tables/member-app.ts'
import { members, membershipAccounts } from '#server/db/tables/members.ts'
import { popupPromotions, promotionBanners, tickers } from '#server/db/tables/promotion.ts'
import { forYouApi } from '#server/sections/content/for-you.ts'
import { makePushWorld } from '#tests/support/pushes.ts'
import { readHome } from './read-home.ts'

const world = await makePushWorld({ withService: false })
const { db, fromApp, makeMember } = world
afterAll(() => world.close())
beforeEach(async () => {
  for (const table of [popupViews, forYous, popupPromotions, promotionBanners, sliders, tickers]) await db.delete(table)
  await db.execute(sql`delete from attempts`)
})

const file = { url: '/files/a.webp', name: 'a.webp', size: 1, type: 'image/webp' }
/** Seconds from now. */
const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds}::float8)`
const day = (days: number) => sql`(now() at time zone 'Asia/Jakarta')::date + ${days}::int`
let sequence = 0

type ForYou = PgInsertValue<typeof forYous>
function forYouRow(values: Partial<ForYou> = {}): ForYou {
  sequence += 1
  const message = '<p>Isi <b>tebal</b> &amp; jelas</p>'
  const own = {
    title: 'Promo',
    campaign_start: inSeconds(-60),
    member_type: ['all'],
    type: 'info',
    gambar: file,
    message,
    content_type: 'image',
  }
  return { ...own, sequence, ...values }
}
async function addForYou(values: Partial<ForYou> = {}): Promise<string> {
  const [made] = await db.insert(forYous).values(forYouRow(values)).returning({ ref: forYous.ref })
  return made?.ref ?? ''
}
async function addPopup(values: Partial<PgInsertValue<typeof popupPromotions>> = {}): Promise<string> {
  const row = { title: 'Popup', banner_url: file, segmentation: ['all'], frequency: 'once', ...values }
  const [made] = await db.insert(popupPromotions).values(row).returning({ ref: popupPromotions.ref })
  return made?.ref ?? ''
}
const home = async (token?: string, headers: Readonly<Record<string, string>> = {}) => fromApp('GET', memberHome.path, { token, headers })
const shownTitles = async (token?: string): Promise<string[]> =>
  (await home(token)).body.for_you.map(({ title }: { title: string }) => title)
const maxAge = async (token?: string) => Number(/max-age=(\d+)/.exec((await home(token)).headers.get('cache-control') ?? '')?.[1])

describe('what is shown', () => {
  it('has one shape for every kind, in order of sequence and number', async () => {
    await db.insert(events).values({
      title: 'Webinar',
      slug: 'webinar',
      cover: file,
      location: 'Zoom',
      link: 'https://a.test',
      start_at: inSeconds(60),
      end_at: inSeconds(120),
      visibility: 'publish',
    })
    const [event] = await db.select().from(events)
    await addForYou({ title: 'Dua', sequence: 9 })
    await addForYou({
      title: 'Satu',
      sequence: 3,
      with_button: true,
      button_title: 'Lihat',
      reference_type: 'event',
      event_id: event?.id ?? 0,
    })
    const popup = await addPopup()
    await db.insert(promotionBanners).values({
      title: 'Banner',
      image: file,
      segmentation: ['all'],
      start: inSeconds(-9),
      sort: 1,
      reference_type: 'url',
      reference_url: 'https://a.test/b',
    })
    await db.insert(tickers).values({ text: 'Kabar', link: 'https://a.test/t', start: inSeconds(-9), end: inSeconds(999) })
    await db.insert(sliders).values({ title: 'Geser', image: file, sort: 1 })
    await db.insert(sliders).values({ title: 'Blog', image: file, placement: 'blog' })
    const { status, body } = await home()
    const nowhere = { kind: 'none', url: null, ref: null }
    expect(status).toBe(200)
    expect(body.for_you).toEqual([
      {
        ...{ ref: expect.any(String), title: 'Satu', image: file.url, text: 'Isi tebal & jelas', button: 'Lihat' },
        ...{ target: { kind: 'event', url: '/e/webinar', ref: event?.ref }, until: null },
      },
      expect.objectContaining({ title: 'Dua', button: null, target: nowhere }),
    ])
    expect(body.popup).toMatchObject({ ref: popup, title: 'Popup', image: file.url, target: nowhere })
    expect(body.banners).toMatchObject([{ title: 'Banner', target: { kind: 'url', url: 'https://a.test/b' } }])
    expect(body.tickers).toMatchObject([
      { title: null, text: 'Kabar', target: { kind: 'url', url: 'https://a.test/t' }, until: expect.any(String) },
    ])
    expect(body.sliders).toMatchObject([{ title: 'Geser', target: nowhere }])
    await db.update(events).set({ visibility: 'private' })
    expect((await home()).body.for_you[0].target).toEqual(nowhere)
  })

  it('a window holds its start and not its end; what is hidden is not there (vector 7)', async () => {
    const statusOf = forYouApi.shape.derived.status
    expect(statusOf).toBeDefined()
    await db.transaction(async (tx) => {
      // Stored moments have milliseconds.
      const now = sql`date_trunc('milliseconds', now())`
      const next = sql`${now} + interval '1 millisecond'`
      const given = [
        { title: 'PENDING', campaign_start: next, campaign_end: inSeconds(300) },
        { title: 'ACTIVE', campaign_start: now, campaign_end: next },
        { title: 'INACTIVE', campaign_start: inSeconds(-300), campaign_end: now },
        { title: 'HIDDEN', campaign_start: now, campaign_end: inSeconds(300), is_show: false },
      ]
      for (const values of given) await tx.insert(forYous).values(forYouRow(values))
      const rows = await tx.select({ title: forYous.title, status: sql`${statusOf}` }).from(forYous)
      expect(rows.map(({ title, status }) => [title, status])).toEqual(rows.map(({ title }) => [title, title]))
      expect((await readHome(tx, { member: null, segments: new Set(['all']) })).for_you.map(({ title }) => title)).toEqual(['ACTIVE'])
    })
  })

  it('is chosen by the segments of the member; a guest is in that of all', async () => {
    await addForYou({ title: 'all' })
    await addForYou({ title: 'emt', member_type: ['emt'] })
    await addForYou({ title: 'new or regular', member_type: ['new_member', 'regular'] })
    const vip = await makeMember()
    await db.insert(membershipAccounts).values({ member_id: vip.id, product: 'EMT', type: 'VIP', expires_on: day(30) })
    const newcomer = await makeMember([], {})
    await db
      .update(members)
      .set({ joined_at: day(0) })
      .where(eq(members.id, newcomer.id))
    expect(await shownTitles()).toEqual(['all'])
    expect(await shownTitles(vip.token)).toEqual(['all', 'emt'])
    expect(await shownTitles(newcomer.token)).toEqual(['all', 'new or regular'])
  })

  it('is refused to a token that is wrong, of the console, or of a deleted member', async () => {
    const gone = await makeMember()
    expect((await home(gone.token)).status).toBe(200)
    await db.update(members).set({ deleted_at: sql`now()` }).where(eq(members.id, gone.id))
    for (const token of ['nonsense', world.person.token, gone.token]) expect((await home(token)).status, token).toBe(401)
  })
})

describe('the popup', () => {
  const popupOf = async (token?: string): Promise<string | null> => (await home(token)).body.popup?.title ?? null
  const see = (ref: string, token?: string) => fromApp('POST', popupSeen.path, { token, body: { ref } })

  it('is the one that started last, and the next after it was seen once', async () => {
    const { token } = await makeMember()
    await addPopup({ title: 'always there' })
    await addPopup({ title: 'older', campaign_start_date: inSeconds(-900) })
    const newest = await addPopup({ title: 'newest', campaign_start_date: inSeconds(-9) })
    await addPopup({ title: 'to come', campaign_start_date: inSeconds(900) })
    await addPopup({ title: 'over', campaign_start_date: inSeconds(-5), campaign_end_date: inSeconds(-1) })
    expect(await popupOf(token)).toBe('newest')
    expect((await see(newest, token)).status).toBe(200)
    expect((await see(newest, token)).status).toBe(200)
    expect(await popupOf(token)).toBe('older')
    expect(await popupOf((await makeMember()).token)).toBe('newest')
  })

  it('that is daily comes again the next day in WIB, and one that is always shown comes again at once', async () => {
    const { id, token } = await makeMember()
    const daily = await addPopup({ title: 'daily', frequency: 'daily', campaign_start_date: inSeconds(-9) })
    const always = await addPopup({ title: 'always', frequency: 'always', campaign_start_date: inSeconds(-99) })
    await see(daily, token)
    expect(await popupOf(token)).toBe('always')
    await see(always, token)
    expect(await popupOf(token)).toBe('always')
    const midnight = sql`((now() at time zone 'Asia/Jakarta')::date)::timestamp at time zone 'Asia/Jakarta'`
    await db
      .update(popupViews)
      .set({ seen_at: sql`${midnight} - interval '1 second'` })
      .where(eq(popupViews.member_id, id))
    expect(await popupOf(token)).toBe('daily')
    await db.update(popupViews).set({ seen_at: midnight }).where(eq(popupViews.member_id, id))
    expect(await popupOf(token)).toBe('always')
  })

  it('leads to its landing page while that is published', async () => {
    const [page] = await db.insert(landingPages).values({ title: 'Promo', slug: 'promo-popup', status: 'draft' }).returning()
    await addPopup({ landing_custom_id: page?.id ?? 0 })
    const target = async () => (await home()).body.popup.target
    expect(await target()).toEqual({ kind: 'none', url: null, ref: null })
    await db.update(landingPages).set({ status: 'publish' })
    expect(await target()).toEqual({ kind: 'landing', url: '/p/promo-popup', ref: page?.ref })
  })

  it('of a guest is not remembered, and one that is not shown is not seen', async () => {
    const [popup, hidden] = [await addPopup(), await addPopup({ is_active: false })]
    expect((await see(popup)).status).toBe(200)
    expect(await popupOf()).toBe('Popup')
    expect(await db.$count(popupViews)).toBe(0)
    const { token } = await makeMember()
    for (const ref of [hidden, '0198c5a2-7e10-7cc3-9d3e-1f3c7a5b9e10']) expect((await see(ref, token)).status).toBe(404)
  })
})

describe('clicks', () => {
  const click = (ref: string, token?: string) => fromApp('POST', forYouClicked.path, { token, body: { ref } })
  const countOf = async (ref: string) =>
    (await db.select({ count: forYous.click_count }).from(forYous).where(eq(forYous.ref, ref)))[0]?.count

  it('count once for each member and minute, and once for each guest', async () => {
    const [ref, other] = [await addForYou(), await addForYou()]
    const [one, two] = [await makeMember(), await makeMember()]
    for (const token of [one.token, one.token, two.token, undefined, undefined]) expect((await click(ref, token)).status).toBe(200)
    await click(other, one.token)
    expect([await countOf(ref), await countOf(other)]).toEqual([3, 1])
    await db.execute(sql`update attempts set ends_at = now() - interval '1 second'`)
    await click(ref, one.token)
    expect(await countOf(ref)).toBe(4)
  })

  it('many at once count once', async () => {
    const ref = await addForYou()
    const { token } = await makeMember()
    await Promise.all(Array.from({ length: 20 }, () => click(ref, token)))
    expect(await countOf(ref)).toBe(1)
  })

  it('on what is not shown do not count', async () => {
    const ref = await addForYou({ is_show: false })
    expect((await click(ref)).status).toBe(404)
    expect((await click("'")).status).toBe(422)
    expect(await countOf(ref)).toBe(0)
  })
})

describe('for how long it may be kept', () => {
  it('is a minute at most, and no longer than until something begins or ends', async () => {
    expect(await maxAge()).toBe(60)
    await addForYou({ campaign_start: inSeconds(40) })
    expect(await maxAge()).toBeLessThanOrEqual(40)
    await addForYou({ campaign_end: inSeconds(20) })
    expect(await maxAge()).toBeLessThanOrEqual(20)
  })

  it('is not shortened by what the viewer never sees', async () => {
    await addForYou({ campaign_start: inSeconds(5), member_type: ['emt'] })
    await addForYou({ campaign_start: inSeconds(5), is_show: false })
    expect(await maxAge()).toBe(60)
  })

  it('is said by an ETag, which answers 304 while the content is the same', async () => {
    const ref = await addForYou()
    const { token } = await makeMember()
    const first = await home()
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
    expect(first.headers.get('vary')).toContain('Authorization')
    expect(first.headers.get('cache-control')).toMatch(/^public/)
    expect((await home(token)).headers.get('cache-control')).toMatch(/^private/)
    const same = await home(undefined, { 'if-none-match': etag })
    expect(same).toMatchObject({ status: 304, body: null })
    expect(same.headers.get('etag')).toBe(etag)
    await db.update(forYous).set({ title: 'Lain' }).where(eq(forYous.ref, ref))
    expect((await home(undefined, { 'if-none-match': etag })).status).toBe(200)
  })

  it('too many requests of one member wait, and others do not', async () => {
    const [one, two] = [await makeMember(), await makeMember()]
    const statuses = await Promise.all(Array.from({ length: 125 }, async () => (await home(one.token)).status))
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    expect((await home(two.token)).status).toBe(200)
  })
})
