import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { academy } from '#contract/sections/product/academy.ts'
import { onlineClass } from '#contract/sections/product/online-class.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { simulatorClasses, simulatorProgress } from '#contract/simulator/simulator-class.ts'
import { categories } from '#server/db/tables/content.ts'
import { onePixel } from '#tests/support/example.ts'
import { makeOrderWorld } from '#tests/support/orders.ts'

const world = await makeOrderWorld({ DEMO: 'true' })
const { ask, app, platform, placed, pay, order } = world
const { db } = platform.database
let category = 0
beforeAll(async () => {
  const [made] = await db.insert(categories).values({ name: 'Dasar', model: 'education', sequence: 1 }).returning({ id: categories.id })
  category = made?.id ?? 0
})
afterAll(() => world.close())

const sections = [
  { title: 'Bursa', lessons: [{ title: 'Saham', minutes: 10 }] },
  { title: 'Membeli', lessons: [{ title: 'Rekening' }] },
]
async function makeClass(values: Record<string, unknown> = {}) {
  const form = new FormData()
  const detail = { title: 'Berani Mulai', category, fee_type: 'paid', price: 350_000, is_show: true, sections, ...values }
  form.append('onlineClassDetail', JSON.stringify(detail))
  form.append('cover', onePixel())
  const { status, body } = await ask('POST', onlineClass.path, form)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}
async function makeProgram() {
  const form = new FormData()
  const values = { title: 'Trading Academy', price: '3500000', is_show: 'true', lessons: JSON.stringify([{ title: 'Orientasi' }]) }
  for (const [name, value] of Object.entries(values)) form.append(name, value)
  form.append('cover', onePixel())
  return (await ask('POST', academy.path, form)).body.data
}

interface Course {
  ref: string
  may_learn: boolean
  completed: number
  lessons: { ref: string; title: string; position: number; completed_at: string | null; completes_by: string; file_url: string | null }[]
}
async function courseOf(member: number, ref: string): Promise<Course | undefined> {
  const answer = await app.request(`${simulatorClasses.path}?member=${member}`)
  expect(answer.status).toBe(200)
  const { classes }: { classes: Course[] } = await answer.json()
  return classes.find((one) => one.ref === ref)
}
async function report(values: Record<string, unknown>) {
  const answer = await app.request(simulatorProgress.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ category: 'onlineclass', ...values }),
  })
  return { status: answer.status, body: await answer.json() }
}

it('a lesson with a file is completed by opening it, and its address is signed for who may learn', async () => {
  const form = new FormData()
  const lessons = JSON.stringify([{ title: 'Modul', file: { part: 'modul' } }])
  for (const [name, value] of Object.entries({ title: 'Modul Academy', price: '5000', is_show: 'true', lessons })) form.append(name, value)
  form.append('cover', onePixel())
  form.append('modul', new File(['%PDF-1.4'], 'modul.pdf', { type: 'application/pdf' }))
  const program = (await ask('POST', academy.path, form)).body.data
  const member = await world.buyer()
  expect(await courseOf(member, program.ref)).toMatchObject({ may_learn: false, lessons: [] })
  const { id } = await placed({ member_id: member, note: 'Catatan', items: [{ category: 'academy', product_id: program.id, qty: 1 }] })
  await pay(id)
  const found = await courseOf(member, program.ref)
  expect(found?.lessons).toMatchObject([{ file_name: 'modul.pdf', completes_by: 'opening', completed_at: null, video_url: null }])
  expect((await app.request(found?.lessons[0]?.file_url ?? '')).headers.get('Content-Type')).toBe('application/pdf')
  const lesson = found?.lessons[0]?.ref
  expect((await report({ member, category: 'academy', ref: program.ref, lesson, is_done: true })).status).toBe(200)
  expect(await courseOf(member, program.ref)).toMatchObject({ completed: 1 })
  const owned = async () => (await ask('GET', `/member/in/v1/members/${member}/memberships`)).body.owned
  expect(await owned()).toMatchObject([{ category: 'academy', ref: program.ref, title: 'Modul Academy', lesson_count: 1, completed: 1 }])
  expect((await ask('DELETE', transaction.path, { ids: [id] })).status).toBe(200)
  expect(await owned()).toEqual([])
})

describe('access', () => {
  it('comes with the paid order of a class or a program, and goes with it', async () => {
    const [course, program, member] = [await makeClass(), await makeProgram(), await world.buyer()]
    expect(await courseOf(member, course.ref)).toMatchObject({ may_learn: false, lessons: [] })
    const items = [
      { category: 'onlineclass', product_id: course.id, qty: 1 },
      { category: 'academy', product_id: program.id, qty: 1 },
    ]
    const { id, total, items: lines } = await placed({ member_id: member, items, note: 'Catatan' })
    expect([total, lines.map(({ name }: { name: string }) => name)]).toEqual([3_850_000, ['Berani Mulai', 'Trading Academy']])
    expect((await courseOf(member, course.ref))?.may_learn).toBe(false)
    expect((await pay(id)).status).toBe(200)
    expect(await courseOf(member, course.ref)).toMatchObject({ may_learn: true, lessons: [{ title: 'Saham' }, { title: 'Rekening' }] })
    expect(await courseOf(member, program.ref)).toMatchObject({
      may_learn: true,
      lessons: [{ title: 'Orientasi', completes_by: 'marking' }],
    })
    // Hidden later: sold to nobody, and kept by who bought it.
    await ask('PUT', `${onlineClass.path}/show-hide`, { id: course.id, is_show: false })
    expect((await courseOf(member, course.ref))?.may_learn).toBe(true)
    expect(await courseOf(await world.buyer(), course.ref)).toBeUndefined()
    expect((await ask('DELETE', transaction.path, { ids: [id] })).status).toBe(200)
    expect(await courseOf(member, course.ref)).toBeUndefined()
    expect((await ask('PUT', `${transaction.path}/trashed/${id}/restore`)).status).toBe(200)
    expect((await courseOf(member, course.ref))?.may_learn).toBe(true)
    // What was sold stays.
    expect((await ask('DELETE', onlineClass.path, { id: [course.id] })).body.code).toBe('in_use')
    expect((await ask('DELETE', academy.path, { ids: [program.id] })).body.code).toBe('in_use')
  })

  it('comes with a membership of its products, while that runs, and with a class that is free', async () => {
    const [emt, wst, free] = [
      await makeClass({ access_type: ['emt'] }),
      await makeClass({ access_type: ['wst'] }),
      await makeClass({ fee_type: 'free', price: undefined }),
    ]
    const member = await world.buyer()
    const may = async () => Promise.all([emt, wst, free].map(async ({ ref }) => (await courseOf(member, ref))?.may_learn))
    expect(await may()).toEqual([false, false, true])
    const { id } = await placed({ member_id: member, items: [{ category: 'membership', product_id: world.emt, qty: 1 }] })
    await pay(id)
    expect(await may()).toEqual([true, false, true])
    await db.execute(
      sql`update membership_accounts set expires_on = (now() at time zone 'Asia/Jakarta')::date - 1 where member_id = ${member}`,
    )
    expect(await may()).toEqual([false, false, true])
  })

  it('is sold once per order, and not while it is hidden', async () => {
    const [course, member] = [await makeClass(), await world.buyer()]
    const item = { category: 'onlineclass', product_id: course.id, qty: 2 }
    expect((await order({ member_id: member, items: [item] })).body.fields).toMatchObject({
      'items.0.qty': { code: 'max_value', params: { max: 1 } },
    })
    await ask('PUT', `${onlineClass.path}/show-hide`, { id: course.id, is_show: false })
    expect((await order({ member_id: member, items: [{ ...item, qty: 1 }] })).body.reason).toMatchObject({ code: 'product_off' })
  })
})

describe('progress', () => {
  it('keeps the furthest position and what was completed, whatever comes later and with whatever clock', async () => {
    const [{ ref, sections: stored }, member] = [await makeClass({ fee_type: 'free', price: undefined }), await world.buyer()]
    const [first, second] = stored.map((one: { lessons: { ref: string }[] }) => one.lessons[0]?.ref)
    const send = (values: Record<string, unknown>) => report({ member, ref, lesson: first, ...values })
    expect(await send({ position: 300 })).toMatchObject({ status: 200, body: { position: 300, completed_at: null } })
    expect((await send({ position: 20, at: '2001-01-01T00:00:00Z' })).body.position).toBe(300)
    expect((await send({ position: 400, at: '2099-01-01T00:00:00Z' })).body.position).toBe(400)
    expect((await send({ is_done: true, at: 'kemarin' })).body.completed_at).not.toBeNull()
    expect((await send({ is_done: false, position: 0 })).body).toMatchObject({ position: 400, completed_at: expect.any(String) })
    expect(await courseOf(member, ref)).toMatchObject({
      completed: 1,
      lessons: [{ position: 400 }, { ref: second, position: 0, completed_at: null }],
    })
    expect(await courseOf(await world.buyer(), ref)).toMatchObject({ completed: 0 })
    expect((await ask('DELETE', onlineClass.path, { id: [ref] })).status).toBe(200)
    expect((await db.execute(sql`select 1 from lesson_progress where member_id = ${member}`)).rows).toEqual([])
  })

  it('counts every one of many reports at once', async () => {
    const [{ ref, sections: stored }, member] = [await makeClass({ fee_type: 'free', price: undefined }), await world.buyer()]
    const lesson = stored[0].lessons[0].ref
    const positions = Array.from({ length: 12 }, (_, at) => ((at * 7) % 12) * 30)
    const answers = await Promise.all(positions.map((position) => report({ member, ref, lesson, position, is_done: position === 60 })))
    expect(answers.map(({ status }) => status)).toEqual(positions.map(() => 200))
    expect((await courseOf(member, ref))?.lessons[0]).toMatchObject({ position: 330, completed_at: expect.any(String) })
  })

  it('is of a lesson that is there, of a class that the member may see', async () => {
    const [paid, free] = [await makeClass(), await makeClass({ fee_type: 'free', price: undefined })]
    const member = await world.buyer()
    const lessonOf = (course: typeof paid) => course.sections[0].lessons[0].ref
    const tries = [
      report({ member, ref: paid.ref, lesson: lessonOf(paid), position: 1 }),
      report({ member, ref: free.ref, lesson: lessonOf(paid), position: 1 }),
      report({ member, ref: free.ref, lesson: 'x', position: 1 }),
      report({ member, category: 'academy', ref: free.ref, lesson: lessonOf(free), position: 1 }),
      report({ member, ref: free.ref, lesson: lessonOf(free), position: -1 }),
      report({ member: 999_999, ref: free.ref, lesson: lessonOf(free), position: 1 }),
      report({ member, category: 'membership', ref: free.ref, lesson: lessonOf(free) }),
    ]
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 422, 422, 422])
  })
})
