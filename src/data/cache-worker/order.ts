/** Slots in the order of a field, found once and kept through changes. */
import { type Field, firstJoined } from '#contract/kit/field/field.ts'
import { fieldOf } from '#contract/kit/section/section.ts'
import { byCodePoint, compareKeys, sortKey } from '../outbox/overlay/list-evaluate.ts'
import type { RowTable } from './table.ts'

type Compare = (a: number, b: number) => number
type Key = number | string | null

/** Slots in ascending order, of which the first `full` have a value. */
export interface Order {
  slots: Uint32Array
  full: number
}

/** The slots of an order in either direction: those without a value come last. */
export function slotAt({ slots, full }: Order, at: number, isDown: boolean): number {
  return slots[!isDown ? at : at < full ? full - 1 - at : slots.length - 1 - (at - full)] ?? 0
}

interface Comparison {
  compare: Compare
  isEmpty: (slot: number) => boolean
}

const byKeys = (keys: readonly Key[]): Comparison => ({
  compare: (a, b) => compareKeys(keys[a] ?? null, keys[b] ?? null),
  isEmpty: (slot) => keys[slot] == null,
})

/** Places of the distinct values, the same one for values that are ordered alike, and that of no value. */
function ranks(field: Field | undefined, values: readonly unknown[]): { places: Float64Array; empty: number | undefined } {
  // A list of tags is not sorted by.
  const keys = values.map((value) => (Array.isArray(value) ? null : sortKey(field, value)))
  const sorted = [...new Set(keys)].sort(compareKeys)
  const places = new Map(sorted.map((key, place) => [key, place]))
  return { places: Float64Array.from(keys, (key) => places.get(key) ?? 0), empty: places.get(null) }
}

/** Compares two slots by a field alone; null for a field without a column. */
function comparison(table: RowTable, field: string): Comparison | null {
  if (field === 'id') return { compare: () => 0, isEmpty: () => false }
  const { section } = table.area
  // A reference is ordered by what is shown of it.
  const name = firstJoined(section.fields, field) ?? field
  const time = table.times[name]
  if (time) {
    const { values } = time
    // Nothing comes last; two of them are equal.
    const key = (slot: number) => values[slot] ?? 0
    const compare: Compare = (a, b) => {
      const [one, other] = [key(a), key(b)]
      if (one === other) return 0
      if (Number.isNaN(one)) return Number.isNaN(other) ? 0 : 1
      return Number.isNaN(other) || one < other ? -1 : 1
    }
    return { compare, isEmpty: (slot) => Number.isNaN(key(slot)) }
  }
  const coded = table.coded[name]
  if (coded) {
    const { values } = coded.codes
    const { places, empty } = ranks(fieldOf(section, name), coded.coder.values)
    const place = (slot: number) => places[values[slot] ?? 0] ?? 0
    return { compare: (a, b) => place(a) - place(b), isEmpty: (slot) => place(slot) === empty }
  }
  const keys = table.texts[name]?.map((text) => (text === '' ? null : byCodePoint(text)))
  return keys ? byKeys(keys) : null
}

const byId = (table: RowTable, compare: Compare): Compare => {
  const { values } = table.ids
  return (a, b) => compare(a, b) || (values[a] ?? 0) - (values[b] ?? 0)
}

/** The first place without a value: they come last. */
function countFull(slots: Uint32Array, isEmpty: Comparison['isEmpty']): number {
  let [low, high] = [0, slots.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isEmpty(slots[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return low
}

export function createOrders(table: RowTable) {
  const kept = new Map<string, Order>()

  function sorted(slots: Uint32Array, compare: Compare): Uint32Array {
    return slots.sort(byId(table, compare))
  }

  function alive(from: number): Uint32Array {
    const slots: number[] = []
    for (let slot = from; slot < table.size; slot++) if (table.isAlive(slot)) slots.push(slot)
    return Uint32Array.from(slots)
  }

  table.watch((removed, from) => {
    for (const [name, order] of kept) {
      const by = comparison(table, name)
      if (!by) kept.delete(name)
      else {
        const added = sorted(alive(from), by.compare)
        keep(name, merge(table, order.slots, removed.length > 0, added, byId(table, by.compare)), by)
      }
    }
  })

  function keep(name: string, slots: Uint32Array, { isEmpty }: Comparison): Order {
    const order = { slots, full: countFull(slots, isEmpty) }
    kept.set(name, order)
    return order
  }

  return {
    /** Null for a field that needs its values from the rows. */
    of(name: string): Order | null {
      const known = kept.get(name)
      if (known) return known
      const by = comparison(table, name)
      return by && keep(name, sorted(alive(0), by.compare), by)
    },
    /** By values from the rows, kept until anything changes. */
    by(name: string, keys: readonly Key[]): Order {
      const by = byKeys(keys)
      return keep(name, sorted(alive(0), by.compare), by)
    },
  }
}

/** What is left of an order, with the new slots at their places. */
function merge(table: RowTable, order: Uint32Array, withDead: boolean, added: Uint32Array, compare: Compare): Uint32Array {
  const left = withDead ? order.filter((slot) => table.isAlive(slot)) : order
  const merged = new Uint32Array(left.length + added.length)
  let [i, j] = [0, 0]
  for (let at = 0; at < merged.length; at++) {
    const [one, other] = [left[i], added[j]]
    const takeLeft = other === undefined || (one !== undefined && compare(one, other) <= 0)
    merged[at] = (takeLeft ? one : other) ?? 0
    if (takeLeft) i += 1
    else j += 1
  }
  return merged
}
