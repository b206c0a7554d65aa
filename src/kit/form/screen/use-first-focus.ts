import { useEffect, useRef } from 'react'

/** The first field that is written in; numbers and dates have a keyboard of their own. */
const firstText =
  ':is([data-field] input:is([type=text], [type=email], [type=tel], [type=url]):not([inputmode=decimal], [inputmode=numeric], [data-date]), [data-field] textarea):not(:disabled)'

/** A new record begins with the cursor in its first text, but where a finger would get the keyboard with it. */
export function useFirstFocus(isNew: boolean) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!isNew || matchMedia('(pointer: coarse)').matches) return
    form.current?.querySelector<HTMLElement>(firstText)?.focus({ preventScroll: true })
  }, [isNew])
  return form
}
