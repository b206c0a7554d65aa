import { useCallback, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { onBeforeReload } from '#console/data/base/before-reload.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { draftKey, draftPause, dropDraft, readDraft, writeDraft } from '../values/draft.ts'
import type { FormValues } from '../values/tools.ts'

/** Keeps form input, and the record it is based on, as a draft per path, over reloads, crashes and updates of the app. */
export function useDraft(form: UseFormReturn<FormValues>, section: Section, path: string, base: AnyRow | null) {
  const key = draftKey(path)
  const [restored, setRestored] = useState(() => readDraft(key) !== null)
  const stopped = useRef(false)
  const latestBase = useRef(base)
  latestBase.current = base

  useEffect(() => {
    stopped.current = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = () => {
      clearTimeout(timer)
      timer = undefined
      if (!stopped.current) writeDraft(key, section, form.getValues(), { ...form.formState.defaultValues }, latestBase.current)
    }
    const stop = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ isDirty }) => {
        clearTimeout(timer)
        if (isDirty && !stopped.current) timer = setTimeout(write, draftPause)
      },
    })
    const flush = () => timer !== undefined && write()
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    const stopKeeping = onBeforeReload(flush)
    return () => {
      flush()
      stopKeeping()
      stop()
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
    }
  }, [form, section, key])

  /** Deletes the draft and stops writing. */
  const forget = useCallback(() => {
    stopped.current = true
    dropDraft(key)
    setRestored(false)
  }, [key])

  /** Deletes the draft and starts a new one. */
  const begin = useCallback(() => {
    forget()
    stopped.current = false
  }, [forget])

  const discard = useCallback(() => {
    forget()
    form.reset()
    begin()
  }, [forget, begin, form])

  return { restored, forget, begin, discard }
}
