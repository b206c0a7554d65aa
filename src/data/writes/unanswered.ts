/**
 * Changes of which nobody knows whether they were kept or sent: the same press again goes under the same id and ref, so that nothing is done
 * twice (docs/offline.md#a-database-that-is-lost-or-silent). They outlive a reload of this tab, which such a page offers.
 */
import { isRecord } from '#contract/kit/field/guards.ts'
import type { Addition } from '../outbox/store/store.ts'

const storageKey = 'lapangan-unanswered'
const max = 20

interface Names {
  id: string
  /** Of the record that a create makes. */
  ref: string | null
}

const isNames = (value: unknown): value is Names => isRecord(value) && typeof value.id === 'string'

/** By what the change does. Null before the first look into this tab's storage, which may be forbidden. */
let known: Map<string, Names> | null = null

function read(): Map<string, Names> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    known ??= new Map(Object.entries(isRecord(stored) ? stored : {}).flatMap(([key, names]) => (isNames(names) ? [[key, names]] : [])))
  } catch {
    known ??= new Map()
  }
  return known
}

function write(changed: Map<string, Names>): void {
  known = new Map([...changed].slice(-max))
  try {
    if (known.size) sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(known)))
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Forbidden storage: they are known until the page ends.
  }
}

/** What two presses have in common; a digest, so that nothing of it stands in the storage. Keys of waiting files are new with every press. */
async function digestOf({ row, blobs }: Addition): Promise<string> {
  const isCreate = row.action === 'create'
  const { ref: _, ...patch } = row.patch
  const files = row.files.map(({ field, name, size, type }) => [field, name, size, type])
  const content = [row.owner, row.call, row.params, isCreate ? row.touches.slice(1) : row.touches, patch, files, blobs.length]
  const text = JSON.stringify(content, (key, value: unknown) => (key === 'waiting' ? '' : value))
  const digest = await crypto.subtle?.digest('SHA-256', new TextEncoder().encode(text))
  return digest ? Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('') : text
}

/** The change under the names of an earlier press of the same, where that one has no answer. */
export async function recallUnanswered(addition: Addition): Promise<Addition> {
  const all = read()
  const names = all.size ? all.get(await digestOf(addition)) : undefined
  if (!names) return addition
  const { id, ref } = names
  const { row } = addition
  const made = ref === null ? {} : { touches: [ref, ...row.touches.slice(1)], patch: { ...row.patch, ref } }
  return { ...addition, row: { ...row, id, ...made } }
}

export async function rememberUnanswered(addition: Addition): Promise<void> {
  const { id, action, touches } = addition.row
  write(new Map(read()).set(await digestOf(addition), { id, ref: action === 'create' ? (touches[0] ?? null) : null }))
}

/** It was kept, sent or refused: the next one like it is another. */
export async function forgetUnanswered(addition: Addition): Promise<void> {
  const all = read()
  if (all.size === 0) return
  const left = new Map(all)
  if (left.delete(await digestOf(addition))) write(left)
}
