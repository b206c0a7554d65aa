import { useMemo, useRef } from 'react'

/** Assigns slots to records: known ones keep theirs, new ones take the lowest free slots. */
export function assignSlots(previous: ReadonlyMap<string, number>, refs: readonly string[]): ReadonlyMap<string, number> {
  const wanted = new Set(refs)
  const free = [...previous].flatMap(([ref, slot]) => (wanted.has(ref) ? [] : [slot])).sort((a, b) => b - a)
  let next = Math.max(-1, ...previous.values()) + 1
  return new Map(refs.map((ref) => [ref, previous.get(ref) ?? free.pop() ?? next++]))
}

/** React keys of rows that are reused when the page turns. Cells must hold no state that is not tied to their record. */
export function useSlots(refs: readonly string[]): readonly number[] {
  const previous = useRef<ReadonlyMap<string, number>>(new Map())
  const all = refs.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same refs in the same order keep their slots
  return useMemo(() => {
    previous.current = assignSlots(previous.current, refs)
    return [...previous.current.values()]
  }, [all])
}
