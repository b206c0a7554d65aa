/** The index of the cached leads, in step with the database: parts at the start, then the log. */
import type { AnyRow } from '#contract/kit/section.ts'
import { fieldOf } from '#contract/kit/section.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import type { OwnerDatabase } from '../outbox/database.ts'
import { countLeads, generationKey, leadsMeta, leadTables, readLeads, scanLeads } from '../outbox/lead-cache.ts'
import { partFormat } from '../outbox/lead-part.ts'
import { sortKey } from '../outbox/list-evaluate.ts'
import { createOrders } from './order.ts'
import { toPart } from './part.ts'
import { LeadTable } from './table.ts'

export interface Index {
  table: LeadTable
  orders: ReturnType<typeof createOrders>
}

const chunk = 2_000
/** From so many entries of the log on, new parts are quicker to read than the log. */
const longLog = 5_000

const asNumber = (value: unknown) => (typeof value === 'number' ? value : 0)

/** `exclusively` runs its work while no other tab runs its own. */
export function createLeadIndex(db: OwnerDatabase, exclusively: (work: () => Promise<void>) => Promise<void>) {
  let index: Index | null = null
  let generation = -1
  let seen = 0

  const reading = [...leadTables(db), db.leadIndex]

  /** Recently read rows: the next keystroke mostly shows the same ones. Rows that the log names are read again. */
  const lately = new Map<string, AnyRow>()

  async function rowsOf(refs: readonly string[]): Promise<AnyRow[]> {
    if (lately.size > chunk) lately.clear()
    const missing = refs.filter((ref) => !lately.has(ref))
    // In one transaction, because a lead that is written meanwhile moves.
    const read = missing.length ? await db.transaction('r', leadTables(db), async () => readLeads(db, missing)) : []
    for (const [ref, row] of read) lately.set(ref, row)
    return refs.flatMap((ref) => lately.get(ref) ?? [])
  }

  /** Call inside a transaction: applies the log since the last read. True when it had entries. */
  async function follow(table: LeadTable): Promise<boolean> {
    const entries = await db.leadLog.where('seq').above(seen).toArray()
    const last = entries.at(-1)
    if (!last) return false
    const refs = [...new Set(entries.map(({ ref }) => ref))]
    for (const ref of refs) lately.delete(ref)
    const rows = await readLeads(db, refs)
    table.change(
      toPart([...rows.values()]),
      refs.filter((ref) => !rows.has(ref)),
    )
    seen = last.seq
    return true
  }

  /** Inside a transaction. Null when the parts are of another format or missing. */
  async function load(folded: number): Promise<LeadTable | null> {
    const table = new LeadTable()
    lately.clear()
    for (const key of await db.leadIndex.toCollection().primaryKeys()) {
      const part = await db.leadIndex.get(key)
      if (part?.format !== partFormat) return null
      table.change(part)
    }
    seen = folded
    await follow(table)
    return table.count === (await countLeads(db)) ? table : null
  }

  /** New parts from the rows; changes meanwhile stay in the log. */
  async function fold(): Promise<void> {
    const old = await db.leadIndex.toCollection().primaryKeys()
    const upTo = (await db.leadLog.orderBy('seq').last())?.seq ?? (await metaNumber(leadsMeta.folded))
    const at = generation
    let next = Math.max(0, ...old) + 1
    await scanLeads(db, chunk, async (rows) => {
      if (rows.length) await db.leadIndex.put(toPart(rows, next++))
    })
    await db.transaction('rw', reading, async () => {
      // The cache was cleared meanwhile: then the new parts are invalid.
      if ((await metaNumber(generationKey)) !== at) return void (await db.leadIndex.clear())
      await db.leadIndex.bulkDelete(old)
      await db.leadLog.where('seq').belowOrEqual(upTo).delete()
      await db.meta.put({ key: leadsMeta.folded, value: upTo })
    })
  }

  const metaNumber = async (key: string) => asNumber((await db.meta.get(key))?.value)

  /** 'broken': cached, but the index has to be made anew. */
  async function read(): Promise<{ state: 'cached' | 'broken' | 'none'; changed: boolean }> {
    const [cached, folded, currentGeneration] = await db.meta.bulkGet([leadsMeta.cached, leadsMeta.folded, generationKey])
    if (!cached?.value) {
      index = null
      return { state: 'none', changed: false }
    }
    const isSame = index !== null && asNumber(currentGeneration?.value) === generation && asNumber(folded?.value) <= seen
    if (index && isSame) return { state: 'cached', changed: await follow(index.table) }
    generation = asNumber(currentGeneration?.value)
    const isFirst = index === null
    const table = await load(asNumber(folded?.value))
    index = table && { table, orders: createOrders(table) }
    return { state: table ? 'cached' : 'broken', changed: !isFirst }
  }

  let queue: Promise<unknown> = Promise.resolve()

  /** The index as the database is now; null when the leads are not cached. `changed`: other leads than at the last look. */
  function look(): Promise<{ index: Index; changed: boolean } | null> {
    const looked = queue.then(async () => {
      const first = await db.transaction('r', reading, read)
      if (first.state === 'none') return null
      if (first.state === 'broken') {
        await exclusively(async () => {
          const { state } = await db.transaction('r', reading, read)
          if (state === 'broken') await fold()
        })
        await db.transaction('r', reading, read)
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
    async orderByRows({ table, orders }: Index, name: string): Promise<Uint32Array> {
      const keys: (string | number | null)[] = []
      const field = fieldOf(leads, name)
      await scanLeads(db, chunk, (rows) => {
        for (const row of rows) {
          const slot = table.slotOf(row.ref)
          if (slot !== undefined) keys[slot] = sortKey(field, row[name])
        }
      })
      return orders.by(name, keys)
    },
    /** Makes new parts when reading the log has become the longer way. */
    async tidy(): Promise<void> {
      if ((await db.leadLog.count()) <= longLog) return
      await exclusively(async () => {
        const { state } = await db.transaction('r', reading, read)
        if (state !== 'none' && (await db.leadLog.count()) > longLog) await fold()
      })
    },
  }
}

export type LeadIndex = ReturnType<typeof createLeadIndex>
