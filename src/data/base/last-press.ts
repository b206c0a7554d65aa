let isKey = false

/** Whether the last thing that a person pressed was a key. */
export const isByKey = (): boolean => isKey

/** Begins to listen; returns how to end it. */
export function trackPresses(): () => void {
  const note = ({ type }: Event) => {
    isKey = type === 'keydown'
  }
  const kinds = ['keydown', 'pointerdown']
  for (const kind of kinds) document.addEventListener(kind, note, true)
  return () => {
    for (const kind of kinds) document.removeEventListener(kind, note, true)
  }
}
