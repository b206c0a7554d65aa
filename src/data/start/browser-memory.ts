/** How long this browser keeps what is on the device, and the question for more (docs/offline.md#what-a-browser-forgets). */
import { type Engine, findEngine, isInstalled, isPrivateWindow } from '../base/browser.ts'
import { readItem, writeItem } from '../base/storage.ts'
import { createStore } from '../base/store.ts'
import type { OutboxRow } from '../outbox/row/types.ts'

export interface BrowserMemory {
  engine: Engine
  isInstalled: boolean
  /** Certainly; false where the browser does not tell. */
  isPrivate: boolean
  /** The browser promised not to remove the data by itself; null where it promises nothing. */
  persisted: boolean | null
  /** What the person said to the browser's question; null where it has none or does not tell. */
  permission: PermissionState | null
}

/**
 * Until when data stays by itself. 'window': until the window is closed. 'week': seven days without use. 'room': until the device runs short
 * of room. 'kept': until somebody clears it.
 */
export type Span = 'window' | 'week' | 'room' | 'kept'

export function spanOf({ engine, isInstalled: installed, isPrivate, persisted }: BrowserMemory): Span {
  if (isPrivate) return 'window'
  // A promise to keep the data does not end Safari's seven days.
  if ((engine === 'ios' || engine === 'safari') && !installed) return 'week'
  return persisted ? 'kept' : 'room'
}

async function permission(): Promise<PermissionState | null> {
  // Not every engine knows the name.
  const status = await navigator.permissions?.query({ name: 'persistent-storage' }).catch(() => null)
  return status?.state ?? null
}

let privateWindow: Promise<boolean> | undefined

/** Whether a form or a room holds something that was typed and not saved. */
export function holdsDraft(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith('draft:'))
  } catch {
    return false
  }
}

/** Null until it is known. */
export const memoryStore = createStore<BrowserMemory | null>(null)

/** Asks the browser once more; a person may have changed its settings. */
export async function readMemory(): Promise<BrowserMemory> {
  privateWindow ??= isPrivateWindow().catch(() => false)
  const persisted = navigator.storage?.persisted?.().catch(() => null)
  const memory = {
    engine: findEngine(),
    isInstalled: isInstalled(),
    isPrivate: await privateWindow,
    persisted: (await persisted) ?? null,
    permission: await permission(),
  }
  memoryStore.set(memory)
  return memory
}

/** In Firefox it opens a question, so only a press may call it there. False when the browser refuses. */
export async function requestPersistence(): Promise<boolean> {
  const isGranted = (await navigator.storage?.persist?.().catch(() => false)) ?? false
  await readMemory()
  return isGranted
}

/** Whether the browser asks the person: Firefox does. Others decide in silence. */
export const asksPerson = ({ engine }: BrowserMemory): boolean => engine === 'firefox'

/** Whether a question to the person could still change something. */
export const canAsk = (memory: BrowserMemory): boolean =>
  asksPerson(memory) && !memory.isPrivate && memory.persisted === false && memory.permission !== 'denied'

/** Milliseconds. */
const day = 86_400_000

/** Changes of more than a day, by the clock of this device, which notes when they were made. */
export const oldRows = (rows: readonly OutboxRow[], now: number): readonly OutboxRow[] =>
  rows.filter(({ createdAt }) => now - createdAt > day)

/**
 * What is said above the screens. 'window': once in a private window. 'old': something waits for more than a day where it may be forgotten.
 * 'ask': the first thing waits that could be lost, and the person may be asked.
 */
export type MemoryNotice = 'window' | 'old' | 'ask'

const answerKeys = { window: 'lapangan-window-told', old: 'lapangan-old-told', ask: 'lapangan-keep-offer' } as const satisfies Record<
  MemoryNotice,
  string
>

/** Told or answered: a private window and the question for good, old changes until the next day. */
export function answerNotice(notice: MemoryNotice, now: number): void {
  writeItem(answerKeys[notice], String(now))
}

function isAnswered(notice: MemoryNotice, now: number): boolean {
  const at = readItem(answerKeys[notice])
  return at !== null && (notice !== 'old' || now - Number(at) < day)
}

export interface Situation {
  memory: BrowserMemory
  /** Everything that waits. */
  rows: readonly OutboxRow[]
  /** Something is typed and not saved. */
  hasDraft: boolean
  isOnline: boolean
  now: number
}

export function findNotice({ memory, rows, hasDraft, isOnline, now }: Situation): MemoryNotice | null {
  const span = spanOf(memory)
  // What is sent at once would not be lost.
  const isAtRisk = isOnline ? rows.some(({ state }) => state === 'parked') : hasDraft || rows.length > 0
  const due: Record<MemoryNotice, boolean> = {
    window: span === 'window',
    old: span !== 'kept' && oldRows(rows, now).length > 0,
    ask: canAsk(memory) && isAtRisk,
  }
  const notices = ['window', 'old', 'ask'] as const satisfies readonly MemoryNotice[]
  return notices.find((notice) => due[notice] && !isAnswered(notice, now)) ?? null
}
