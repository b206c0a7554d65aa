/** Runs a hook or component without a page; state lasts between renders. For `vi.mock('react', …)`. */

interface Kept {
  value: unknown
  inputs?: readonly unknown[] | undefined
}

const kept: Kept[] = []
let place = 0
let effects: (() => unknown)[] = []

function next(first: () => unknown): Kept {
  const own = kept[place] ?? { value: first() }
  kept[place++] = own
  return own
}

const isSame = (a: readonly unknown[] | undefined, b: readonly unknown[] | undefined) =>
  a !== undefined && b !== undefined && a.every((value, at) => Object.is(value, b[at]))

/** Replaces React's. */
export const testReact = {
  useState(first: unknown) {
    const own = next(() => first)
    const set = (value: unknown) => {
      own.value = typeof value === 'function' ? value(own.value) : value
    }
    return [own.value, set]
  },
  useRef: (first: unknown) => next(() => ({ current: first })).value,
  useEffect(work: () => unknown, inputs?: readonly unknown[]) {
    const own = next(() => null)
    if (!isSame(own.inputs, inputs)) effects.push(work)
    own.inputs = inputs
  },
}

/** Renders again, or anew without state. */
export function draw<T>(call: () => T, anew = false): T {
  if (anew) kept.length = 0
  place = 0
  effects = []
  const result = call()
  for (const effect of effects) effect()
  return result
}
