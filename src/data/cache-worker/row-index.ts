/** The index of an area's cached rows, in step with the database: parts at the start, then the log. */
import { isRecord } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { fieldOf } from '#contract/kit/section/section.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { sortKey } from '../outbox/overlay/list-evaluate.ts'
import { partFormat } from '../outbox/store/index-part.ts'
import {
  countRows,
  generationKey,
  type RowCache,
  readRows,
  rowTables,
  type ScanPlace,
  scanFrom,
  scanRows,
  scanStart,
} from '../outbox/store/row-cache.ts'
import { areas, hasColumns } from './area.ts'
import { createOrders, type Order } from './order.ts'
import { toPart } from './part.ts'
import { RowTable } from './table.ts'

export interface Index {
  table: RowTable
  orders: ReturnType<typeof createOrders>
}

/** Rows of a part. */
const partSize = 2_000
/** Rows that one transaction reads, so that nobody waits long for it. */
const chunk = 500
/** Rows that are looked up one by one. */
const lookups = 200
/** From so many entries of the log on, new parts are quicker to read than the log. */
const longLog = 5_000
/** Recently read rows that are remembered. */
const maxLately = 2_000

const asNumber = (value: unknown) => (typeof value === 'number' ? value : 0)

/** How far new parts are made; in `meta`, so that the next worker goes on where a terminated one stopped. */
interface Folding {
  /** Who makes them: another one that goes on with it displaces this one. */
  by: string
  generation: number
  /** Entries of the log up to this one are in the new parts. */
  upTo: number
  /** The last of the old parts. */
  old: number
  next: ScanPlace
}

const isFolding = (value: unknown): value is Folding =>
  isRecord(value) && typeof value.upTo === 'number' && typeof value.old === 'number' && isRecord(value.next)

interface RowIndexParts {
  cache: RowCache
  /** Runs its work while no other tab runs its own. */
  exclusively: (work: () => Promise<void>) => Promise<void>
  /** The day in Jakarta. */
  today?: () => string
  /** This worker may be suspended: making new parts ends after the one in hand, and goes on there later. */
  isResting?: () => boolean
}

export function createRowIndex({ cache, exclusively, today = () => wibDay(new Date()), isResting = () => false }: RowIndexParts) {
  const { db, keys } = cache
  const area = areas[cache.area]
  const own = uuidv7()
  let index: Index | null = null
  let generation = -1
  let seen = 0

  /** Recently read rows: the next keystroke mostly shows the same ones. Rows that the log names are read again. */
  const lately = new Map<string, AnyRow>()

  async function rowsOf(refs: readonly string[]): Promise<AnyRow[]> {
    if (lately.size > maxLately) lately.clear()
    const missing = refs.filter((ref) => !lately.has(ref))
    const day = index?.table.day ?? today()
    for (let at = 0; at < missing.length; at += lookups) {
      // Each in one transaction, because a row that is written meanwhile moves.
      const read = await db.transaction('r', rowTables(cache), async () => readRows(cache, missing.slice(at, at + lookups)))
      for (const [ref, row] of read) lately.set(ref, area.daily ? { ...row, ...area.daily.on(row, day) } : row)
    }
    return refs.flatMap((ref) => lately.get(ref) ?? [])
  }

  const metaNumbers = async (...names: string[]) => (await db.meta.bulkGet(names)).map((entry) => asNumber(entry?.value))

  interface Step {
    entries: number
    /** Rows that are cached; null while the log goes on. */
    count: number | null
    isSame: boolean
  }

  /** Applies some of the log since the last read, each time in a transaction of its own, which is over before the rows are taken in. */
  async function follow(table: RowTable): Promise<Step> {
    const read = await db.transaction('r', rowTables(cache), async () => {
      const [folded, now] = await metaNumbers(keys.folded, generationKey(cache.area))
      const isSame = now === generation && (folded ?? 0) <= seen
      const entries = await cache.log.where('seq').above(seen).limit(lookups).toArray()
      const refs = [...new Set(entries.map(({ ref }) => ref))]
      const rows = refs.length ? await readRows(cache, refs) : new Map<string, AnyRow>()
      return { isSame, entries, refs, rows, count: entries.length ? null : await countRows(cache) }
    })
    const { isSame, entries, refs, rows, count } = read
    if (isSame && entries.length) {
      for (const ref of refs) lately.delete(ref)
      table.change(
        toPart(area, [...rows.values()]),
        refs.filter((ref) => !rows.has(ref)),
      )
      seen = entries.at(-1)?.seq ?? seen
    }
    return { isSame, entries: entries.length, count }
  }

  /** Applies all of the log; null where the index is of another time by now. */
  async function followAll(table: RowTable): Promise<{ changed: boolean; count: number } | null> {
    for (let changed = false; ; changed = true) {
      const { isSame, count } = await follow(table)
      if (!isSame) return null
      if (count !== null) return { changed, count }
    }
  }

  /** 'again': it was cleared or made anew meanwhile. Null when the parts are of another format or missing. */
  async function load(): Promise<RowTable | 'again' | null> {
    const table = new RowTable(area, today())
    lately.clear()
    const begun = await db.transaction('r', [cache.parts, db.meta], async () => ({
      numbers: await metaNumbers(keys.folded, generationKey(cache.area)),
      parts: await cache.parts.toCollection().primaryKeys(),
    }))
    ;[seen = 0, generation = 0] = begun.numbers
    for (const key of begun.parts) {
      const part = await cache.parts.get(key)
      // New parts have come in its place, which are in the list as well.
      if (!part) continue
      if (part.format !== partFormat || !hasColumns(part, area.columns)) return null
      table.change(part)
    }
    const followed = await followAll(table)
    if (!followed) return 'again'
    return table.count === followed.count ? table : null
  }

  async function readFolding(): Promise<Folding> {
    return db.transaction('rw', [cache.parts, cache.log, db.meta], async () => {
      const [now = 0, folded = 0] = await metaNumbers(generationKey(cache.area), keys.folded)
      const stored = (await db.meta.get(keys.folding))?.value
      const upTo = (await cache.log.orderBy('seq').last())?.seq ?? folded
      const old = Number((await cache.parts.toCollection().lastKey()) ?? 0)
      const isGoingOn = isFolding(stored) && stored.generation === now
      const folding = isGoingOn ? { ...stored, by: own } : { by: own, generation: now, upTo, old, next: scanStart }
      const written = db.meta.put({ key: keys.folding, value: folding })
      await written
      return folding
    })
  }

  /** Inside a transaction: false where another one goes on with it, or the cache was cleared. */
  async function isOwn({ generation: at }: Folding): Promise<boolean> {
    const [now] = await metaNumbers(generationKey(cache.area))
    const stored = (await db.meta.get(keys.folding))?.value
    return now === at && isFolding(stored) && stored.by === own
  }

  async function storePart(rows: readonly AnyRow[], folding: Folding): Promise<boolean> {
    const part = toPart(area, rows)
    return db.transaction('rw', [cache.parts, db.meta], async () => {
      if (!(await isOwn(folding))) return false
      const last = Number((await cache.parts.toCollection().lastKey()) ?? 0)
      const writes = [cache.parts.put({ ...part, part: last + 1 }), db.meta.put({ key: keys.folding, value: folding })]
      await Promise.all(writes)
      return true
    })
  }

  async function finish(folding: Folding): Promise<void> {
    const isFinished = await db.transaction('rw', [cache.parts, db.meta], async () => {
      if (!(await isOwn(folding))) return false
      const old = await cache.parts.where('part').belowOrEqual(folding.old).primaryKeys()
      const writes = [cache.parts.bulkDelete(old), db.meta.put({ key: keys.folded, value: folding.upTo }), db.meta.delete(keys.folding)]
      await Promise.all(writes)
      return true
    })
    if (isFinished) await trimLog(folding.upTo)
  }

  /** What is in the parts is read by nobody. */
  async function trimLog(upTo: number): Promise<void> {
    const first = (await cache.log.orderBy('seq').first())?.seq ?? upTo + 1
    for (let from = first; from <= upTo; from += chunk)
      await cache.log
        .where('seq')
        .between(from, Math.min(upTo, from + chunk - 1), true, true)
        .delete()
  }

  /** New parts from the rows; changes meanwhile stay in the log. */
  async function fold(): Promise<void> {
    let folding = await readFolding()
    let rows: AnyRow[] = []
    for (let place: ScanPlace | null = folding.next; place; ) {
      if (isResting()) return
      const read: Awaited<ReturnType<typeof scanFrom>> = await scanFrom(cache, chunk, place)
      rows.push(...read.rows)
      place = read.next
      if (rows.length < partSize && place) continue
      folding = { ...folding, next: place ?? folding.next }
      if (rows.length && !(await storePart(rows, folding))) return
      rows = []
    }
    await finish(folding)
  }

  /** 'broken': cached, but the index has to be made anew. */
  async function readIndex(): Promise<{ state: 'cached' | 'broken' | 'none'; changed: boolean }> {
    if (!(await db.meta.get(keys.cached))?.value) {
      index = null
      return { state: 'none', changed: false }
    }
    const isOfToday = area.daily === null || index?.table.day === today()
    const followed = index && isOfToday ? await followAll(index.table) : null
    if (followed) return { state: 'cached', changed: followed.changed }
    const isFirst = index === null
    const table = await load()
    if (table === 'again') return readIndex()
    index = table && { table, orders: createOrders(table) }
    return { state: table ? 'cached' : 'broken', changed: !isFirst }
  }

  let queue: Promise<unknown> = Promise.resolve()

  /** The index as the database is now; null when the area is not cached. `changed`: other rows than at the last look. */
  function look(): Promise<{ index: Index; changed: boolean } | null> {
    const looked = queue.then(async () => {
      const first = await readIndex()
      if (first.state === 'none') return null
      if (first.state === 'broken') {
        if (isResting()) return null
        await exclusively(async () => {
          const { state } = await readIndex()
          if (state === 'broken') await fold()
        })
        await readIndex()
      }
      return index && { index, changed: first.changed }
    })
    queue = looked.catch(() => undefined)
    return looked
  }

  const isLogLong = async () => {
    const [folded = 0] = await metaNumbers(keys.folded)
    return (await cache.log.where('seq').above(folded).count()) > longLog
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
      if (isResting() || !(await isLogLong())) return
      await exclusively(async () => {
        const cached = (await db.meta.get(keys.cached))?.value
        if (cached && (await isLogLong())) await fold()
      })
    },
  }
}

export type RowIndex = ReturnType<typeof createRowIndex>
