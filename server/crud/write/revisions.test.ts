import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HistoryEntry } from '#contract/kit/section/history.ts'
import { post } from '#contract/sections/content/post.ts'
import { syncHeaders } from '#contract/sync.ts'
import { createApp } from '#server/app.ts'
import { posts } from '#server/db/tables/content.ts'
import { audit, revisions } from '#server/db/tables/platform.ts'
import { runHousekeeping } from '#server/platform/housekeeping.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

let test: TestPlatform
let app: ReturnType<typeof createApp>
let ask: TestRequest
let count = 0

beforeAll(async () => {
  test = await testPlatform()
  app = createApp(test.platform)
  ask = requestAs(app, await makePerson(test.platform, [], 'Root', true))
})
afterAll(() => test.close())

function formOf(values: Readonly<Record<string, unknown>>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(values)) {
    if (value instanceof Blob) data.append(name, value)
    else if (Array.isArray(value)) for (const entry of value) data.append(`${name}[]`, String(entry))
    else if (value !== null) data.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return data
}

const input = (values: Readonly<Record<string, unknown>> = {}) => ({
  ...{ title: `Laporan ${++count}`, type: 'article', publish_to: ['blog'], body: '<p>Satu</p>', access: 'free', status: 'draft' },
  ...values,
})

async function create(values: Readonly<Record<string, unknown>> = {}) {
  const response = await ask('POST', post.path, formOf(input(values)))
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body.data
}

/** Saves these fields alone. */
function save(id: number, values: Readonly<Record<string, unknown>>, headers: Readonly<Record<string, string>> = {}) {
  return ask('PUT', `${post.path}/${id}`, formOf(values), { [syncHeaders.mask]: Object.keys(values).join(), ...headers })
}

async function historyOf(id: number): Promise<HistoryEntry[]> {
  const { status, body } = await ask('GET', `${post.path}/logs/${id}?size=100`)
  expect(status).toBe(200)
  return body.data
}

const versionsOf = async (id: number) => (await historyOf(id)).map(({ version }) => version)
const read = (id: number, version: number) => ask('GET', `${post.path}/${id}/revisions/${version}`)
const countOf = (id: number) => test.platform.database.db.$count(revisions, eq(revisions.record, id))

describe('a version of an article', () => {
  it('is kept for every save, complete, where the history cuts its texts', async () => {
    const long = `<p>${'kata '.repeat(1_000)}akhir</p>`
    const { id, ref, title } = await create()
    await save(id, { body: long })
    await save(id, { title: 'Judul lain' })
    const [renamed, written, made] = await historyOf(id)
    expect([renamed?.version, written?.version, made?.version]).toEqual([3, 2, 1])
    expect(String(written?.changes.body?.[1])).toHaveLength(2_001)
    const second = await read(id, 2)
    expect(second.status).toBe(200)
    expect(second.body.data).toMatchObject({ id, ref, version: 2, title, body: long, status: 'draft', hashtags: [] })
    expect(second.body.data.updated_at).toBe(written?.created_at)
    expect(second.body.data).not.toHaveProperty('view_count')
    expect((await read(id, 3)).body.data.title).toBe('Judul lain')
  })

  it('is not kept for a refused or empty save, nor for a change by the server', async () => {
    const { id, title } = await create()
    await save(id, { title })
    expect((await save(id, { title: '' })).status).toBe(422)
    await test.platform.database.db.update(posts).set({ view_count: 7 }).where(eq(posts.id, id))
    expect(await versionsOf(id)).toEqual([1])
    expect(await countOf(id)).toBe(1)
  })

  it('is kept as one of the newest 50, or if it was published', async () => {
    const { id } = await create()
    await save(id, { status: 'publish' })
    await save(id, { status: 'draft' })
    for (let n = 0; n < 55; n++) await save(id, { meta_title: `Meta ${n}` })
    // Versions 1 to 58: the newest are 9 to 58.
    expect(await countOf(id)).toBe(51)
    for (const [version, status] of [
      [1, 404],
      [2, 200],
      [3, 404],
      [8, 404],
      [9, 200],
      [58, 200],
    ] as const)
      expect([version, (await read(id, version)).status]).toEqual([version, status])
    const shown = await historyOf(id)
    expect(shown).toHaveLength(58)
    expect(shown.filter(({ version }) => version === null)).toHaveLength(7)
  })

  it('is restored by a save that names the version it replaces', async () => {
    const { id, title } = await create({ hashtags: ['satu', 'dua'] })
    await save(id, { title: 'Salah', body: '<p>Salah</p>' })
    const { body } = await read(id, 1)
    const { hashtags, ...old } = body.data
    const values = { title: old.title, body: old.body, hashtags }
    const stale = await save(id, values, { [syncHeaders.ifMatch]: '"1"' })
    expect([stale.status, stale.body.code]).toEqual([412, 'stale'])
    const restored = await save(id, values, { [syncHeaders.ifMatch]: '"2"' })
    expect(restored.body.data).toMatchObject({ version: 3, title, body: '<p>Satu</p>', hashtags: ['satu', 'dua'] })
    expect(await versionsOf(id)).toEqual([3, 2, 1])
  })

  it('restores a picture that was replaced since, which housekeeping keeps', async () => {
    const paint = async (background: string) => {
      const content = await sharp({ create: { width: 20, height: 10, channels: 3, background } })
        .png()
        .toBuffer()
      return new File([new Uint8Array(content)], 'cover.png', { type: 'image/png' })
    }
    const { id, cover } = await create({ cover: await paint('#112233') })
    await save(id, { cover: await paint('#445566') })
    await runHousekeeping(test.platform, new Date(Date.now() + 3 * 24 * 3_600_000))
    expect((await app.request(cover.url)).status).toBe(200)
    const { body } = await read(id, 1)
    const restored = await save(id, { cover: body.data.cover })
    expect(restored.body.data.cover).toEqual(cover)
  })

  it('is kept of the state before the first change since versions exist', async () => {
    const { db } = test.platform.database
    const older = { title: 'Lama', body: '<p>Lama</p>', slug: 'artikel-lama', publish_to: ['blog'], version: 4, created_by: 'Sari' }
    const [old] = await db.insert(posts).values(older).returning()
    const id = old?.id ?? 0
    await save(id, { title: 'Baru' })
    const [changed, made] = await historyOf(id)
    expect(changed).toMatchObject({ action: 'update', version: 5, changes: { title: ['Lama', 'Baru'] } })
    expect(made).toMatchObject({ action: 'create', version: 4, created_by: 'Sari', created_at: old?.created_at, changes: {} })
    expect((await read(id, 4)).body.data).toMatchObject({ title: 'Lama', body: '<p>Lama</p>' })
  })

  it('outlives the history, with its entry', async () => {
    const { db } = test.platform.database
    const { id } = await create()
    await save(id, { title: 'Sesudah' })
    await db.delete(revisions).where(sql`${revisions.record} = ${id} and ${revisions.version} = 2`)
    await db.update(audit).set({ created_at: sql`now() - interval '30 years'` }).where(eq(audit.record, id))
    await runHousekeeping(test.platform)
    expect(await versionsOf(id)).toEqual([1])
  })

  it('is readable from the trash, and deleted with the record', async () => {
    const { id, title } = await create()
    await ask('DELETE', `${post.path}/${id}`)
    expect((await read(id, 1)).body.data).toMatchObject({ title })
    expect((await ask('DELETE', `${post.path}/trashed`, { ids: [id] })).status).toBe(200)
    expect((await read(id, 1)).status).toBe(404)
    expect(await countOf(id)).toBe(0)
  })

  it('is readable for readers of articles alone, if it exists', async () => {
    const { id } = await create()
    const stranger = requestAs(app, await makePerson(test.platform, ['get stock']))
    expect((await stranger('GET', `${post.path}/${id}/revisions/1`)).status).toBe(403)
    for (const wrong of [2, 0, -1, 1.5, 'one', '99999999999999999'])
      expect((await ask('GET', `${post.path}/${id}/revisions/${wrong}`)).status).toBe(404)
  })
})
