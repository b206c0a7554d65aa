/** Part of the table of keys (keys.ts) that is active before the first row, and the lookup of a press. */

export const firstKeys = {
  everywhere: { palette: 'mod+k', help: '?', close: 'Escape' },
  list: { next: 'j ArrowDown', previous: 'k ArrowUp', open: 'Enter', select: 'x', search: '/', add: 'n' },
  form: { save: 'mod+Enter mod+s', accept: 'Enter', leave: 'Escape' },
} as const

/** Properties of a keyboard event, native or of React. */
export interface Press {
  /** Missing in the event that a browser sends when it fills a field in. */
  key: string | undefined
  /** Place on the keyboard, such as 'KeyS'. */
  code?: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

const fields = 'textarea, select, [role=combobox], input:not([type=checkbox], [type=radio])'
const windows = '[role$=dialog], [role=menu], [role=listbox]'

/** Whether a press belongs to a text that is composed; one browser says so by a code of the last press alone. */
export const isComposed = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229

/** Whether a window, menu or list is open above the screen. */
export const isWindowOpen = (): boolean => document.querySelector(windows) !== null

/** Whether a press is a letter for a field, or for what is open above the screen: it is no key of the screen then (docs/product/forms.md#by-keyboard). */
export function isTyped(event: KeyboardEvent): boolean {
  const { target } = event
  const isText = target instanceof HTMLElement && (target.isContentEditable || target.matches(fields))
  return isComposed(event) || isText || isWindowOpen()
}

/** The key, letters in lower case. On a layout of another script the letter at its place: Ctrl+س is the browser's Ctrl+S, too. */
function latinKey({ key = '', code = '' }: Press): string {
  const letter = key.length === 1 && key > '\u007f' ? /^Key([A-Z])$/.exec(code)?.[1] : undefined
  return (letter ?? key).length === 1 ? (letter ?? key).toLowerCase() : key
}

/** Returns the action of a press; null for none. With Shift held, a combination that names it comes first, and a letter is a capital. */
export function actionIn<Action extends string>(keys: Readonly<Record<Action, string>>, event: Press): Action | null {
  const key = latinKey(event)
  const plain = event.altKey ? `alt+${key}` : event.ctrlKey || event.metaKey ? `mod+${key}` : key
  const isCapital = event.shiftKey && key.length === 1 && key !== key.toUpperCase()
  let found: Action | null = null
  for (const action in keys) {
    const combinations = keys[action].split(' ')
    if (event.shiftKey && combinations.includes(`shift+${plain}`)) return action
    if (!isCapital && combinations.includes(plain)) found ??= action
  }
  return found
}
