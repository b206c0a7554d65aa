import type { Hono } from 'hono'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { media } from '#contract/sections/content/media.ts'
import { post } from '#contract/sections/content/post.ts'
import { createApp } from '#server/app.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

let test: TestPlatform
let app: Hono
let ask: TestRequest

beforeAll(async () => {
  test = await testPlatform()
  app = createApp(test.platform)
  ask = requestAs(app, await makePerson(test.platform, ['get content', 'create content', 'update content', 'delete content']))
})
afterAll(() => test.close())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

function form(values: Readonly<Record<string, string | File>>): FormData {
  const data = new FormData()
  const usual = { title: 'Cara Membaca Laporan Keuangan', body: '<p>Halo</p>', type: 'article', access: 'free', status: 'draft' }
  for (const [name, value] of Object.entries({ ...usual, 'publish_to[]': 'blog', ...values })) data.append(name, value)
  return data
}

async function create(values: Readonly<Record<string, string | File>> = {}) {
  const response = await ask('POST', post.path, form(values))
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body.data
}

async function photo(width = 40, height = 20): Promise<File> {
  const content = await sharp({ create: { width, height, channels: 3, background: '#123456' } })
    .withExif({ IFD0: { Artist: 'Budi', Copyright: 'rumah Budi' }, IFD3: { GPSLatitude: '6/1 12/1 0/1' } })
    .jpeg()
    .toBuffer()
  return new File([new Uint8Array(content)], 'foto.jpg', { type: 'image/jpeg' })
}

it('a post is exported whole: a text that no cell of a workbook holds goes into csv alone', async () => {
  const body = `<p>${'panjang '.repeat(5_000)}akhir</p>`
  await create({ title: 'Tulisan panjang', body })
  const person = await makePerson(test.platform, ['get content'])
  const exported = async (more: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ query: 'search:Tulisan panjang', ...more })
    const response = await app.request(`${post.path}/export?${query}`, { headers: { authorization: `Bearer ${person.token}` } })
    return { status: response.status, text: await response.text() }
  }
  const refused = await exported({ format: 'xlsx' })
  expect(refused).toMatchObject({ status: 422, text: expect.stringContaining('A cell cannot hold so long a text. Choose csv.') })
  expect(await exported({ format: 'xlsx', columns: 'title,slug' })).toMatchObject({ status: 200 })
  expect(await exported({ format: 'csv' })).toMatchObject({ status: 200, text: expect.stringContaining(body) })
})

describe('the slug', () => {
  it('is made of the title, and of no two posts the same', async () => {
    const [first, second] = [await create(), await create()]
    expect([first.slug, second.slug]).toEqual(['cara-membaca-laporan-keuangan', 'cara-membaca-laporan-keuangan-2'])
    const both = await Promise.all([create({ title: 'Serentak' }), create({ title: 'Serentak' })])
    expect(both.map(({ slug }) => slug).sort()).toEqual(['serentak', 'serentak-2'])
  })

  it('stays when the title changes, and is refused where another post has it', async () => {
    const row = await create({ title: 'Judul lama', slug: 'judul-lama' })
    const renamed = await ask('PUT', `${post.path}/${row.id}`, form({ title: 'Judul baru' }), { 'Update-Mask': 'title' })
    expect(renamed.body.data).toMatchObject({ title: 'Judul baru', slug: 'judul-lama' })
    const taken = await ask('POST', post.path, form({ slug: 'judul-lama' }))
    expect(taken).toMatchObject({ status: 422, body: { fields: { slug: { code: 'taken' } } } })
    for (const slug of ['Judul Lama', '../x', 'a"onload=x', '<b>', 'ab'])
      expect((await ask('POST', post.path, form({ slug }))).body.fields).toHaveProperty('slug')
  })

  it('of a published post stays when a client that knows none of it sends the whole post', async () => {
    const row = await create({ title: 'Sudah Terbit', status: 'publish' })
    const sent = await ask('PUT', `${post.path}/${row.id}`, form({ title: 'Judul Diganti', status: 'publish' }))
    expect(sent.body.data).toMatchObject({ title: 'Judul Diganti', slug: 'sudah-terbit', published_at: row.published_at })
    const later = new Date(Date.now() + 86_400_000).toISOString()
    const waiting = await create({ title: 'Besok', status: 'publish', published_at: later })
    const again = await ask('PUT', `${post.path}/${waiting.id}`, form({ title: 'Besok Pagi', status: 'publish' }))
    expect(again.body.data).toMatchObject({ state: 'scheduled', published_at: later })
  })

  it('that was changed leads to the new one until another post takes it', async () => {
    const row = await create({ title: 'Alamat Lama' })
    const rename = (slug: string) => ask('PUT', `${post.path}/${row.id}`, form({ slug }), { 'Update-Mask': 'slug' })
    await rename('alamat-tengah')
    await rename('alamat-baru')
    const get = (slug: string) => ask('GET', `${post.path}/${slug}`)
    expect((await get('alamat-baru')).body.data.id).toBe(row.id)
    for (const old of ['alamat-lama', 'alamat-tengah']) {
      const moved = await get(old)
      expect([moved.status, moved.headers.get('location'), moved.headers.get('cache-control')]).toEqual([301, 'alamat-baru', 'no-store'])
    }
    // Generated slugs avoid former ones; a person may take one.
    expect((await create({ title: 'Alamat Lama' })).slug).toBe('alamat-lama-2')
    const taker = await create({ title: 'Lain', slug: 'alamat-lama' })
    expect((await get('alamat-lama')).body.data.id).toBe(taker.id)
    await rename('alamat-tengah')
    expect((await get('alamat-tengah')).body.data.id).toBe(row.id)
    expect((await get('alamat-baru')).headers.get('location')).toBe('alamat-tengah')
    expect((await get('tidak-ada')).status).toBe(404)
    await ask('DELETE', `${post.path}/${row.id}`)
    expect((await get('alamat-baru')).status).toBe(404)
  })

  it('is refused to whoever comes second, where it was free when both began to write', async () => {
    const mine = await create({ title: 'Punyaku', slug: 'punyaku' })
    const both = await Promise.all([
      ask('POST', post.path, form({ slug: 'rebutan' })),
      ask('PUT', `${post.path}/${mine.id}`, form({ slug: 'rebutan' }), { 'Update-Mask': 'slug' }),
    ])
    expect(both.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(both.filter(({ status }) => status === 422)).toMatchObject([{ body: { fields: { slug: { code: 'taken' } } } }])
  })
})

describe('the trash', () => {
  const trashed = `${post.path}/trashed`
  const gone = async (values: Record<string, string>) => {
    const row = await create(values)
    expect((await ask('DELETE', `${post.path}/${row.id}`)).body.success_entities).toMatchObject([{ id: row.id }])
    return row
  }

  it('holds a deleted post, which gives its slug away', async () => {
    const row = await gone({ title: 'Dibuang', slug: 'dibuang' })
    expect((await ask('GET', `${post.path}/${row.ref}`)).status).toBe(404)
    const listed = await ask('GET', `${trashed}?query=search:Dibuang`)
    expect(listed.body).toMatchObject({ total_record: 1, data: [{ id: row.id, slug: 'dibuang' }] })
    expect(listed.body.data[0]).not.toHaveProperty('body')
    expect((await ask('GET', `${trashed}/${row.id}`)).body.data.body).toBe('<p>Halo</p>')
    expect((await create({ slug: 'dibuang' })).slug).toBe('dibuang')
  })

  it('gives a post back as it was, and refuses in words one whose slug was taken', async () => {
    const row = await gone({ title: 'Kembali', slug: 'kembali' })
    const other = await create({ slug: 'kembali' })
    const refused = await ask('PUT', `${trashed}/${row.id}/restore`)
    expect(refused).toMatchObject({ status: 422, body: { fields: { slug: { code: 'taken', message: expect.stringMatching(/./) } } } })
    expect((await ask('GET', `${trashed}/${row.id}`)).status).toBe(200)
    await ask('PUT', `${post.path}/${other.id}`, form({ slug: 'lain' }), { 'Update-Mask': 'slug' })
    expect((await ask('PUT', `${trashed}/${row.id}/restore`)).body.data).toMatchObject({ id: row.id, title: 'Kembali', slug: 'kembali' })
    expect((await ask('GET', `${post.path}/${row.ref}`)).status).toBe(200)
  })

  it('makes no slug that a post in the trash would come back with', async () => {
    await gone({ title: 'Menunggu' })
    expect((await create({ title: 'Menunggu' })).slug).toBe('menunggu-2')
  })

  it('is emptied for good', async () => {
    const row = await gone({ title: 'Habis', slug: 'habis' })
    expect((await ask('DELETE', trashed, { ids: [row.id] })).body.success_entities).toMatchObject([{ id: row.id }])
    expect((await ask('PUT', `${trashed}/${row.id}/restore`)).status).toBe(404)
  })

  it('is read, restored from and emptied by those who may read, change and delete posts', async () => {
    const { id } = await gone({ title: 'Terkunci' })
    const reader = requestAs(app, await makePerson(test.platform, ['get content']))
    const stranger = requestAs(app, await makePerson(test.platform, ['get bank']))
    expect((await reader('GET', `${trashed}/${id}`)).status).toBe(200)
    expect((await reader('PUT', `${trashed}/${id}/restore`)).status).toBe(403)
    expect((await reader('DELETE', trashed, { ids: [id] })).status).toBe(403)
    expect((await stranger('GET', trashed)).status).toBe(403)
  })
})

it('a post is published by the read itself, and offered to popups from the moment it is scheduled', async () => {
  const draft = await create()
  const later = await create({ status: 'publish', published_at: inDays(2) })
  expect([draft.state, later.state]).toEqual(['draft', 'scheduled'])
  const offered = async (query: string) => (await ask('GET', `${post.path}?query=id:${later.id},${query}`)).body.total_record
  expect([await offered('state:published'), await offered('state:scheduled')]).toEqual([0, 1])
  await test.platform.database.db.execute(`update posts set published_at = now() - interval '1 second' where id = ${later.id}`)
  expect([await offered('state:published'), await offered('state:scheduled')]).toEqual([1, 0])
  const past = await ask('POST', post.path, form({ status: 'publish', published_at: inDays(-1) }))
  expect(past).toMatchObject({ status: 422, body: { fields: { published_at: { code: 'past' } } } })
})

it('a post leaves the body to the detail, and keeps what was written there through a change of the title', async () => {
  const row = await create({ title: 'Panjang', body: `<h2>Saham</h2><p>${'naik '.repeat(2_000)}</p>` })
  const listed = await ask('GET', `${post.path}?query=id:${row.id}`)
  expect(listed.body.data[0]).toMatchObject({ title: 'Panjang', slug: 'panjang' })
  expect(listed.body.data[0]).not.toHaveProperty('body')
  await ask('PUT', `${post.path}/${row.id}`, form({ title: 'Pendek' }), { 'Update-Mask': 'title' })
  const { body } = await ask('GET', `${post.path}/${row.id}`)
  expect(body.data.body).toContain('<h2>Saham</h2>')
})

it('a post keeps a log of what was changed', async () => {
  const row = await create({ title: 'Riwayat' })
  await ask('PUT', `${post.path}/${row.id}`, form({ body: '<p>Lain</p>' }), { 'Update-Mask': 'body' })
  const { body } = await ask('GET', `${post.path}/logs/${row.id}`)
  expect(body.data).toMatchObject([{ action: 'update', changes: { body: ['<p>Halo</p>', '<p>Lain</p>'] } }, { action: 'create' }])
  expect(body).not.toHaveProperty('total_record')
})

it('a post stores no script, whatever a text says', async () => {
  const row = await create({ body: '<p onclick=x()>Halo</p><script>x()</script><img src=x onerror=x()><a href="javascript:x()">y</a>' })
  expect(row.body).toBe('<p>Halo</p><a rel="noopener noreferrer" target="_blank">y</a>')
})

it('a post refuses what is no video in the words of the base contract', async () => {
  const video = new File([await (await photo()).arrayBuffer()], 'video.mp4', { type: 'video/mp4' })
  expect(await ask('POST', post.path, form({ video }))).toMatchObject({
    status: 422,
    body: { fields: { video: { message: 'File video tidak ditemukan' } } },
  })
})

describe('pictures inside the body', () => {
  async function upload(file: File) {
    const data = new FormData()
    data.append('image', file)
    return ask('POST', media.path, data)
  }
  const content = async (url: string) => Buffer.from(await (await app.request(url)).arrayBuffer())

  it('lose what the camera wrote into them, and nothing else', async () => {
    const file = await photo()
    const { status, body } = await upload(file)
    expect([status, body.data.name, body.data.image.type]).toEqual([201, 'foto.jpg', 'image/jpeg'])
    const stored = await content(body.data.image.url)
    const { exif, width, height } = await sharp(stored).metadata()
    expect([exif, width, height]).toEqual([undefined, 40, 20])
    expect(stored.includes('Budi')).toBe(false)
    expect(Buffer.from(await file.arrayBuffer()).includes('Budi')).toBe(true)
  })

  it('are of a bounded size, and pictures', async () => {
    const wide = await sharp({ create: { width: 4_097, height: 2, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    const tooWide = await upload(new File([new Uint8Array(wide)], 'lebar.png', { type: 'image/png' }))
    expect(tooWide).toMatchObject({ status: 422, body: { fields: { image: { code: 'image_size' } } } })
    for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>', '<html><script>x()</script>'])
      expect((await upload(new File([text], 'x.png', { type: 'image/png' }))).body.fields).toHaveProperty('image')
  })

  it('stay while a post shows them', async () => {
    const { data } = (await upload(await photo(50, 50))).body
    const row = await create({ title: 'Bergambar', body: `<p>Lihat:</p><img src="${data.image.url}">` })
    expect(row.body).toContain(data.image.url)
    expect(await ask('DELETE', media.path, { ids: [data.id] })).toMatchObject({
      status: 422,
      body: { code: 'in_use', message: "This picture is still used in 'Bergambar'." },
    })
    expect((await ask('DELETE', `${post.path}/${row.id}`)).status).toBe(200)
    // It may be restored.
    expect((await ask('DELETE', media.path, { ids: [data.id] })).body.code).toBe('in_use')
    expect((await ask('DELETE', `${post.path}/trashed`, { ids: [row.id] })).status).toBe(200)
    const removed = await ask('DELETE', media.path, { ids: [data.id] })
    expect(removed).toMatchObject({ status: 200, body: { success_entities: [{ id: data.id }] } })
  })
})
