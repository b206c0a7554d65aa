/** Table of all keys; the part active before the first row is in first-keys.ts, to keep that chunk small. */
import { actionIn, firstKeys, type Press } from './first-keys.ts'

/**
 * All keys of the console by area, for handlers and the `?` sheet. A combination is `KeyboardEvent.key` (letters in lower case) after
 * 'mod+' (Ctrl or ⌘), 'alt+' or 'shift+'; alternatives are separated by a space. Single keys of the navigation are in the sections' `nav`.
 */
const table = {
  ...firstKeys,
  tags: { add: 'Enter ,', removeLast: 'Backspace' },
  matrix: { left: 'ArrowLeft', right: 'ArrowRight', up: 'ArrowUp', down: 'ArrowDown' },
  navigation: { next: 'ArrowDown', previous: 'ArrowUp', open: 'Enter', clear: 'Escape' },
  menus: { previous: 'ArrowUp', next: 'ArrowDown', choose: 'Enter', leave: 'Tab' },
  chat: {
    next: 'j ArrowDown',
    previous: 'k ArrowUp',
    open: 'Enter o',
    select: 'x',
    reply: 'r',
    resolve: 'e',
    unread: 'u',
    assign: 'a',
    tag: 't',
    snooze: 's',
    search: '/',
    back: 'Escape',
  },
  writing: { send: 'Enter mod+Enter', line: 'shift+Enter', canned: '/', leave: 'Escape' },
  canned: { next: 'ArrowDown', previous: 'ArrowUp', take: 'Enter Tab', close: 'Escape' },
  emoji: { left: 'ArrowLeft', right: 'ArrowRight', up: 'ArrowUp', down: 'ArrowDown' },
  voice: { discard: 'Escape' },
  find: { next: 'Enter', previous: 'shift+Enter', close: 'Escape' },
  calendar: { left: 'ArrowLeft', right: 'ArrowRight', up: 'ArrowUp', down: 'ArrowDown', nextMonth: 'PageDown', previousMonth: 'PageUp' },
  chart: { next: 'ArrowRight ArrowUp', previous: 'ArrowLeft ArrowDown', forward: 'PageUp', back: 'PageDown', first: 'Home', last: 'End' },
  media: { left: 'ArrowLeft', right: 'ArrowRight' },
  contact: { leave: 'Escape' },
  editor: { take: 'Enter', leave: 'Escape' },
  tree: { up: 'alt+ArrowUp', down: 'alt+ArrowDown' },
  door: { admit: 'Enter', clear: 'Escape' },
  cells: { next: 'Tab', previous: 'shift+Tab', leave: 'Escape' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

export type KeyArea = keyof typeof table
export type KeyAction<Area extends KeyArea> = keyof (typeof table)[Area] & string

const isArea = (name: string): name is KeyArea => name in table
export const keyAreas: readonly KeyArea[] = Object.keys(table).filter(isArea)

const isActionOf = <Area extends KeyArea>(area: Area, action: string): action is KeyAction<Area> => action in table[area]

/** Returns the action of a press; null for none. */
export function keyAction<Area extends KeyArea>(area: Area, event: Press): KeyAction<Area> | null {
  const action = actionIn<string>(table[area], event)
  return action !== null && isActionOf(area, action) ? action : null
}

/** Returns the letter or sign that a press writes; null for keys that write none, and with Ctrl, ⌘ or Alt. */
export const typedLetter = ({ key = '', ctrlKey, metaKey, altKey }: Press): string | null =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey ? key : null

/** Actions of an area with their combinations, each as a list of keys. */
export function keysOf<Area extends KeyArea>(area: Area): { action: KeyAction<Area>; combinations: string[][] }[] {
  return Object.entries<string>(table[area]).flatMap(([action, combinations]) =>
    isActionOf(area, action) ? [{ action, combinations: combinations.split(' ').map((each) => each.split('+')) }] : [],
  )
}
