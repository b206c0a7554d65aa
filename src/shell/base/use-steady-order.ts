import { useState } from 'react'

/**
 * Rows of the lowest rank first, by the rank that each had when it was first shown. One whose state changes does not move: a
 * node that is moved loses its focus and the press that is on its way to it.
 */
export function useSteadyOrder<T>(rows: readonly T[], keyOf: (row: T) => number, rankOf: (row: T) => number): readonly T[] {
  const [ranks] = useState(() => new Map<number, number>())
  const rankShown = (row: T): number => {
    const rank = ranks.get(keyOf(row)) ?? rankOf(row)
    ranks.set(keyOf(row), rank)
    return rank
  }
  return rows
    .map((row) => ({ row, rank: rankShown(row) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ row }) => row)
}
