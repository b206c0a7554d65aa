import { useEffect, useRef } from 'react'

/** Kinds of input that are written in; numbers and dates have a keyboard of their own, and are none. */
const written = ['text', 'email', 'tel', 'url']

function isText(input: HTMLInputElement | HTMLTextAreaElement): boolean {
  if (input.disabled || input.readOnly || input.dataset.date !== undefined) return false
  return (
    input instanceof HTMLTextAreaElement ||
    (written.includes(input.type) && !['decimal', 'numeric'].includes(input.getAttribute('inputmode') ?? ''))
  )
}

/** A new record begins with the cursor in its first text, but where a finger would get the keyboard with it. */
export function useFirstFocus(isNew: boolean) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!isNew || matchMedia('(pointer: coarse)').matches) return
    const fields = form.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[data-field] input, [data-field] textarea')
    Array.from(fields ?? [])
      .find(isText)
      ?.focus({ preventScroll: true })
  }, [isNew])
  return form
}
