/** Part of the table of keys (keys.ts) that is active before the first row, and the lookup of a press. */

export const firstKeys = {
  everywhere: { palette: 'mod+k', help: '?', close: 'Escape' },
  list: { next: 'j ArrowDown', previous: 'k ArrowUp', open: 'Enter', select: 'x', search: '/', add: 'n' },
  form: { save: 'mod+Enter', accept: 'Enter' },
} as const

/** Properties of a keyboard event, native or of React. */
export interface Press {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/** Returns the action of a press; null for none. With Shift held, a combination that names it comes first. */
export function actionIn<Action extends string>(keys: Readonly<Record<Action, string>>, event: Press): Action | null {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const plain = event.altKey ? `alt+${key}` : event.ctrlKey || event.metaKey ? `mod+${key}` : key
  let found: Action | null = null
  for (const action in keys) {
    const combinations = keys[action].split(' ')
    if (event.shiftKey && combinations.includes(`shift+${plain}`)) return action
    if (combinations.includes(plain)) found ??= action
  }
  return found
}
