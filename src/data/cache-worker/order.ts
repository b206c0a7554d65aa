/** Slots in the order of a field, found once and kept through changes. */
import { type Field, firstJoined } from '#contract/kit/field.ts'
import { fieldOf } from '#contract/kit/section.ts'
import { byCodePoint, compareKeys, sortKey } from '../outbox/list-evaluate.ts'
import type { RowTable } from './table.ts'

type Compare = (a: number, b: number) => number
type Key = number | string | null

/** Places of the distinct values, the same one for values that are ordered alike. */
function ranks(field: Field | undefined, values: readonly unknown[]): Float64Array {
  // A list of tags is not sorted by.
  const keys = values.map((value) => (Array.isArray(value) ? null : sortKey(field, value)))
  const sorted = [...new Set(keys)].sort(compareKeys)
  const places = new Map(sorted.map((key, place) => [key, place]))
  return Float64Array.from(keys, (key) => places.get(key) ?? 0)
}

/** Compares two slots by a field alone; null for a field without a column. */
function comparison(table: RowTable, field: string): Compare | null {
  if (field === 'id') return () => 0
  const { section } = table.area
  // A reference is ordered by what is shown of it.
  const name = firstJoined(section.fields, field) ?? field
  const time = table.times[name]
  if (time) {
    const { values } = time
    // Nothing comes last; two of them are equal.
    const key = (slot: number) => values[slot] ?? 0
    return (a, b) => {
      const [one, other] = [key(a), key(b)]
      if (one === other) return 0
      if (Number.isNaN(one)) return Number.isNaN(other) ? 0 : 1
      return Number.isNaN(other) || one < other ? -1 : 1
    }
  }
  const coded = table.coded[name]
  if (coded) {
    const { values } = coded.codes
    const places = ranks(fieldOf(section, name), coded.coder.values)
    return (a, b) => (places[values[a] ?? 0] ?? 0) - (places[values[b] ?? 0] ?? 0)
  }
  const keys = table.texts[name]?.map((text) => (text === '' ? null : byCodePoint(text)))
  return keys ? (a, b) => compareKeys(keys[a] ?? null, keys[b] ?? null) : null
}

const byId = (table: RowTable, compare: Compare): Compare => {
  const { values } = table.ids
  return (a, b) => compare(a, b) || (values[a] ?? 0) - (values[b] ?? 0)
}

export function createOrders(table: RowTable) {
  const kept = new Map<string, Uint32Array>()

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
      const compare = comparison(table, name)
      if (!compare) kept.delete(name)
      else kept.set(name, merge(table, order, removed.length > 0, sorted(alive(from), compare), byId(table, compare)))
    }
  })

  return {
    /** Ascending; for descending it is read from its end. Null for a field that needs its values from the rows. */
    of(name: string): Uint32Array | null {
      const known = kept.get(name)
      if (known) return known
      const compare = comparison(table, name)
      if (!compare) return null
      const order = sorted(alive(0), compare)
      kept.set(name, order)
      return order
    },
    /** By values from the rows, kept until anything changes. */
    by(name: string, keys: readonly Key[]): Uint32Array {
      const order = sorted(alive(0), (a, b) => compareKeys(keys[a] ?? null, keys[b] ?? null))
      kept.set(name, order)
      return order
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
