import { useCallback, useEffect, useRef, useState } from 'react'
import { onBeforeReload } from '#console/data/base/before-reload.ts'
import { draftKey, draftPause } from '#console/kit/form/values/draft.ts'
import { readStored, writeStored } from '#console/kit/text/stored.ts'
import { isStoredFile } from '#contract/kit/field/field.ts'
import { mapFiles } from '#contract/kit/field/file-places.ts'
import { landingPage } from '#contract/sections/promotion/landing-page.ts'
import { type Block, type Blocks, readBlocks } from './blocks.ts'
import { beginUndo, packUndo, recordStep, stepBack, stepForth, type Undo, unpackUndo } from './undo.ts'

const { fields } = landingPage.fields.sections

/** As the form's draft keeps it: without files that are not stored yet. */
const keepable = (block: Block): Block => mapFiles(fields ?? {}, block, ({ value }) => (isStoredFile(value) ? value : null))

function keep(key: string, undo: Undo): void {
  const kept = new Map<Block, Block>()
  const of = (block: Block) => {
    const known = kept.get(block) ?? keepable(block)
    kept.set(block, known)
    return known
  }
  const map = (blocks: Blocks) => blocks.map(of)
  const steps = packUndo({ ...undo, past: undo.past.map(map), now: map(undo.now), future: undo.future.map(map) })
  writeStored(key, undo.past.length || undo.future.length ? steps : null)
}

/** The steps of this page before a reload, if the form has what they end in. */
function restore(key: string, blocks: Blocks): Undo {
  const undo = unpackUndo(readStored(key))
  const isSame = undo && JSON.stringify(undo.now) === JSON.stringify(blocks.map(keepable))
  return isSame ? { ...undo, now: blocks } : beginUndo(blocks)
}

/** Blocks of a form's value, with steps back and forth that survive a reload. */
export function useUndo(value: unknown, onChange: (value: unknown) => void) {
  const [key] = useState(() => `${draftKey(location.pathname + location.search)}:undo`)
  const [undo, setUndo] = useState<Undo>(() => restore(key, readBlocks(value, [])))
  const latest = useRef(undo)
  const emit = useRef(onChange)
  emit.current = onChange
  const blocks = readBlocks(value, latest.current.now)
  // The form was reset, such as by a newer record or a discarded draft: what was before it is not to come back.
  if (blocks !== latest.current.now) latest.current = beginUndo(blocks)

  const go = useCallback((next: Undo | null) => {
    if (!next) return
    latest.current = next
    setUndo(next)
    emit.current(next.now)
  }, [])
  const write = useCallback(
    (next: Blocks, what: string | null = null) => go(recordStep(latest.current, next, what, performance.now())),
    [go],
  )

  useEffect(() => {
    const flush = () => keep(key, latest.current)
    const timer = setTimeout(flush, draftPause)
    addEventListener('pagehide', flush)
    const stop = onBeforeReload(flush)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', flush)
      stop()
    }
  })
  return {
    blocks,
    /** The blocks of this moment, for work that began earlier. */
    current: useCallback(() => latest.current.now, []),
    write,
    back: latest.current.past.length ? () => go(stepBack(latest.current)) : null,
    forth: latest.current.future.length ? () => go(stepForth(latest.current)) : null,
  }
}
