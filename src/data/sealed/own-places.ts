/** Where a device holds what is of one person, beside their database: localStorage, videos on their way, an unfinished import. */
import { openDB } from 'idb'
import { isRecord } from '#contract/kit/field/guards.ts'

export interface Places {
  storage: [string, string][]
  uploads: { url: string; content: Blob }[]
  /** Stores of the import's database, each with its entries. */
  imports: Record<string, [IDBValidKey, unknown][]>
}

const uploadsOf = (owner: string) => `lapangan-uploads-${owner}`
const importOf = (owner: string) => `import-${owner}`
const importStores = ['draft', 'parts']

/** Drafts, what was opened, and views, whose filters name people; how wide a column is tells nothing of anybody. */
const isOwn = (key: string, owner: string) => key.includes(owner) || key.startsWith('table-views:')

function readStorage(owner: string): [string, string][] {
  const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
  return keys.filter((key) => isOwn(key, owner)).map((key) => [key, localStorage.getItem(key) ?? ''])
}

async function readUploads(owner: string): Promise<Places['uploads']> {
  if (!('caches' in globalThis) || !(await caches.has(uploadsOf(owner)))) return []
  const cache = await caches.open(uploadsOf(owner))
  const found = await Promise.all((await cache.keys()).map(async ({ url }) => ({ url, content: await (await cache.match(url))?.blob() })))
  return found.flatMap(({ url, content }) => (content ? [{ url, content }] : []))
}

/** Opening a database makes it, so its name is looked for first. */
const hasImport = async (owner: string) => (await indexedDB.databases()).some(({ name }) => name === importOf(owner))

async function withImport<T>(owner: string, work: (database: Awaited<ReturnType<typeof openDB>>) => Promise<T>): Promise<T> {
  const database = await openDB(importOf(owner), 1, { upgrade: (fresh) => void importStores.map((name) => fresh.createObjectStore(name)) })
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

async function readImports(owner: string): Promise<Places['imports']> {
  if (!(await hasImport(owner))) return {}
  return withImport(owner, async (database) => {
    const stores = await Promise.all(
      importStores.map(async (name) => {
        const [keys, values] = await Promise.all([database.getAllKeys(name), database.getAll(name)])
        return [name, keys.map((key, at): [IDBValidKey, unknown] => [key, values[at]])] as const
      }),
    )
    return Object.fromEntries(stores.filter(([, entries]) => entries.length))
  })
}

export async function readPlaces(owner: string): Promise<Places> {
  const [uploads, imports] = await Promise.all([readUploads(owner), readImports(owner)])
  return { storage: readStorage(owner), uploads, imports }
}

export async function clearPlaces(owner: string): Promise<void> {
  for (const [key] of readStorage(owner)) localStorage.removeItem(key)
  if ('caches' in globalThis) await caches.delete(uploadsOf(owner))
  if (await hasImport(owner)) await withImport(owner, (database) => Promise.all(importStores.map((name) => database.clear(name))))
}

const isEntry = (value: unknown): value is [string, string] =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string'

/** What was written since is newer, and stays. */
export async function restorePlaces(owner: string, places: unknown): Promise<void> {
  if (!isRecord(places)) return
  for (const [key, text] of Array.isArray(places.storage) ? places.storage.filter(isEntry) : [])
    if (localStorage.getItem(key) === null) localStorage.setItem(key, text)
  const uploads = Array.isArray(places.uploads) ? places.uploads.filter(isRecord) : []
  if (uploads.length && 'caches' in globalThis) {
    const cache = await caches.open(uploadsOf(owner))
    for (const { url, content } of uploads)
      if (typeof url === 'string' && content instanceof Blob && !(await cache.match(url))) await cache.put(url, new Response(content))
  }
  const imports = isRecord(places.imports) ? Object.entries(places.imports) : []
  if (!imports.length) return
  await withImport(owner, async (database) => {
    for (const [name, entries] of imports) {
      if (!importStores.includes(name) || !Array.isArray(entries) || (await database.count(name)) > 0) continue
      for (const [key, value] of entries) await database.put(name, value, key)
    }
  })
}
