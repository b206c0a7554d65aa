import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onlineClass } from '#contract/sections/product/online-class.ts'
import { createApp } from '#server/app.ts'
import { productTerms } from '#server/db/tables/commerce.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { onePixel } from '#tests/support/example.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

const { path } = onlineClass
const parts = '/online-class/in/v1'
let test: TestPlatform
let [ask, refer]: TestRequest[] = []
let category = 0
beforeAll(async () => {
  test = await testPlatform()
  const app = createApp(test.platform)
  const rights = ['get product', 'create product', 'update product', 'delete product', 'create content']
  ask = requestAs(app, await makePerson(test.platform, rights))
  refer = requestAs(app, await makePerson(test.platform, ['get promotion']))
  category = (await ask('POST', '/content/in/v1/category', { name: 'Dasar Investasi', model: 'education' })).body.data.id
})
afterAll(() => test.close())

const lessons = (...titles: string[]) => titles.map((title) => ({ title, minutes: 10 }))
const detail = (values: Record<string, unknown> = {}) => ({
  title: 'Berani Mulai',
  category,
  fee_type: 'paid',
  price: 350_000,
  sections: [
    { title: 'Mengenal bursa', lessons: lessons('Apa itu saham', 'Siapa di bursa') },
    { title: 'Membeli', lessons: lessons('Rekening efek') },
  ],
  ...values,
})

/** The wire form: all values as JSON in one part, and the cover. */
function form(values: Record<string, unknown>, cover: File | null = onePixel()): FormData {
  const data = new FormData()
  data.append('onlineClassDetail', JSON.stringify(values))
  if (cover) data.append('cover', cover)
  return data
}

async function make(values: Record<string, unknown> = {}) {
  const made = await ask?.('POST', path, form(detail(values)))
  expect(made?.status, JSON.stringify(made?.body)).toBe(201)
  return made?.body.data
}

describe('sections and lessons', () => {
  it('have refs and places of their own at every depth, and are counted', async () => {
    const { sections, lesson_count, minutes } = await make()
    expect([lesson_count, minutes]).toEqual([3, 30])
    expect(sections).toMatchObject([
      { sort: 1, lessons: [{ title: 'Apa itu saham', sort: 1 }, { sort: 2 }] },
      { sort: 2, lessons: [{ title: 'Rekening efek', sort: 1, minutes: 10 }] },
    ])
    const refs = sections.flatMap((one: { ref: string; lessons: { ref: string }[] }) => [one.ref, ...one.lessons.map(({ ref }) => ref)])
    expect(new Set(refs.filter(Boolean)).size).toBe(5)
  })

  it('keep their refs wherever they are moved, and a ref that stands twice is new the second time', async () => {
    const { id, sections } = await make()
    const [one, two] = sections
    const [first, second] = one.lessons
    const moved = [
      { ...two, lessons: [...two.lessons, second, second] },
      { ...one, lessons: [first] },
    ]
    const put = await ask?.('PUT', `${path}/${id}`, form({ sections: moved }, null), { 'Update-Mask': 'sections' })
    const after = put?.body.data.sections
    expect(after.map(({ ref, sort }: { ref: string; sort: number }) => [ref, sort])).toEqual([
      [two.ref, 1],
      [one.ref, 2],
    ])
    const [, kept, doubled] = after[0].lessons
    expect([kept.ref, kept.sort, doubled.title]).toEqual([second.ref, 2, second.title])
    expect(doubled.ref).not.toBe(second.ref)
    expect(put?.body.data.lesson_count).toBe(4)
  })

  it.each([
    ['a section without a title', [{ title: '', lessons: [] }], 'sections.0.title'],
    ['a lesson without a title', [{ title: 'A', lessons: [{ minutes: 3 }] }], 'sections.0.lessons.0.title'],
    ['half a minute', [{ title: 'A', lessons: [{ title: 'a', minutes: 0.5 }] }], 'sections.0.lessons.0.minutes'],
    ['HTML in a title', [{ title: 'A', lessons: [{ title: '<script>' }] }], 'sections.0.lessons.0.title'],
    ['more sections than there may be', Array.from({ length: 51 }, () => ({ title: 'A' })), 'sections'],
  ])('refuse %s, and name it', async (_, sections, field) => {
    const refused = await ask?.('POST', path, form(detail({ sections })))
    expect([refused?.status, Object.keys(refused?.body.fields ?? {})]).toEqual([422, [field]])
  })

  it('are rows of their own for clients that refer to them', async () => {
    const { id, sections } = await make()
    const listed = await ask?.('GET', `${parts}/section?query=online_class_id:${id}`)
    expect(listed?.body).toMatchObject({
      total_record: 2,
      data: [
        { ref: sections[0].ref, online_class_id: id, title: 'Mengenal bursa', sort: 1, lesson_count: 2 },
        { title: 'Membeli', sort: 2, lesson_count: 1 },
      ],
    })
    const details = await ask?.('GET', `${parts}/detail?query=online_class_id:${id}&size=2`)
    expect(details?.body).toMatchObject({
      total_record: 3,
      data: [
        { ref: sections[0].lessons[0].ref, section_title: 'Mengenal bursa', title: 'Apa itu saham', sort: 1, minutes: 10 },
        { title: 'Siapa di bursa', sort: 2 },
      ],
    })
  })
})

/** The head of an MP4 with a track of pictures. */
function clip(): File {
  const content = Buffer.alloc(2_000)
  content.write('\0\0\0\x18ftypisom', 0, 'latin1')
  content.write('hdlr', 1_800, 'latin1')
  content.write('vide', 1_812, 'latin1')
  return new File([new Uint8Array(content)], 'kelas.mp4', { type: 'video/mp4' })
}

const withVideo = () =>
  detail({
    sections: [
      { title: 'Bursa', lessons: [{ title: 'Saham' }, { title: 'Broker', video: { part: 'video' } }] },
      { title: 'Membeli', lessons: lessons('Rekening') },
    ],
  })

describe('the video of a lesson', () => {
  it('comes beside the JSON, which names its part, has no public address, and stays where its lesson goes', async () => {
    const data = form(withVideo())
    data.append('video', clip())
    const made = await ask?.('POST', path, data)
    expect(made?.status, JSON.stringify(made?.body)).toBe(201)
    const { id, sections } = made?.body.data ?? {}
    const [one, two] = sections
    const { video } = one.lessons[1]
    expect([video.name, video.type, one.lessons[0].video ?? null]).toEqual(['kelas.mp4', 'video/mp4', null])
    expect(video.url).toMatch(/^\/videos\//)
    expect((await ask?.('GET', video.url))?.status).not.toBe(200)
    const moved = [
      { ...one, lessons: [one.lessons[0]] },
      { ...two, lessons: [one.lessons[1], ...two.lessons] },
    ]
    const put = await ask?.('PUT', `${path}/${id}`, form({ sections: moved }, null), { 'Update-Mask': 'sections' })
    expect(put?.body.data.sections[1].lessons[0]).toMatchObject({ ref: one.lessons[1].ref, video })
    const videos = await ask?.('GET', `${path}/${id}/videos`)
    expect(videos?.body.videos).toMatchObject([{ path: 'sections.1.lessons.0.video' }])
  })

  it('is a video by its content', async () => {
    const data = form(withVideo())
    data.append('video', new File(['Bukan video'], 'kelas.mp4', { type: 'video/mp4' }))
    const refused = await ask?.('POST', path, data)
    expect([refused?.status, Object.keys(refused?.body.fields ?? {})]).toEqual([422, ['sections.0.lessons.1.video']])
  })
})

const pdf = (name = 'materi.pdf') => new File(['%PDF-1.4 materi'], name, { type: 'application/pdf' })
const withFile = (lesson: Record<string, unknown> = { file: { part: 'file' } }) =>
  detail({ sections: [{ title: 'Bursa', lessons: [{ title: 'Saham', ...lesson }] }] })

describe('the file of a lesson', () => {
  const send = (values: Record<string, unknown>, files: Record<string, File>) => {
    const data = form(values)
    for (const [name, file] of Object.entries(files)) data.append(name, file)
    return ask?.('POST', path, data)
  }

  it('opens by a signed address alone, and stays where its lesson goes', async () => {
    const made = await send(withFile(), { file: pdf() })
    expect(made?.status, JSON.stringify(made?.body)).toBe(201)
    const { id, sections } = made?.body.data ?? {}
    const [lesson] = sections[0].lessons
    expect(lesson.file).toMatchObject({ name: 'materi.pdf', type: 'application/pdf', size: 15 })
    expect((await ask?.('GET', lesson.file.url))?.status).toBe(403)
    const moved = [{ ...sections[0], lessons: [{ title: 'Baru' }, lesson] }]
    const put = await ask?.('PUT', `${path}/${id}`, form({ sections: moved }, null), { 'Update-Mask': 'sections' })
    expect(put?.body.data.sections[0].lessons[1].file).toEqual(lesson.file)
    const described = await ask?.('GET', `${path}/${id}/videos`)
    expect(described?.body).toMatchObject({ videos: [], files: [{ path: 'sections.0.lessons.1.file', name: 'materi.pdf' }] })
    const { url } = described?.body.files[0] ?? {}
    const opened = await createApp(test.platform).request(url)
    expect([opened.status, opened.headers.get('Content-Type'), await opened.text()]).toEqual([200, 'application/pdf', '%PDF-1.4 materi'])
    const forged = url.replace(/until=\d+/, 'until=9999999999')
    expect((await createApp(test.platform).request(forged)).status).toBe(403)
    expect((await refer?.('GET', `${path}/${id}/videos`))?.body.files ?? []).toEqual([])
  })

  it.each([
    ['a page', new File(['<!doctype html><script>'], 'materi.pdf', { type: 'application/pdf' })],
    ['a text', new File(['Bukan dokumen'], 'materi.txt', { type: 'text/plain' })],
    ['a program', new File(['MZ\0\0'], 'materi.pdf', { type: 'application/pdf' })],
    ['nothing', new File([], 'materi.pdf', { type: 'application/pdf' })],
  ])('is a document or a picture by its content: %s is refused', async (_, file) => {
    const refused = await send(withFile(), { file })
    expect([refused?.status, Object.keys(refused?.body.fields ?? {})]).toEqual([422, ['sections.0.lessons.0.file']])
  })

  it('stands beside a video, too, and is not found by its hash in another record’s store', async () => {
    const both = await send(withFile({ file: { part: 'file' }, video: { part: 'video' } }), { file: pdf(), video: clip() })
    const [lesson] = both?.body.data.sections[0].lessons ?? []
    expect([lesson.video.name, lesson.file.name]).toEqual(['kelas.mp4', 'materi.pdf'])
    const content = new TextEncoder().encode('%PDF-1.4 rahasia')
    const kept = await test.platform.privateFiles.store(await test.platform.privateFiles.inspect(content, 'bukti.pdf'))
    const refused = await send(withFile({ file: { ...kept, url: kept.url.replace('/kept-files', '/videos') } }), {})
    expect([refused?.status, Object.keys(refused?.body.fields ?? {})]).toEqual([422, ['sections.0.lessons.0.file']])
  })
})

it('a class needs a category of education and, where it is paid, a price', async () => {
  const answered = (await ask?.('POST', '/content/in/v1/category', { name: 'Pembayaran', model: 'faq' }))?.body.data.id
  const refused = await ask?.('POST', path, form(detail({ category: answered })))
  expect(refused?.body.fields).toMatchObject({ category: { code: 'unknown_reference' } })
  expect((await ask?.('POST', path, form(detail({ price: undefined }))))?.body.fields).toHaveProperty('price')
  expect(await make({ fee_type: 'free' })).toMatchObject({ price: null, is_show: false })
})

it('a class that is shown and hidden keeps what it cost and when it was sold', async () => {
  const { id } = await make()
  const show = (is_show: boolean) => ask?.('PUT', `${path}/show-hide`, { id, is_show })
  expect((await show(true))?.body).toMatchObject({ data: { is_show: true } })
  await ask?.('PUT', `${path}/${id}`, form({ price: 400_000 }, null), { 'Update-Mask': 'price' })
  expect((await show(false))?.status).toBe(200)
  expect((await ask?.('DELETE', path, { id: [id] }))?.status).toBe(200)
  const history = await test.platform.database.db
    .select({ section: productTerms.section, price: productTerms.price, is_on: productTerms.is_on })
    .from(productTerms)
    .where(eq(productTerms.product, id))
    .orderBy(asc(productTerms.id))
  expect(history).toEqual([
    { section: 'online-class', price: 350_000, is_on: false },
    { section: 'online-class', price: 350_000, is_on: true },
    { section: 'online-class', price: 400_000, is_on: true },
    { section: 'online-class', price: 400_000, is_on: false },
  ])
})

it('people of promotion read what a reference needs, and nothing else of a class', async () => {
  const { id, ref } = await make()
  const read = await refer?.('GET', `${path}/${id}`)
  expect(read?.body.data).toEqual({ id, ref, title: 'Berani Mulai', teacher: null, is_show: false })
  expect((await refer?.('GET', `${parts}/section`))?.status).toBe(403)
})
