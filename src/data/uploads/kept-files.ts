/** What of an upload outlives a restart of the browser: its name and hash, and of a smaller video its bytes. */
import { isRecord } from '#contract/kit/field/guards.ts'
import { readJson, removeItem, writeItem } from '../base/storage.ts'

export interface UploadEntry {
  sha256: string
  name: string
  size: number
  type: string
}

/** Larger ones are chosen again: a device has no room for a second copy. */
const maxKeptBytes = 200_000_000

const listKey = (owner: string) => `uploads:${owner}`
const cacheName = (owner: string) => `lapangan-uploads-${owner}`
const address = (sha256: string) => `/kept-upload/${sha256}`

const isEntry = (value: unknown): value is UploadEntry =>
  isRecord(value) &&
  typeof value.sha256 === 'string' &&
  typeof value.name === 'string' &&
  typeof value.size === 'number' &&
  typeof value.type === 'string'

export function readEntries(owner: string): UploadEntry[] {
  const value = readJson(listKey(owner))
  return Array.isArray(value) ? value.filter(isEntry) : []
}

/** Nothing under the key where nothing is on its way. */
function writeEntries(owner: string, entries: readonly UploadEntry[]): void {
  if (entries.length) writeItem(listKey(owner), JSON.stringify(entries))
  else removeItem(listKey(owner))
}

export function addEntry(owner: string, entry: UploadEntry): void {
  const others = readEntries(owner).filter(({ sha256 }) => sha256 !== entry.sha256)
  writeEntries(owner, [...others, entry])
}

export async function removeEntry(owner: string, sha256: string): Promise<void> {
  writeEntries(
    owner,
    readEntries(owner).filter((entry) => entry.sha256 !== sha256),
  )
  await openCache(owner)
    .then((cache) => cache?.delete(address(sha256)))
    .catch(() => undefined)
}

const openCache = async (owner: string): Promise<Cache | null> => ('caches' in globalThis ? caches.open(cacheName(owner)) : null)

/** A device without room keeps the name alone. */
export async function keepBytes(owner: string, sha256: string, file: Blob): Promise<void> {
  if (file.size > maxKeptBytes) return
  await openCache(owner)
    .then((cache) => cache?.put(address(sha256), new Response(file)))
    .catch(() => undefined)
}

export async function readBytes(owner: string, sha256: string): Promise<Blob | null> {
  const found = await openCache(owner)
    .then((cache) => cache?.match(address(sha256)))
    .catch(() => undefined)
  return (await found?.blob()) ?? null
}
