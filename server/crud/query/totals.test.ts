import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Db } from '#server/db/database.ts'
import { openMemory } from '#server/db/embedded.ts'
import { totalsOf } from './totals.ts'

let database: Database
beforeAll(async () => {
  database = await openMemory()
})
afterAll(() => database.close())

let lists = 0
/** A list of its own section that counts its queries. */
function listOf(records: number) {
  const section = `list-${++lists}`
  const totals = totalsOf(database)
  let counted = 0
  let there = records
  function add(announce: (tx: Db) => Promise<void>): Promise<void> {
    there += 1
    return database.transaction(announce)
  }
  return {
    get counted() {
      return counted
    },
    read: () =>
      totals.total(section, 'all', async () => {
        counted += 1
        await new Promise((resolve) => setTimeout(resolve, 5))
        return there
      }),
    arrives: () => add((tx) => totals.arrived(tx, section)),
    changes: () => add((tx) => totals.changed(tx, [section])),
  }
}

describe('a total', () => {
  it('of a short list is counted again with every record that arrives', async () => {
    const list = listOf(9_000)
    expect(await list.read()).toBe(9_000)
    await list.arrives()
    expect([await list.read(), await list.read(), list.counted]).toEqual([9_001, 9_001, 2])
  })

  it('of a long list is counted a few times while hundreds of records arrive, and is right soon after', async () => {
    const list = listOf(100_000)
    for (let at = 0; at < 300; at++) {
      await list.read()
      await list.arrives()
    }
    expect(list.counted).toBeLessThan(30)
    await expect.poll(list.read, { timeout: 5_000 }).toBe(100_300)
  })

  it('of a long list is counted again at once when somebody changes a record', async () => {
    const list = listOf(100_000)
    await list.read()
    await list.changes()
    expect(await list.read()).toBe(100_001)
    await list.arrives()
    await list.changes()
    expect(await list.read()).toBe(100_003)
  })
})
