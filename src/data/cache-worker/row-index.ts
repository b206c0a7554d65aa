/** The index of an area's cached rows, in step with the database: parts at the start, then the log. */
import type { AnyRow } from '#contract/kit/section/section.ts'
import { fieldOf } from '#contract/kit/section/section.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { sortKey } from '../outbox/overlay/list-evaluate.ts'
import { partFormat } from '../outbox/store/index-part.ts'
import { countRows, generationKey, type RowCache, readRows, rowTables, scanRows } from '../outbox/store/row-cache.ts'
import { areas, hasColumns } from './area.ts'
import { createOrders, type Order } from './order.ts'
import { toPart } from './part.ts'
import { RowTable } from './table.ts'

export interface Index {
  table: RowTable
  orders: ReturnType<typeof createOrders>
}

const chunk = 2_000
/** From so many entries of the log on, new parts are quicker to read than the log. */
const longLog = 5_000

const asNumber = (value: unknown) => (typeof value === 'number' ? value : 0)

/** `exclusively` runs its work while no other tab runs its own; `today` is the day in Jakarta. */
export function createRowIndex(
  cache: RowCache,
  exclusively: (work: () => Promise<void>) => Promise<void>,
  today = () => wibDay(new Date()),
) {
  const { db, keys } = cache
  const area = areas[cache.area]
  let index: Index | null = null
  let generation = -1
  let seen = 0

  const reading = [...rowTables(cache), cache.parts]

  /** Recently read rows: the next keystroke mostly shows the same ones. Rows that the log names are read again. */
  const lately = new Map<string, AnyRow>()

  async function rowsOf(refs: readonly string[]): Promise<AnyRow[]> {
    if (lately.size > chunk) lately.clear()
    const missing = refs.filter((ref) => !lately.has(ref))
    // In one transaction, because a row that is written meanwhile moves.
    const read = missing.length ? await db.transaction('r', rowTables(cache), async () => readRows(cache, missing)) : []
    const day = index?.table.day ?? today()
    for (const [ref, row] of read) lately.set(ref, area.daily ? { ...row, ...area.daily.on(row, day) } : row)
    return refs.flatMap((ref) => lately.get(ref) ?? [])
  }

  /** Call inside a transaction: applies the log since the last read. True when it had entries. */
  async function follow(table: RowTable): Promise<boolean> {
    const entries = await cache.log.where('seq').above(seen).toArray()
    const last = entries.at(-1)
    if (!last) return false
    const refs = [...new Set(entries.map(({ ref }) => ref))]
    for (const ref of refs) lately.delete(ref)
    const rows = await readRows(cache, refs)
    table.change(
      toPart(area, [...rows.values()]),
      refs.filter((ref) => !rows.has(ref)),
    )
    seen = last.seq
    return true
  }

  /** Inside a transaction. Null when the parts are of another format or missing. */
  async function load(folded: number): Promise<RowTable | null> {
    const table = new RowTable(area, today())
    lately.clear()
    for (const key of await cache.parts.toCollection().primaryKeys()) {
      const part = await cache.parts.get(key)
      if (part?.format !== partFormat || !hasColumns(part, area.columns)) return null
      table.change(part)
    }
    seen = folded
    await follow(table)
    return table.count === (await countRows(cache)) ? table : null
  }

  /** New parts from the rows; changes meanwhile stay in the log. */
  async function fold(): Promise<void> {
    const old = await cache.parts.toCollection().primaryKeys()
    const upTo = (await cache.log.orderBy('seq').last())?.seq ?? (await metaNumber(keys.folded))
    const at = generation
    let next = Math.max(0, ...old) + 1
    await scanRows(cache, chunk, async (rows) => {
      if (rows.length) await cache.parts.put(toPart(area, rows, next++))
    })
    await db.transaction('rw', reading, async () => {
      // The cache was cleared meanwhile: then the new parts are invalid.
      if ((await metaNumber(generationKey(cache.area))) !== at) return void (await cache.parts.clear())
      await cache.parts.bulkDelete(old)
      await cache.log.where('seq').belowOrEqual(upTo).delete()
      await db.meta.put({ key: keys.folded, value: upTo })
    })
  }

  const metaNumber = async (key: string) => asNumber((await db.meta.get(key))?.value)

  /** 'broken': cached, but the index has to be made anew. */
  async function readIndex(): Promise<{ state: 'cached' | 'broken' | 'none'; changed: boolean }> {
    const [cached, folded, currentGeneration] = await db.meta.bulkGet([keys.cached, keys.folded, generationKey(cache.area)])
    if (!cached?.value) {
      index = null
      return { state: 'none', changed: false }
    }
    const isOfToday = area.daily === null || index?.table.day === today()
    const isSame = index !== null && isOfToday && asNumber(currentGeneration?.value) === generation && asNumber(folded?.value) <= seen
    if (index && isSame) return { state: 'cached', changed: await follow(index.table) }
    generation = asNumber(currentGeneration?.value)
    const isFirst = index === null
    const table = await load(asNumber(folded?.value))
    index = table && { table, orders: createOrders(table) }
    return { state: table ? 'cached' : 'broken', changed: !isFirst }
  }

  let queue: Promise<unknown> = Promise.resolve()

  /** The index as the database is now; null when the area is not cached. `changed`: other rows than at the last look. */
  function look(): Promise<{ index: Index; changed: boolean } | null> {
    const looked = queue.then(async () => {
      const first = await db.transaction('r', reading, readIndex)
      if (first.state === 'none') return null
      if (first.state === 'broken') {
        await exclusively(async () => {
          const { state } = await db.transaction('r', reading, readIndex)
          if (state === 'broken') await fold()
        })
        await db.transaction('r', reading, readIndex)
      }
      return index && { index, changed: first.changed }
    })
    queue = looked.catch(() => undefined)
    return looked
  }

  return {
    look,
    rowsOf,
    /** Order by a field that has no column. */
    async orderByRows({ table, orders }: Index, name: string): Promise<Order> {
      const values: (string | number | null)[] = []
      const field = fieldOf(area.section, name)
      await scanRows(cache, chunk, (rows) => {
        for (const row of rows) {
          const slot = table.slotOf(row.ref)
          if (slot !== undefined) values[slot] = sortKey(field, row[name])
        }
      })
      return orders.by(name, values)
    },
    /** Makes new parts when reading the log has become the longer way. */
    async tidy(): Promise<void> {
      if ((await cache.log.count()) <= longLog) return
      await exclusively(async () => {
        const { state } = await db.transaction('r', reading, readIndex)
        if (state !== 'none' && (await cache.log.count()) > longLog) await fold()
      })
    },
  }
}

export type RowIndex = ReturnType<typeof createRowIndex>
