import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { mutations } from '#server/db/tables/platform.ts'
import { makePerson } from '#tests/support/api.ts'
import { formOf } from '#tests/support/form.ts'
import { line, makeOrderWorld, orderPermissions as permissions } from '#tests/support/orders.ts'
import { requestAs } from '#tests/support/request.ts'
import { moveProofs } from './move-proofs.ts'

const { path } = transaction
const world = await makeOrderWorld()
const { app, sell, seller, emt, vip, order, placed, pay, buyer, get } = world
const { db } = world.platform.database
afterAll(() => world.close())

describe('warnings', () => {
  it('tells of a proof that stands on another order, and of the same order within ten minutes; both are taken', async () => {
    const proof = [
      new File(
        [
          await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0a7' } })
            .png()
            .toBuffer(),
        ],
        'bukti.png',
      ),
    ]
    const [one, other] = [await buyer(), await buyer()]
    const first = await placed({ member_id: one, items: [line(emt), line(vip)], proof })
    expect(first.flags).toEqual([])
    expect((await placed({ member_id: one, items: [line(vip), line(emt)] })).flags).toEqual(['same_order'])
    expect((await placed({ member_id: one, items: [line(vip), line(emt, { qty: 2 })] })).flags).toEqual([])
    const seen = await placed({ member_id: other, items: [line(emt), line(vip)], proof })
    expect(seen.flags).toEqual(['proof_seen'])
    // A payment brings it, too, and its first order is noticed when paid.
    const later = await placed({ member_id: await buyer(), items: [line(emt)] })
    expect((await pay(later.id, { payment_status: 'paid', proof })).body.data.flags).toEqual(['proof_seen'])
    expect((await pay(first.id, { payment_status: 'paid' })).body.data.flags).toEqual(['proof_seen'])
    const long = await placed({ member_id: other, items: [line(vip)] })
    await db.update(orders).set({ created_at: sql`now() - interval '11 minutes'` }).where(eq(orders.id, long.id))
    expect((await placed({ member_id: other, items: [line(vip)] })).flags).toEqual([])
  })
})

describe('a proof of payment', () => {
  const picture = async (background: string, name: string) =>
    new File(
      [
        await sharp({ create: { width: 9, height: 9, channels: 3, background } })
          .png()
          .toBuffer(),
      ],
      name,
      { type: 'image/png' },
    )

  it('that was seen before is known by what it holds, not by its name', async () => {
    const [red, blue] = [await picture('#f00', 'image.png'), await picture('#00f', 'image.png')]
    const sent = async (proof: File) => (await placed({ member_id: await buyer(), items: [line(emt)], proof: [proof] })).flags
    expect([await sent(red), await sent(blue)]).toEqual([[], []])
    expect(await sent(await picture('#f00', 'transfer-baru.png'))).toEqual(['proof_seen'])
  })

  it('is read by whoever sees the order, and has no address for anybody else', async () => {
    const own = await placed({ member_id: await buyer(), items: [line(emt)], proof: [await picture('#0f0', 'bukti.png')] }, sell)
    const [{ url }] = own.proof
    expect(url).toMatch(new RegExp(`^${path}/${own.ref}/proofs/[0-9a-f]{64}/bukti\\.png$`))
    const [stored] = await db.select({ proof: orders.proof }).from(orders).where(eq(orders.id, own.id))
    expect(stored?.proof[0]?.url).toMatch(/^\/kept-files\//)
    const listed = (await sell('GET', `${path}?query=search:${own.order_number}`))?.body.data
    expect(listed).toMatchObject([{ proof: [{ url, name: 'bukti.png' }] }])
    const read = await get(url, seller)
    expect([read.status, read.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await get(`${url}?small=yes`, seller)).headers.get('content-type')).toBe('image/webp')
    const colleague = await makePerson(world.platform, permissions, 'Sales')
    const hash = url.split('/').at(-2)
    expect([(await get(url)).status, (await get(url, colleague)).status]).toEqual([401, 404])
    expect((await get(`/files/${hash}/bukti.png`, seller)).status).toBe(404)
    // A hash gives no access to other orders.
    const other = await placed({ member_id: await buyer(), items: [line(emt)] }, sell)
    expect((await get(url.replace(own.ref, other.ref), seller)).status).toBe(404)
    const named = await order(
      { member_id: await buyer(), items: [line(emt)], proof: [{ ...own.proof[0], url: stored?.proof[0]?.url }] },
      sell,
    )
    expect([named.status, Object.keys(named.body.fields)]).toEqual([422, ['proof.0']])
  })

  it('of a deleted order is read by whoever sees the order, and its receipt is gone', async () => {
    const gone = await placed({ member_id: await buyer(), items: [line(emt)], proof: [await picture('#f0f', 'bukti.png')] }, sell)
    expect((await world.ask('DELETE', path, { ids: [gone.id] })).status).toBe(200)
    const { proof } = (await sell('GET', `${path}/trashed/${gone.id}`)).body.data
    expect(proof).toEqual(gone.proof)
    const colleague = await makePerson(world.platform, permissions, 'Sales')
    expect([(await get(proof[0].url, seller)).status, (await get(`${proof[0].url}?small=yes`, seller)).status]).toEqual([200, 200])
    expect([(await get(proof[0].url)).status, (await get(proof[0].url, colleague)).status]).toEqual([401, 404])
    expect((await get(`${path}/${gone.ref}/receipt`, seller)).status).toBe(404)
  })

  it('is added to those that are there, which a form may send along', async () => {
    const made = await placed({ member_id: await buyer(), items: [line(emt)], proof: [await picture('#ff0', 'a.png')] })
    const more = await picture('#0ff', 'b.png')
    const paid = await pay(made.id, { payment_status: 'paid', proof: [...made.proof, more] })
    expect(paid.body.data.proof.map(({ name }: { name: string }) => name)).toEqual(['a.png', 'b.png'])
    expect((await pay(made.id, { payment_status: 'paid', proof: [more] })).body.data.proof).toHaveLength(2)
  })

  it('that was stored before in public is private once the server has begun, and its address gives nothing', async () => {
    const { files } = world.platform
    const key = randomUUID()
    const content = await picture('#0a5', 'lama.png')
    const body = formOf(transaction.fields, { member_id: await buyer(), items: [line(emt)], proof: [content] })
    const made = (await requestAs(app, seller)('POST', path, body, { 'Idempotency-Key': key })).body.data
    const file = await files.store(await files.inspect(new Uint8Array(await content.arrayBuffer()), 'lama.png'))
    const hash = file.url.split('/').at(-2) ?? ''
    await db
      .update(orders)
      .set({ proof: [file] })
      .where(eq(orders.id, made.id))
    await db
      .update(mutations)
      .set({ body: { message: 'Saved', data: { ...made, proof: [file] } } })
      .where(eq(mutations.key, key))
    expect((await app.request(file.url)).status).toBe(200)
    await moveProofs(world.platform)
    expect((await app.request(file.url)).status).toBe(404)
    const [{ url }] = (await sell('GET', `${path}/${made.id}`))?.body.data.proof ?? []
    expect(url).toBe(`${path}/${made.ref}/proofs/${hash}/lama.png`)
    expect((await app.request(url, { headers: { authorization: `Bearer ${seller.token}` } })).status).toBe(200)
    const [kept] = await db.select().from(mutations).where(eq(mutations.key, key))
    expect(JSON.stringify(kept?.body)).toContain(url)
  })
})
