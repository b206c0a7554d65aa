import { useState } from 'react'

/**
 * Sorts rows by the rank they had when first shown. A later change moves no row: a moved node would lose its focus and a press in progress.
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
