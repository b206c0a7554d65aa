/**
 * Encrypts what stays on the device when a person signs out, and gives it back when they sign in (decision 75). What is unsent is in
 * plain or sealed at every moment, and never in neither: one transaction changes it.
 */
import { isRecord } from '#contract/kit/field/guards.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { syncedAreas } from '#contract/synced-areas.ts'
import { openPageDatabase } from '../cache/page-database.ts'
import type { OutboxRow } from '../outbox/row/types.ts'
import type { MetaEntry, OwnerDatabase, StoredBlob } from '../outbox/store/database.ts'
import { generationKey } from '../outbox/store/row-cache.ts'
import { decrypt, encrypt, importKey } from './cipher.ts'
import { clearPlaces, readPlaces, restorePlaces } from './own-places.ts'
import { deserialise, serialise } from './serialise.ts'

const prefix = 'sealed:'
/** They tell nothing, and outlive what they count. */
const generations = syncedAreas.map(generationKey)

interface Sealed {
  /** Unsent changes in it. */
  count: number
  text: Blob
  blobs: readonly Blob[]
}

const isSealed = (value: unknown): value is Sealed =>
  isRecord(value) && typeof value.count === 'number' && value.text instanceof Blob && Array.isArray(value.blobs)

const sealedIn = async (db: OwnerDatabase): Promise<{ key: string; value: Sealed }[]> =>
  (await db.meta.where('key').startsWith(prefix).toArray()).flatMap(({ key, value }) => (isSealed(value) ? [{ key, value }] : []))

interface Contents {
  outbox: OutboxRow[]
  files: StoredBlob[]
  meta: MetaEntry[]
}

async function readContents(db: OwnerDatabase): Promise<Contents> {
  const [outbox, files, meta] = await Promise.all([db.outbox.toArray(), db.files.toArray(), db.meta.toArray()])
  return { outbox, files, meta: meta.filter(({ key }) => !key.startsWith(prefix) && !generations.includes(key)) }
}

const changing = (db: OwnerDatabase) => [db.outbox, db.files, db.meta]

/** How often what changed meanwhile is encrypted anew: another tab may still be saving. */
const maxTries = 5

let queue: Promise<unknown> = Promise.resolve()
/** One at a time: a sign-in that follows at once waits for the rest of the sign-out. */
function enqueue<T>(work: () => Promise<T>): Promise<T> {
  const next = queue.then(work)
  queue = next.catch(() => undefined)
  return next
}

let openings = 0
/** How often this page has opened what is sealed. */
export const countOpenings = (): number => openings

/**
 * Seals what this person has in plain, unless it was opened since `openingsBefore`. Throws where the browser cannot encrypt or keep it; all
 * is in plain then.
 */
export const sealOwn = (owner: string, secret: string, openingsBefore = openings): Promise<void> =>
  enqueue(async () => {
    if (openings === openingsBefore) await seal(owner, secret)
  })

async function seal(owner: string, secret: string): Promise<void> {
  const db = openPageDatabase(owner)
  try {
    const key = await importKey(secret)
    for (let attempt = 1; ; attempt++) {
      const contents = await db.transaction('r', changing(db), () => readContents(db))
      const places = await readPlaces(owner)
      const own = serialise(contents)
      const serialised = serialise({ contents, places })
      const isEmpty = [contents.outbox, contents.files, contents.meta, places.storage, places.uploads, Object.keys(places.imports)].every(
        ({ length }) => length === 0,
      )
      if (isEmpty) return
      const name = prefix + uuidv7()
      const about = `${owner} ${name}`
      const text = await encrypt(key, new Blob([serialised.text]), `${about} text`)
      const blobs: Blob[] = []
      for (const [at, blob] of serialised.blobs.entries()) blobs.push(await encrypt(key, blob, `${about} blob ${at}`))
      const isDone = await db.transaction('rw', changing(db), async () => {
        const now = await readContents(db)
        if (serialise(now).text !== own.text) return false
        await Promise.all([db.outbox.clear(), db.files.clear(), db.meta.bulkDelete(now.meta.map((entry) => entry.key))])
        await db.meta.put({ key: name, value: { count: now.outbox.length, text, blobs } satisfies Sealed })
        return true
      })
      if (isDone) return await clearPlaces(owner)
      if (attempt === maxTries) throw new Error('what is to be sealed changes all the time')
    }
  } finally {
    db.close()
  }
}

const listOf = (value: unknown, name: string): unknown[] => {
  const list = isRecord(value) ? value[name] : null
  return Array.isArray(list) ? list : []
}

async function openOne(db: OwnerDatabase, key: CryptoKey, name: string, { text, blobs }: Sealed): Promise<void> {
  const about = `${db.owner} ${name}`
  const plain = await (await decrypt(key, text, `${about} text`)).text()
  const contents: Blob[] = []
  for (const [at, blob] of blobs.entries()) contents.push(await decrypt(key, blob, `${about} blob ${at}`))
  const value = deserialise({ text: plain, blobs: contents })
  const { contents: own, places } = isRecord(value) ? value : {}
  // Before the rows: a browser that ends here does both once more.
  await restorePlaces(db.owner, places)
  await db.transaction('rw', changing(db), async () => {
    // Another tab was quicker.
    if (!(await db.meta.get(name))) return
    const rows = listOf(own, 'outbox') as OutboxRow[]
    const known = new Set((await db.outbox.toArray()).map(({ id }) => id))
    await db.outbox.bulkAdd(rows.filter(({ id }) => !known.has(id)))
    for (const file of listOf(own, 'files') as StoredBlob[]) if (!(await db.files.get(file.key))) await db.files.put(file)
    for (const entry of listOf(own, 'meta') as MetaEntry[]) if (!(await db.meta.get(entry.key))) await db.meta.put(entry)
    await db.meta.delete(name)
  })
}

/**
 * Opens what is sealed. Returns how many changes stay sealed because this secret does not open them, such as after the server was
 * restored from a copy of before: they wait for the right one.
 */
export function openSealed(owner: string, secret: string): Promise<number> {
  openings += 1
  return enqueue(() => openAll(owner, secret))
}

async function openAll(owner: string, secret: string): Promise<number> {
  const db = openPageDatabase(owner)
  try {
    const sealed = await sealedIn(db)
    if (!sealed.length) return 0
    const key = await importKey(secret)
    let left = 0
    // The newest first: of two drafts of one form it is the one that counts.
    for (const { key: name, value } of sealed.reverse())
      await openOne(db, key, name, value).catch(() => {
        left += value.count
      })
    return left
  } finally {
    db.close()
  }
}

/** Unsent changes that are sealed. */
export async function countSealed(db: OwnerDatabase): Promise<number> {
  return (await sealedIn(db)).reduce((sum, { value }) => sum + value.count, 0)
}
