import { useCallback, useRef } from 'react'

/** Work on a record that was just saved, by its ref. */
export type SavedWork = (ref: string) => Promise<void>

/** Collects work of form parts, such as files, that runs once the record is saved or waits. It tells the person itself what failed. */
export function useAfterSave() {
  const works = useRef(new Set<SavedWork>())
  const register = useCallback((work: SavedWork) => {
    works.current.add(work)
    return () => void works.current.delete(work)
  }, [])
  const run = useCallback(async (ref: string) => {
    // The record is saved: a form that stayed open would make it once more with the next press.
    for (const work of works.current) await work(ref).catch(() => undefined)
  }, [])
  return { register, run }
}
