import { keyAction } from '#console/kit/text/keys.ts'

/** The form that a press belongs to: around the focus, else that of the window on top, else that of the screen. */
function formOf(target: EventTarget | null): HTMLFormElement | undefined {
  const around = target instanceof Element ? target.closest('form') : null
  const [screen] = [...document.querySelectorAll<HTMLFormElement>(':is([role=dialog], main) form[novalidate]')]
    .filter((form) => form.getClientRects().length > 0)
    .slice(-1)
  return around ?? screen
}

/** Ctrl+S and ⌘S save a form wherever the focus is (docs/product/forms.md#by-keyboard). Returns how to end it. */
export function listenToSave(): () => void {
  const press = (event: KeyboardEvent) => {
    const form = !event.defaultPrevented && keyAction('form', event) === 'save' ? formOf(event.target) : undefined
    if (!form) return
    // Never the browser's own window, also where nothing can be saved.
    event.preventDefault()
    if (!event.repeat && form.querySelector('[type=submit]:enabled')) form.requestSubmit()
  }
  document.addEventListener('keydown', press)
  return () => document.removeEventListener('keydown', press)
}
