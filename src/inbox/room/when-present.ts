import { insertText } from '#console/kit/text/insert-text.ts'

/** Milliseconds to wait for the element. */
const patienceMs = 5_000
/** Frames until what was pressed has the focus. */
const patienceFrames = 60

/** Calls `act` with the element of a selector, now or when it is added, and resolves then; or once nobody waits for it any more. */
export function whenPresent(selector: string, act: (found: HTMLElement) => void): Promise<void> {
  return new Promise((resolve) => {
    const isDone = () => {
      const found = document.querySelector<HTMLElement>(selector)
      if (!found) return false
      act(found)
      resolve()
      return true
    }
    if (isDone()) return
    const watch = new MutationObserver(() => isDone() && watch.disconnect())
    watch.observe(document.body, { childList: true, subtree: true })
    setTimeout(() => {
      watch.disconnect()
      resolve()
    }, patienceMs)
  })
}

/** Gives what was typed meanwhile to the field that gets the focus; where none does, it is nobody's. */
export async function giveTyped(readText: () => string): Promise<void> {
  for (let frames = 0; frames < patienceFrames; frames += 1) {
    const { activeElement: field } = document
    if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) return insertText(field, readText())
    await new Promise((drawn) => requestAnimationFrame(drawn))
  }
}
