import { useMemo, useRef } from 'react'

/** The slot of each record: those that stay keep theirs, those that come take the ones that became free, from the top. */
export function assignSlots(held: ReadonlyMap<string, number>, refs: readonly string[]): ReadonlyMap<string, number> {
  const wanted = new Set(refs)
  const free = [...held].flatMap(([ref, slot]) => (wanted.has(ref) ? [] : [slot])).sort((a, b) => b - a)
  let next = Math.max(-1, ...held.values()) + 1
  return new Map(refs.map((ref) => [ref, held.get(ref) ?? free.pop() ?? next++]))
}

/**
 * React keys for rows: turning a page changes words instead of drawing every row anew. What is shown in a row must hold
 * no state that is not tied to its record.
 */
export function useSlots(refs: readonly string[]): readonly number[] {
  const held = useRef<ReadonlyMap<string, number>>(new Map())
  const all = refs.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same refs in the same order keep their slots
  return useMemo(() => {
    held.current = assignSlots(held.current, refs)
    return [...held.current.values()]
  }, [all])
}
