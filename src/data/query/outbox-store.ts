/**
 * What waits, for screens. Starts from a small copy kept for display, so a warm start shows pending changes before
 * Dexie is loaded; the truth follows from the database.
 */
import { useMemo } from 'react'
import { isRecord } from '#contract/kit/field/guards.ts'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { sessionStore } from '../api/session.ts'
import { readJson, removeItem, writeItem } from '../base/storage.ts'
import { createStore, useStore } from '../base/store.ts'
import type { countPending as pendingCounter } from '../outbox/overlay/count-pending.ts'
import { type Folded, type FoldedRow, type FoldOptions, foldOne, foldRows } from '../outbox/overlay/overlay.ts'
import type { OutboxRow } from '../outbox/row/types.ts'

export type { Folded, FoldedRow, RowState } from '../outbox/overlay/overlay.ts'
export type { OutboxRow } from '../outbox/row/types.ts'

export interface OutboxState {
  rows: readonly OutboxRow[]
  /** False while only the copy for display is known. */
  ready: boolean
  /** Done at the server, and shown as done until the server's own rows are on the screen. */
  settled: readonly OutboxRow[]
}

const copyKey = 'lapangan-outbox'
const maxCopied = 200
const nothing: OutboxState = { rows: [], ready: false, settled: [] }

export const outboxStore = createStore<OutboxState>(nothing)

const isRow = (value: unknown): value is OutboxRow =>
  isRecord(value) && typeof value.seq === 'number' && Array.isArray(value.touches) && Array.isArray(value.files) && isRecord(value.patch)

function readCopy(owner: string): OutboxState {
  const copy = readJson(copyKey)
  const rows = isRecord(copy) && copy.owner === owner && Array.isArray(copy.rows) ? copy.rows.filter(isRow) : []
  return { ...nothing, rows }
}

/** The list grammar, loaded when something waits: the first row needs none of it. */
const grammarStore = createStore<Pick<FoldOptions, 'matches'> & { countPending?: typeof pendingCounter }>({})

async function loadGrammar(): Promise<void> {
  if (grammarStore.get().matches || outboxStore.get().rows.length === 0) return
  const [{ matchesHere }, { countPending }] = await Promise.all([
    import('../outbox/overlay/list-evaluate.ts'),
    import('../outbox/overlay/count-pending.ts'),
  ])
  if (!grammarStore.get().matches) grammarStore.set({ matches: matchesHere, countPending })
}

// A chunk that did not come is asked for again with the next change.
outboxStore.subscribe(() => void loadGrammar().catch(() => undefined))

/** Called with what the database holds after every change of it. */
export function showOutbox(owner: string, rows: readonly OutboxRow[]): void {
  if (sessionStore.get().session?.user.ref !== owner) return
  outboxStore.set((old) => ({ ...old, rows, ready: true }))
  // What the person saw of the records is for conflicts, which are decided on what the database holds.
  const copy = rows.slice(0, maxCopied).map((row) => ({ ...row, base: null }))
  if (copy.length) writeItem(copyKey, JSON.stringify({ owner, rows: copy }))
  else removeItem(copyKey)
}

/** Keeps a done row on the screen until `dropSettled`. */
export function showSettled(row: OutboxRow): void {
  const settled: OutboxRow = { ...row, state: 'done', reason: null }
  outboxStore.set((old) => ({ ...old, settled: [...old.settled.filter(({ id }) => id !== row.id), settled] }))
}

export function dropSettled(ids: ReadonlySet<string>): void {
  outboxStore.set((old) => {
    const settled = old.settled.filter(({ id }) => !ids.has(id))
    return settled.length < old.settled.length ? { ...old, settled } : old
  })
}

const folding = ({ settled, rows }: OutboxState): readonly OutboxRow[] => (settled.length ? [...settled, ...rows] : rows)

let person: string | null = null

function follow(): void {
  const { status, session } = sessionStore.get()
  const owner = session?.user.ref ?? null
  if (status === 'checking' || (owner !== null && owner === person)) return
  person = owner
  outboxStore.set(owner ? readCopy(owner) : nothing)
  if (!owner) removeItem(copyKey)
}

sessionStore.subscribe(follow)
follow()

/** How many changes wait for the network, and how many for the person. */
export function useWaiting(): { waiting: number; parked: number } {
  const { rows } = useStore(outboxStore)
  return useMemo(() => {
    const parked = rows.filter((row) => row.state === 'parked' && row.reason !== 'auth').length
    return { waiting: rows.length - parked, parked }
  }, [rows])
}

/** What is folded into every screen, and the list grammar once it is here. */
export function useFolding() {
  const outbox = useStore(outboxStore)
  const { countPending } = useStore(grammarStore)
  const waiting = useMemo(() => folding(outbox), [outbox])
  return { waiting, countPending }
}

/** Rows of a section as the person sees them. With `list`, pending creates stand on page 1 where they match. */
export function useOverlay(section: Section, rows: readonly AnyRow[], list?: ListQuery): Folded {
  const outbox = useStore(outboxStore)
  const { matches } = useStore(grammarStore)
  return useMemo(() => foldRows(section, rows, folding(outbox), { list, matches: matches ?? null }), [section, rows, outbox, list, matches])
}

/** One record as the person sees it, also one that was made here and waits. */
export function useOverlayOne(section: Section, row: AnyRow | null, ref: string): FoldedRow | null {
  const outbox = useStore(outboxStore)
  return useMemo(() => foldOne(section, row, ref, folding(outbox)), [section, row, ref, outbox])
}
