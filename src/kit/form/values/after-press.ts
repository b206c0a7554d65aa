let isDown = false
function listen(type: string, down: boolean): void {
  const note = () => {
    isDown = down
  }
  globalThis.addEventListener?.(type, note, { capture: true })
}
listen('pointerdown', true)
listen('pointerup', false)
listen('pointercancel', false)

/** Runs work once no pointer is down: a message that appears at once would move what is being pressed from under it. */
export function afterPress(work: () => void): void {
  if (!isDown) {
    work()
    return
  }
  const control = new AbortController()
  const run = () => {
    control.abort()
    // The click comes first.
    setTimeout(work)
  }
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, run, { signal: control.signal })
}
