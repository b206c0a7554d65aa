/** Three-way merge of a list with keyed elements. */
import type { Merged } from './merge.ts'

interface Elements {
  keyOf: (entry: unknown) => string
  equal: (a: unknown, b: unknown) => boolean
  merge: (base: unknown, mine: unknown, theirs: unknown) => Merged
}

type Keyed = ReadonlyMap<string, unknown>

/** Returns null when a key is repeated: elements are then ambiguous. */
function byKey(list: readonly unknown[], keyOf: Elements['keyOf']): Keyed | null {
  const map = new Map(list.map((entry) => [keyOf(entry), entry]))
  return map.size === list.length ? map : null
}

/** Returns the merged element; `gone` where one side removed it and the other left it unchanged. */
function mergeOne(key: string, [base, mine, theirs]: readonly [Keyed, Keyed, Keyed], by: Elements): Merged | 'gone' {
  const [seen, own, other] = [base.get(key), mine.get(key), theirs.get(key)]
  if (mine.has(key) && theirs.has(key)) {
    if (by.equal(own, other) || (base.has(key) && by.equal(seen, own))) return { clash: false, value: other }
    if (base.has(key) && by.equal(seen, other)) return { clash: false, value: own }
    return by.merge(seen, own, other)
  }
  const left = mine.has(key) ? own : other
  if (!base.has(key)) return { clash: false, value: left }
  return by.equal(seen, left) ? 'gone' : { clash: true }
}

/** Returns the order of the side that moved elements; null when both moved some. */
function orderOf(base: readonly string[], mine: readonly string[], theirs: readonly string[]): readonly string[] | null {
  const common = (list: readonly string[]) => list.filter((key) => mine.includes(key) && theirs.includes(key)).join(' ')
  const [own, other] = [common(mine), common(theirs)]
  const first = own === other || common(base) === own ? theirs : common(base) === other ? mine : null
  if (!first) return null
  const second = first === theirs ? mine : theirs
  return [...first, ...second.filter((key) => !first.includes(key))]
}

/** Returns the merged list, or null on a conflict: an element changed or moved on both sides. */
export function mergeElements(
  base: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
  by: Elements,
): readonly unknown[] | null {
  const [a, b, c] = [byKey(base, by.keyOf), byKey(mine, by.keyOf), byKey(theirs, by.keyOf)]
  const order = a && b && c && orderOf([...a.keys()], [...b.keys()], [...c.keys()])
  if (!order) return null
  const result: unknown[] = []
  for (const key of order) {
    const merged = mergeOne(key, [a, b, c], by)
    if (merged === 'gone') continue
    if (merged.clash) return null
    result.push(merged.value)
  }
  return result
}
