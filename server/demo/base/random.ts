/** Deterministic random numbers: equal seeds give equal rows. */
export interface Random {
  /** Returns an integer from 0 to below `below`. */
  upTo(below: number): number
  pick<T>(list: readonly T[]): T
  /** Returns true in `percent` of cases. */
  chance(percent: number): boolean
  /** `count` different entries, in the order of the list. */
  some<T>(list: readonly T[], count: number): T[]
  /** A UUIDv7 of that millisecond. */
  ref(time: number): string
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  // mulberry32: short, fast, and good enough to look at.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const upTo = (below: number) => next() % below
  const hex = (digits: number) => next().toString(16).padStart(8, '0').slice(0, digits)
  return {
    upTo,
    pick(list) {
      const entry = list[upTo(list.length)]
      if (entry === undefined) throw new Error('nothing to pick from')
      return entry
    },
    chance: (percent) => upTo(100) < percent,
    some(list, count) {
      const chosen = new Set<number>()
      while (chosen.size < Math.min(count, list.length)) chosen.add(upTo(list.length))
      return list.filter((_, at) => chosen.has(at))
    },
    ref(time) {
      const stamp = time.toString(16).padStart(12, '0')
      const variant = (8 + upTo(4)).toString(16)
      return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(8)}${hex(4)}`
    },
  }
}
