/** Milliseconds to wait for the element. */
const patienceMs = 5_000

/** Calls `act` with the element of a selector, now or when it is added. */
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

/** Presses like a person: menus open by key or pointer, not by click. */
export function pressButton(button: HTMLElement): void {
  if (button.getAttribute('aria-haspopup') === 'menu') button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  else button.click()
}
