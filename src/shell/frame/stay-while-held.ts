/** A finger leaves `:hover` where it touched last, so there only focus counts. */
const heldBy = () => (matchMedia('(hover: hover)').matches ? ':hover, :focus-within' : ':focus-within')

/**
 * Calls `done` after so many milliseconds, and not while the pointer or the focus is on the element or nobody sees the page: then as long
 * again later. Returns a function that ends it.
 */
export function stayWhileHeld(element: { matches(selectors: string): boolean }, milliseconds: number, done: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const look = () => {
    if (document.hidden || element.matches(heldBy())) wait()
    else done()
  }
  const wait = () => {
    timer = setTimeout(look, milliseconds)
  }
  wait()
  return () => clearTimeout(timer)
}
