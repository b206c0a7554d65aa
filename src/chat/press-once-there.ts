/** A chunk that did not come by then will not surprise anybody later. */
const patienceMs = 5_000

/** Presses what a selector finds, at once or when it has come onto the page. */
export function pressOnceThere(selector: string): void {
  const pressed = () => {
    const found = document.querySelector<HTMLElement>(selector)
    found?.click()
    return found !== null
  }
  if (pressed()) return
  const watch = new MutationObserver(() => pressed() && watch.disconnect())
  watch.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => watch.disconnect(), patienceMs)
}
