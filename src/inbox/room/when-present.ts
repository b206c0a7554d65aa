/** Milliseconds after which the element is not waited for any more. */
const patienceMs = 5_000

/** Calls `act` with the element of a selector, at once or when it is added to the page. */
export function whenPresent(selector: string, act: (found: HTMLElement) => void): void {
  const isDone = () => {
    const found = document.querySelector<HTMLElement>(selector)
    if (found) act(found)
    return found !== null
  }
  if (isDone()) return
  const watch = new MutationObserver(() => isDone() && watch.disconnect())
  watch.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => watch.disconnect(), patienceMs)
}

/** As a person would: a menu opens by a key or a pointer, not by a click alone. */
export function pressButton(button: HTMLElement): void {
  if (button.getAttribute('aria-haspopup') === 'menu') button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  else button.click()
}
