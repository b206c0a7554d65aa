import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { campaign } from '#contract/sections/promotion/campaign.ts'
import { landingPage } from '#contract/sections/promotion/landing-page.ts'
import { createApp } from '#server/app.ts'
import { memberships } from '#server/db/tables/commerce.ts'
import { campaigns, landingPages, leads } from '#server/db/tables/crm.ts'
import { events } from '#server/db/tables/events.ts'
import { attempts } from '#server/db/tables/platform.ts'
import { makePerson, testPlatform } from '#tests/support/api.ts'
import { pictureOf } from '#tests/support/pictures.ts'
import { requestAs } from '#tests/support/request.ts'
import { visitorOf } from '#tests/support/visitor.ts'

const { path } = landingPage
const test = await testPlatform({ PUBLIC_URL: 'https://lapangan.example' })
const { platform } = test
const { db } = platform.database
const app = createApp(platform)
const { visit, send, tokenOf, openForm } = visitorOf(app)
const all = ['promotion', 'event', 'product', 'crm'].flatMap((area) =>
  ['get', 'create', 'update', 'delete'].map((each) => `${each} ${area}`),
)
const ask = requestAs(app, await makePerson(platform, all))
afterAll(() => test.close())

let count = 0
const form = { kind: 'form', title: 'Daftar', button: 'Hubungi saya' }

async function makePage(values: Readonly<Record<string, unknown>> = {}) {
  count += 1
  const body = { title: `Halaman ${count}`, status: 'publish', sections: [{ kind: 'hero', title: 'Belajar' }, form], ...values }
  const made = await ask('POST', path, body)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return { ...made.body.data, at: `/p/${made.body.data.slug}` }
}

const someone = (more: Readonly<Record<string, string>> = {}) => {
  count += 1
  return { name: `Tamu ${count}`, phone: `0813-7000-${String(10_000 + count).slice(1)}`, ...more }
}
const leadOf = async (phone: string) => (await db.select().from(leads).where(eq(leads.phone, phone))).at(0)
const fill = async (at: string, fields: Readonly<Record<string, string>> = {}, query = '') =>
  send(at, { ...someone(fields), token: await openForm(at + query) })

describe('a landing page', () => {
  it('shows its blocks in order, escaped, without a script, with a policy of what it has', async () => {
    const [event] = await db
      .insert(events)
      .values({
        ...{ title: 'Bedah Saham', slug: 'bedah-saham', location: 'Zoom', link: 'https://zoom.us/j/1', visibility: 'publish' },
        ...{ cover: { url: '/files/a.webp', name: 'a', size: 1, type: 'image/webp' }, start_at: '2090-03-10T02:00:00Z' },
        end_at: '2090-03-10T04:00:00Z',
      })
      .returning()
    const [membership] = await db
      .insert(memberships)
      .values({ name: 'EMT Tahunan', product: 'EMT', fee_type: 'paid', price: 900_000, discount_price: 750_000, duration_days: 365 })
      .returning()
    const page = await makePage({
      title: 'Promo & "b"',
      sections: [
        { kind: 'hero', title: "Belajar 'saham' < 5 & > 3", lead: 'Dari nol', button: 'Daftar' },
        { kind: 'text', body: '<p>Halo<script>alert(1)</script> <strong>dunia</strong></p>' },
        { kind: 'video', video: 'https://youtu.be/abcdefghijk' },
        { kind: 'products', title: 'Paket', products: [{ category: 'membership', product_id: membership?.id }] },
        { kind: 'events', events: [event?.id] },
        { kind: 'questions', questions: [{ question: 'Gratis?', answer: 'Ya' }] },
        { kind: 'text', body: '<p>Rahasia</p>', hidden: true },
        form,
      ],
      form_fields: ['email'],
      pixel_id: '1234567890',
    })
    const response = await visit(page.at)
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain('<h1>Belajar &#39;saham&#39; &lt; 5 &amp; &gt; 3</h1>')
    expect(html).toContain('<p>Halo <strong>dunia</strong></p>')
    expect(html).toContain('src="https://www.youtube-nocookie.com/embed/abcdefghijk"')
    expect(html).toMatch(/EMT Tahunan<\/b><span><s>Rp 900\.000<\/s> Rp 750\.000/)
    expect(html).toContain('<a href="/e/bedah-saham">Bedah Saham</a>')
    expect(html).toContain('<details><summary>Gratis?</summary><p>Ya</p></details>')
    expect(html).toContain('<a class="button" href="#form">Daftar</a>')
    expect(html).toContain('name="email"')
    expect(html).not.toMatch(/<script|Rahasia|name="city"|onload/)
    const policy = response.headers.get('Content-Security-Policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("img-src 'self' https://www.facebook.com;")
    expect(policy).toContain('frame-src https://www.youtube-nocookie.com;')
    expect(policy).toMatch(/style-src 'sha256-[^']+';/)
    expect(policy).not.toMatch(/unsafe|script-src/)
    const plain = await visit((await makePage()).at)
    expect(plain.headers.get('Content-Security-Policy')).not.toMatch(/frame-src|facebook/)
  })

  it('has pictures of its own', async () => {
    const body = new FormData()
    body.append('title', 'Bergambar')
    body.append('status', 'publish')
    body.append('sections', JSON.stringify([{ kind: 'image', picture: { part: 'sections.0.picture' } }]))
    body.append('sections.0.picture', await pictureOf(600, 300))
    const made = await ask('POST', path, body)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const { url } = made.body.data.sections[0].picture
    expect(await (await visit(`/p/${made.body.data.slug}`)).text()).toContain(`<img src="${url}"`)
    expect((await visit(url)).status).toBe(200)
  })

  it('is not there as a draft, and under its former address moved until that is used again', async () => {
    const draft = await makePage({ status: 'draft' })
    expect((await visit(draft.at)).status).toBe(404)
    expect((await send(draft.at, { ...someone(), token: '' })).status).toBe(404)
    const page = await makePage({ slug: 'promo-lama' })
    const moved = await ask('PUT', `${path}/${page.id}`, { slug: 'promo-baru' }, { 'Update-Mask': 'slug' })
    expect(moved.status, JSON.stringify(moved.body)).toBe(200)
    const answer = await visit('/p/promo-lama?utm_source=ig')
    expect([answer.status, answer.headers.get('Location')]).toEqual([301, '/p/promo-baru?utm_source=ig'])
    await makePage({ title: 'Lain', slug: 'promo-lama' })
    expect(await (await visit('/p/promo-lama')).text()).toContain('<title>Lain</title>')
    for (const at of ['/p/tidak-ada', '/p/-', `/p/${'a'.repeat(10_000)}`, '/p/%00', '/p/add', '/p/preview', '/p/preview/x'])
      expect((await visit(at)).status, at.slice(0, 40)).toBe(404)
  })

  it('refuses reserved words, short and foreign slugs, a slug of another page, a second form, other hosts and large pages', async () => {
    await makePage({ slug: 'sudah-ada' })
    const codeOf = async (values: Readonly<Record<string, unknown>>) => {
      const { status, body } = await ask('POST', path, { title: 'Baru', status: 'publish', ...values })
      expect(status, JSON.stringify(body)).toBe(422)
      return Object.entries<{ code: string }>(body.fields).map(([name, { code }]) => `${name} ${code}`)
    }
    expect(await codeOf({ slug: 'preview' })).toEqual(['slug reserved'])
    expect(await codeOf({ slug: 'ab' })).toEqual(['slug min_length'])
    expect(await codeOf({ slug: 'Promo Besar' })).toEqual(['slug slug'])
    expect(await codeOf({ slug: 'a'.repeat(10_000) })).toEqual(['slug max_length'])
    expect(await codeOf({ slug: 'sudah-ada' })).toEqual(['slug taken'])
    expect(await codeOf({ sections: [form, form] })).toEqual(['sections one_form'])
    expect(await codeOf({ sections: [{ kind: 'video', video: 'https://example.com/v.mp4' }] })).toEqual(['sections.0.video video_host'])
    expect(await codeOf({ sections: [{ kind: 'hero', title: 'A', link: 'javascript:alert(1)' }] })).toEqual(['sections.0.link url'])
    expect(await codeOf({ sections: [{ kind: 'hero' }] })).toEqual(['sections.0.title required'])
    const long = { kind: 'text', body: `<p>${'kata '.repeat(1_900)}</p>` }
    expect(await codeOf({ sections: Array(8).fill(long) })).toEqual(['sections page_size'])
    const most = await makePage({ sections: [...Array(5).fill(long), form] })
    expect(Buffer.byteLength(await (await visit(most.at)).text())).toBeLessThanOrEqual(60_000)
  })

  it('gives each block a ref of its own, keeps refs, and takes a draft of any size', async () => {
    const ref = '0198c5a2-7e10-7cc3-9d3e-1f3c7a5b9e16'
    const long = { kind: 'text', body: `<p>${'kata '.repeat(1_900)}</p>` }
    const page = await makePage({ status: 'draft', sections: [{ ref, ...long }, { ref, ...long }, ...Array(6).fill(long)] })
    const refs = page.sections.map((block: { ref: string }) => block.ref)
    expect(refs[0]).toBe(ref)
    expect(new Set(refs).size).toBe(8)
  })

  it('is shown by a signed address for an hour, with its form off', async () => {
    const page = await makePage({ status: 'draft', sections: [{ kind: 'hero', title: 'Segera' }, form] })
    const { status, body } = await ask('GET', `${path}/${page.id}/preview`)
    expect(status).toBe(200)
    const { pathname } = new URL(body.url)
    expect(Date.parse(body.until) - Date.now()).toBeLessThanOrEqual(3_600_000)
    const html = await (await visit(pathname)).text()
    expect(html).toContain('<h1>Segera</h1>')
    expect(html).toContain('<fieldset disabled>')
    expect(html).not.toMatch(/name="token"|method="post"/)
    const [ref, until = '', signature] = pathname.split('/').at(-1)?.split('.') ?? []
    expect((await visit(`/p/preview/${ref}.${Number(until) + 1}.${signature}`)).status).toBe(404)
    expect((await visit(`/p/preview/${ref}.1.${signature}`)).status).toBe(404)
    expect((await send(pathname, someone())).status).toBe(405)
  })

  it('says in the console what its blocks show', async () => {
    const { body } = await ask('GET', `${path}/cards?products=${encodeURIComponent('membership 1,membership 999,nothing 1')}&events=1,x`)
    expect(body).toMatchObject({
      products: [{ category: 'membership', id: 1, title: 'EMT Tahunan' }],
      events: [{ id: 1, path: '/e/bedah-saham' }],
    })
  })
})

describe('a form of a landing page', () => {
  let first: { id: number }
  let second: { id: number }
  let from: { id: number; name: string }

  beforeAll(async () => {
    first = await makePerson(platform, ['get crm'], 'sales')
    second = await makePerson(platform, ['get crm'], 'sales')
    const retired = await makePerson(platform, ['get crm'], 'support')
    const body = {
      ...{ name: 'Gajian', channel: 'ads', status: 'active', start: '2026-11-01', utm_medium: 'cpc' },
      sales: [first, second].map(({ id }) => ({ sales_id: id })),
    }
    const made = await ask('POST', campaign.path, body)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    from = made.body.data
    const [stored] = await db.select().from(campaigns).where(eq(campaigns.id, from.id))
    const sales = [...(stored?.sales ?? []), { sales_id: retired.id }]
    await db.update(campaigns).set({ sales }).where(eq(campaigns.id, from.id))
  })

  it('makes a lead with campaign, salesperson and what the address said, and thanks by a redirect', async () => {
    const page = await makePage({ campaign: from.id, form_fields: ['email', 'city', 'notes'], title: 'Promo Gajian' })
    const fields = {
      phone: '0812-3456-7890',
      email: 'Budi@Surat.test',
      city: 'Solo',
      notes: 'Telepon sore',
      utm_source: `<ig>${'x'.repeat(200)}`,
    }
    const answer = await fill(page.at, fields)
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${page.at}/thanks`])
    expect(await (await visit(`${page.at}/thanks`)).text()).toContain('Terima kasih')
    const lead = await leadOf('6281234567890')
    expect(lead).toMatchObject({
      ...{ email: 'budi@surat.test', city: 'Solo', notes: 'Telepon sore', status: 'new', created_by: 'Lapangan' },
      ...{ campaign_id: from.id, campaign_name: 'Gajian', sales: first.id },
      lead_sources: [
        { campaign_id: from.id, campaign_name: 'Gajian', page: 'Promo Gajian', utm_medium: 'cpc', utm_source: `ig${'x'.repeat(78)}` },
      ],
    })
    const read = await ask('GET', `${path}/${page.id}`)
    expect(read.body.data.leads).toBe(1)
  })

  it('passes on what the address said, and takes turns between the salespeople who still sell', async () => {
    const page = await makePage({ campaign: from.id })
    const html = await (await visit(`${page.at}?utm_source=tiktok&utm_campaign=a%22b`)).text()
    expect(html).toContain('name="utm_source" value="tiktok"')
    expect(html).toContain('name="utm_campaign" value="a&quot;b"')
    const turns: (number | null | undefined)[] = []
    for (let at = 0; at < 4; at++) {
      const person = someone()
      await send(page.at, { ...person, token: await openForm(page.at) })
      turns.push((await leadOf(`62${person.phone.replaceAll('-', '').slice(1)}`))?.sales)
    }
    expect(turns).toEqual([second.id, first.id, second.id, first.id])
  })

  it('adds a source to a known lead, which keeps status and salesperson', async () => {
    const [known] = await db
      .insert(leads)
      .values({ name: 'Lama', phone: '6281300000001', status: 'prospect', sales: second.id, sales_name: 'S', notes: 'Sudah dihubungi' })
      .returning()
    const page = await makePage({ campaign: from.id, form_fields: ['notes'] })
    expect((await fill(page.at, { phone: '+62 813 0000 0001', name: 'Baru', notes: 'Halo lagi' })).status).toBe(303)
    const rows = await db.select().from(leads).where(eq(leads.phone, '6281300000001'))
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      ...{ id: known?.id, name: 'Lama', status: 'prospect', sales: second.id, campaign_id: null, version: 2 },
      notes: 'Sudah dihubungi\n\nHalo lagi',
      lead_sources: [{ campaign_id: from.id, page: page.title }],
    })
    // The same phone and page within ten minutes is one.
    await fill(page.at, { phone: '081300000001' })
    expect((await leadOf('6281300000001'))?.lead_sources).toHaveLength(1)
    const other = await makePage()
    await fill(other.at, { phone: '081300000001' })
    expect((await leadOf('6281300000001'))?.lead_sources).toHaveLength(2)
  })

  it('that is sent twice or at once makes one lead', async () => {
    const page = await makePage()
    const person = { ...someone({ phone: '081300000002' }), token: await openForm(page.at) }
    const answers = await Promise.all([1, 2, 3].map(() => send(page.at, person)))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    expect(await db.select().from(leads).where(eq(leads.phone, '6281300000002'))).toHaveLength(1)
    await send(page.at, { ...person, phone: '081300000003' })
    expect(await leadOf('6281300000003')).toBeUndefined()
  })

  it('of a robot, that is too old or not ours is thanked in the same way, and makes no lead', async () => {
    const page = await makePage()
    const other = await makePage()
    const token = await openForm(page.at)
    const old = token.replace(/^[0-9a-f]{8}-[0-9a-f]{4}/, '01800000-0000')
    const cases = [{ website: 'https://spam.test', token }, { token: old }, { token: await openForm(other.at) }, { token: '' }]
    for (const fields of cases) {
      const answer = await send(page.at, { ...someone({ phone: '081300000004' }), ...fields })
      expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${page.at}/thanks`])
    }
    expect(await leadOf('6281300000004')).toBeUndefined()
  })

  it('is shown again with what was wrong and what was entered', async () => {
    const page = await makePage({ form_fields: ['email'], language: 'en' })
    const answer = await fill(page.at, { name: '<b>x</b>', phone: '12', email: 'nobody', utm_source: 'ig' })
    const html = await answer.text()
    expect(answer.status).toBe(422)
    expect(html).toContain('Enter an Indonesian mobile number')
    expect(html).toContain('Enter a correct email address')
    expect(html).toContain('value="&lt;b&gt;x&lt;/b&gt;"')
    expect(html).toContain('name="utm_source" value="ig"')
    expect(tokenOf(html)).not.toBe('')
  })

  it('is taken from a network while that has turns; what is wrong takes none', async () => {
    const page = await makePage()
    const [owing] = await db
      .insert(attempts)
      .values({ key: platform.tokens.digest('pace form networks 2001:db8:9:1'), times: 1, ends_at: '2090-01-01T00:00:00Z' })
      .returning()
    const sendFrom = async (network: string, fields = {}) =>
      send(page.at, { ...someone(), token: await openForm(page.at), ...fields }, {}, `2001:db8:9:${network}::1`)
    const late = await sendFrom('1')
    expect([late.status, late.headers.has('Retry-After')]).toEqual([429, true])
    for (const wrong of [{ phone: 'x' }, { name: 'slot88.com' }])
      expect((await sendFrom('1', wrong)).status, JSON.stringify(wrong)).toBe(422)
    expect((await sendFrom('2')).status).toBe(303)
    const [now] = await db
      .select()
      .from(attempts)
      .where(eq(attempts.key, owing?.key ?? ''))
    expect(now?.ends_at).toBe(owing?.ends_at)
  })

  it('of a busy page is slowed, and nobody is refused', async () => {
    const page = await makePage()
    await db
      .insert(attempts)
      .values({ key: platform.tokens.digest(`pace landing page ${page.id}`), times: 1, ends_at: '2090-01-01T00:00:00Z' })
    const held: number[] = []
    const { setTimeout } = globalThis
    vi.spyOn(globalThis, 'setTimeout').mockImplementation((work, ms, ...rest) => {
      if (ms === 5_000) held.push(ms)
      return setTimeout(work, ms === 5_000 ? 0 : ms, ...rest)
    })
    const answer = await send(page.at, { ...someone(), token: await openForm(page.at) })
    vi.restoreAllMocks()
    expect([answer.status, held]).toEqual([303, [5_000]])
  })

  it('refuses a megabyte, other types, and a page without a form', async () => {
    const page = await makePage()
    expect((await send(page.at, { ...someone(), notes: 'x'.repeat(1_000_000) })).status).toBe(413)
    const json = await visit(page.at, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
    expect(json.status).toBe(415)
    const without = await makePage({
      sections: [
        { kind: 'hero', title: 'A' },
        { ...form, hidden: true },
      ],
    })
    const person = someone({ phone: '081300000005' })
    expect((await send(without.at, { ...person, token: await openForm(page.at) })).status).toBe(303)
    expect(await leadOf('6281300000005')).toBeUndefined()
  })
})

it('a page that campaigns and popups refer to stays', async () => {
  const page = await makePage()
  const made = await ask('POST', campaign.path, {
    name: 'Ramadan',
    channel: 'ads',
    status: 'active',
    start: '2026-11-01',
    landing_page: page.id,
  })
  expect(made.body.data).toMatchObject({ landing_page: page.id })
  expect((await ask('DELETE', path, { ids: [page.id] })).status).toBe(422)
  await db.update(campaigns).set({ landing_page: null })
  expect((await ask('DELETE', path, { ids: [page.id] })).status).toBe(200)
  expect(await db.select().from(landingPages).where(eq(landingPages.id, page.id))).toEqual([])
})
