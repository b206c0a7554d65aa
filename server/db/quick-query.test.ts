import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { quick } from './quick-query.ts'

let client: PGlite
let fast: PGlite
beforeAll(async () => {
  client = await PGlite.create({ parsers: { 20: Number } })
  fast = quick(client)
  await fast.exec(
    'create table things (id bigserial primary key, name text unique, tags text[], data jsonb, at timestamptz, is_big boolean)',
  )
})
afterAll(() => client.close())

const insert = 'insert into things (name, tags, data, at, is_big) values ($1, $2, $3, $4, $5) returning *'

it('quick answers like the driver, alone and in transactions, repeatedly', async () => {
  const values = (name: string) => [name, ['a', 'b,c'], { deep: [1, null] }, new Date('2026-11-20T01:02:03Z'), true]
  for (const name of ['one', 'two', 'three']) {
    const made = await fast.transaction((tx) => tx.query(insert, values(name)))
    expect(made).toMatchObject({ affectedRows: 1, rows: [{ name, tags: ['a', 'b,c'], data: { deep: [1, null] }, is_big: true }] })
  }
  await fast.query(insert, ['empty', null, null, null, null])
  const text = 'select * from things where name <> $1 order by id'
  for (const options of [{}, { rowMode: 'array' as const }, { parsers: { 1184: (at: string) => at } }])
    expect((await fast.query(text, ['two'], options)).rows).toEqual((await client.query(text, ['two'], options)).rows)
  expect((await fast.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect((await fast.query('delete from things where name = $1', ['nothing'])).affectedRows).toBe(0)
})

it('quick returns errors of the database, and continues', async () => {
  const twice = fast.transaction(async (tx) => {
    await tx.query('update things set name = $1 where name = $2', ['uno', 'one'])
    await tx.query(insert, ['two', null, null, null, null])
  })
  await expect(twice).rejects.toMatchObject({ code: '23505', detail: expect.stringContaining('(name)=(two)') })
  await expect(fast.query('select * from nothing where id = $1', [1])).rejects.toMatchObject({ code: '42P01' })
  await expect(fast.transaction((tx) => tx.query('select $1::int', ['x']))).rejects.toMatchObject({ code: '22P02' })
  expect((await fast.query('select name from things where name = $1', ['one'])).rows).toEqual([{ name: 'one' }])
})

it('quick forgets old texts, and makes others wait for a transaction', async () => {
  const count = await fast.transaction(async (tx) => {
    let sum = 0
    for (let n = 0; n < 600; n++) sum += (await tx.query<{ n: number }>(`select $1::int + ${n} as n`, [1])).rows[0]?.n ?? 0
    return sum
  })
  expect(count).toBe((600 * 601) / 2)
  const order: string[] = []
  const long = fast.transaction(async (tx) => {
    await tx.query('select $1::int', [1])
    await new Promise((resolve) => setImmediate(resolve))
    await tx.query('select $1::int', [2])
    order.push('transaction')
  })
  await Promise.all([long, fast.query('select $1::int', [3]).then(() => order.push('query'))])
  expect(order).toEqual(['transaction', 'query'])
  expect((await fast.query('select count(*) as n from pg_prepared_statements')).rows).toEqual([{ n: 500 }])
})

it('quick renews plans made for an empty table', async () => {
  await fast.exec('create table grown (id int primary key, text text)')
  await fast.exec('vacuum analyze grown')
  const find = 'select text from grown where id = $1'
  const findAgain = (count: number) =>
    fast.transaction(async (tx) => {
      for (let n = 0; n < count; n++) await tx.query(find, [n])
    })
  const planned = () =>
    fast.transaction(async (tx) => {
      const { rows } = await tx.query<{ name: string }>('select name from pg_prepared_statements where statement = $1', [find])
      return JSON.stringify((await tx.query(`explain execute ${rows[0]?.name}(1)`)).rows)
    })
  await findAgain(10)
  expect(await planned()).toContain('Seq Scan')
  await fast.exec('insert into grown select number, repeat($$x$$, 100) from generate_series(1, 20000) as number')
  expect(await planned()).toContain('Seq Scan')
  await findAgain(1_000)
  expect(await planned()).not.toContain('Seq Scan')
})
