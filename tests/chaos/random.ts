/** Seeded random numbers (mulberry32): the same seed gives the same run on every machine. */
export interface Random {
  /** From 0 up to 1. */
  next(): number
  /** An integer from `min` to `max`, inclusive. */
  integer(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly [T, ...T[]]): T
  /** Weighted. */
  weighted<T>(from: readonly (readonly [weight: number, value: T])[]): T
}

export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick: (from) => from[integer(0, from.length - 1)] ?? from[0],
    weighted(from) {
      let left = next() * from.reduce((sum, [weight]) => sum + weight, 0)
      const found = from.find(([weight]) => {
        left -= weight
        return left < 0
      })
      const chosen = found ?? from.at(-1)
      if (!chosen) throw new Error('nothing to choose from')
      return chosen[1]
    },
  }
}

/** Seed of one schedule. */
export const seedOf = (run: number, index: number): number => Math.floor(seeded(Math.imul(run, 0x9e3779b1) + index).next() * 2 ** 32)
