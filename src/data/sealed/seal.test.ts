import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { openBrowser } from '#tests/support/test-browser.ts'
import { testRow } from '#tests/support/test-row.ts'
import { OwnerDatabase } from '../outbox/store/database.ts'
import { decrypt, encrypt, importKey } from './cipher.ts'
import { countOpenings, countSealed, openSealed, sealOwn } from './seal.ts'
import { deserialise, serialise } from './serialise.ts'

const secret = '0'.repeat(64)
let owner = ''
let storage: Map<string, string>

beforeEach(() => {
  owner = uuidv7()
  storage = openBrowser().storage
  const items = {
    key: (at: number) => [...storage.keys()][at] ?? null,
    get length() {
      return storage.size
    },
  }
  vi.stubGlobal('localStorage', Object.assign(Object.create(items), localStorage))
})
afterEach(() => vi.unstubAllGlobals())

async function withDb<T>(work: (db: OwnerDatabase) => Promise<T>): Promise<T> {
  const db = new OwnerDatabase(owner)
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

const words = 'Rahasia Pelanggan'

/** Two changes with a file, drafts in both stores, a mark of a door, and an unfinished import. */
async function fill(): Promise<void> {
  await withDb(async (db) => {
    await db.outbox.bulkAdd(
      [1, 2].map((seq) => testRow({ seq, id: uuidv7(), owner, label: words, patch: { name: words, n: seq, none: null } })),
    )
    await db.files.put({ key: 'a', seq: 2, blob: new Blob([words.repeat(3)], { type: 'text/plain' }) })
    await db.meta.bulkPut([
      { key: 'draft x', value: { text: words } },
      { key: 'draft-files:/leads/add', value: [{ ref: 'r', name: 'a.txt', at: '', blob: new File([words], 'a.txt') }] },
      { key: 'door-scan:e:1', value: { at: 1 } },
    ])
  })
  storage.set(`draft:${owner}:/bank/add`, JSON.stringify({ values: { name: words } }))
  storage.set('table-views:/leads/list', JSON.stringify([words]))
  storage.set('lapangan-preferences', '{"locale":"id"}')
  storage.set('draft:another:/bank/add', 'theirs')
  const imports = await openDB(`import-${owner}`, 1, {
    upgrade(fresh) {
      fresh.createObjectStore('draft')
      fresh.createObjectStore('parts')
    },
  })
  await imports.put('draft', { file: new Blob([words]), name: words }, 'current')
  await imports.put('parts', [{ name: words }], 0)
  imports.close()
}

const textOf = async (value: unknown): Promise<string> => {
  const { text, blobs } = serialise(value)
  return text + (await Promise.all(blobs.map((blob) => blob.text()))).join()
}

/** All that the device holds, as somebody reads it who has it in hand; with a mark for bytes that are no text. */
async function everything(): Promise<string> {
  const own = await withDb(async (db) => {
    const tables = await Promise.all(db.tables.map(async (table) => [table.name, await table.toArray()] as const))
    return textOf(Object.fromEntries(tables))
  })
  const imports = await openDB(`import-${owner}`)
  const rest = [...imports.objectStoreNames].length ? await Promise.all(['draft', 'parts'].map((name) => imports.getAll(name))) : []
  imports.close()
  return [own, await textOf(rest), JSON.stringify([...storage].sort())].join('\n')
}

const contentsOf = () =>
  withDb(async (db) => {
    const [outbox, files, meta] = await Promise.all([db.outbox.toArray(), db.files.toArray(), db.meta.toArray()])
    return textOf({ outbox, files, meta: meta.filter(({ key }) => !key.startsWith('sealed:')) })
  })

describe('what stays on the device', () => {
  it('is read by nobody while the person is signed out, counted, and whole once they are back', async () => {
    await fill()
    const [before, all] = [await contentsOf(), await everything()]
    expect(all).toContain(words)
    await sealOwn(owner, secret)
    const sealed = await everything()
    expect(sealed).not.toContain(words)
    expect(sealed).not.toContain('Rahasia')
    expect([...storage.keys()].sort()).toEqual(['draft:another:/bank/add', 'lapangan-preferences'])
    expect(await withDb((db) => Promise.all([db.outbox.count(), countSealed(db)]))).toEqual([0, 2])
    expect(await openSealed(owner, secret)).toBe(0)
    expect(await contentsOf()).toBe(before)
    expect(await everything()).toBe(all)
    // Again: nothing is there twice.
    expect(await openSealed(owner, secret)).toBe(0)
    expect(await contentsOf()).toBe(before)
  })

  it('is in plain for whoever signs in again while the sign-out still seals', async () => {
    await fill()
    const before = await contentsOf()
    const openings = countOpenings()
    await sealOwn(owner, secret)
    await Promise.all([sealOwn(owner, secret, openings), openSealed(owner, secret), sealOwn(owner, secret, openings)])
    expect(await withDb(countSealed)).toBe(0)
    expect(await contentsOf()).toBe(before)
  })

  it('stays sealed and counted for another key, and opens with its own', async () => {
    await fill()
    const before = await contentsOf()
    await sealOwn(owner, secret)
    expect(await openSealed(owner, 'another')).toBe(2)
    expect(await everything()).not.toContain(words)
    expect(await openSealed(owner, secret)).toBe(0)
    expect(await contentsOf()).toBe(before)
  })

  it('of two times of signing out is both there, the newer draft first', async () => {
    await fill()
    await sealOwn(owner, secret)
    const later = testRow({ seq: 9, id: uuidv7(), owner })
    await withDb((db) => db.outbox.add(later))
    storage.set(`draft:${owner}:/bank/add`, 'newer')
    await sealOwn(owner, secret)
    expect(await withDb(countSealed)).toBe(3)
    expect(await openSealed(owner, secret)).toBe(0)
    expect(await withDb((db) => db.outbox.count())).toBe(3)
    expect(storage.get(`draft:${owner}:/bank/add`)).toBe('newer')
  })

  it('is not touched where nothing is there', async () => {
    await sealOwn(owner, secret)
    expect(await withDb((db) => db.meta.count())).toBe(0)
  })
})

describe('a browser that ends at any line', () => {
  /** Runs until the n-th write to a database, which and all after it never come. Returns whether it got to its end. */
  async function runUntil(limit: number, work: () => Promise<unknown>): Promise<boolean> {
    let writes = 0
    const { put, add, delete: remove, clear } = IDBObjectStore.prototype
    const counted = <A extends unknown[], R>(own: (this: IDBObjectStore, ...given: A) => R) =>
      function (this: IDBObjectStore, ...given: A): R {
        if (!this.transaction.db.name.startsWith('lapangan-')) return own.apply(this, given)
        writes += 1
        if (writes > limit) {
          this.transaction.abort()
          throw new Error('the browser ended')
        }
        return own.apply(this, given)
      }
    Object.assign(IDBObjectStore.prototype, { put: counted(put), add: counted(add), delete: counted(remove), clear: counted(clear) })
    try {
      await work()
      return writes <= limit
    } catch {
      return false
    } finally {
      Object.assign(IDBObjectStore.prototype, { put, add, delete: remove, clear })
    }
  }

  it('has every change in plain or sealed, once, after each of them', async () => {
    let ends = 0
    for (let limit = 0; ends < 1; limit++) {
      owner = uuidv7()
      await fill()
      const before = await contentsOf()
      if (await runUntil(limit, () => sealOwn(owner, secret))) ends += 1
      const held = await withDb(async (db) => [await db.outbox.count(), await countSealed(db)])
      expect(
        [
          [0, 2],
          [2, 0],
        ],
        `after ${limit} writes`,
      ).toContainEqual(held)
      expect(await openSealed(owner, secret)).toBe(0)
      expect(await contentsOf(), `after ${limit} writes`).toBe(before)
      if (limit > 50) throw new Error('sealing does not end')
    }
  })

  it('while it opens what is sealed, has it whole at the next try', async () => {
    let ends = 0
    for (let limit = 0; ends < 1; limit++) {
      owner = uuidv7()
      await fill()
      const before = await contentsOf()
      await sealOwn(owner, secret)
      if ((await runUntil(limit, async () => (await openSealed(owner, secret)) === 0 || Promise.reject(new Error('left')))) && limit > 0)
        ends += 1
      expect(await openSealed(owner, secret)).toBe(0)
      expect(await contentsOf(), `after ${limit} writes`).toBe(before)
      if (limit > 50) throw new Error('opening does not end')
    }
  })

  it('keeps a change that another tab saves meanwhile', async () => {
    await fill()
    const added = testRow({ seq: 7, id: uuidv7(), owner })
    const { subtle } = crypto
    let isSaved = false
    vi.spyOn(subtle, 'encrypt').mockImplementation(async function (this: SubtleCrypto, ...given) {
      if (!isSaved) {
        isSaved = true
        await withDb((db) => db.outbox.add(added))
      }
      vi.mocked(subtle.encrypt).mockRestore()
      return subtle.encrypt(...given)
    })
    await sealOwn(owner, secret)
    expect(await withDb(async (db) => [await db.outbox.count(), await countSealed(db)])).toEqual([0, 3])
    expect(await openSealed(owner, secret)).toBe(0)
    expect((await withDb((db) => db.outbox.toArray())).map(({ id }) => id)).toContain(added.id)
  })
})

describe('the cipher', () => {
  const bytes = (size: number) => new Blob([new Uint8Array(Buffer.alloc(size, 'abcdefghijk'))])
  it.each([0, 1, 4 * 1024 * 1024, 4 * 1024 * 1024 + 1, 9_000_000])('gives %s bytes back', async (size) => {
    const key = await importKey(secret)
    const sealed = await encrypt(key, bytes(size), 'x')
    const read = await decrypt(key, sealed, 'x', 'a/b')
    expect([read.size, read.type]).toEqual([size, 'a/b'])
    expect(Buffer.compare(Buffer.from(await read.arrayBuffer()), Buffer.from(await bytes(size).arrayBuffer()))).toBe(0)
  })

  it('refuses a piece that is changed, left out, moved, or of another place', async () => {
    const key = await importKey(secret)
    const sealed = await encrypt(key, bytes(9_000_000), 'x')
    const piece = 4 * 1024 * 1024 + 28
    const [first, second, third] = [sealed.slice(0, piece), sealed.slice(piece, 2 * piece), sealed.slice(2 * piece)]
    const changed = new Uint8Array(await sealed.arrayBuffer())
    changed[100] = (changed[100] ?? 0) ^ 1
    for (const wrong of [new Blob([changed]), new Blob([first, second]), new Blob([second, first, third]), sealed.slice(0, 100)])
      await expect(decrypt(key, wrong, 'x')).rejects.toThrow()
    await expect(decrypt(key, sealed, 'y')).rejects.toThrow()
    await expect(decrypt(await importKey('another'), sealed, 'x')).rejects.toThrow()
  })

  it('writes what it gives back alike, and nothing else', () => {
    const value = { a: [1, null, 'x', { b: true }], c: '' }
    expect(deserialise(serialise(value))).toEqual(value)
    for (const other of [new Map(), new Date(), new Uint8Array(1)]) expect(() => serialise({ other })).toThrow('written')
  })
})
