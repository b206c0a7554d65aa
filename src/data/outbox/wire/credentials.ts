/** The small store of the worker: who is signed in. Written by the console, read before each request of a drain. */
import { type IDBPDatabase, openDB } from 'idb'
import { isConnectionLost } from '../store/lost-connection.ts'

export interface Credentials {
  token: string
  /** Ref of the user. */
  owner: string
  /** Grows with every signing in; a queue paused by a 401 goes on with the next one. */
  epoch: number
}

interface Stored {
  epoch: number
  current: { token: string; owner: string } | null
}

const database = 'lapangan-worker'
const storeName = 'session'
const key = 'credentials'
const languageKey = 'language'
const preferencesKey = 'preferences'
const alertedKey = 'alerted'
const receiptKey = 'receipt'
/** Of messages whose alerts are remembered. */
const maxAlerted = 300

const isStored = (value: unknown): value is Stored => typeof value === 'object' && value !== null && 'epoch' in value && 'current' in value

let opened: Promise<IDBPDatabase> | null = null

function open(): Promise<IDBPDatabase> {
  opened ??= openDB(database, 1, {
    upgrade: (db) => void db.createObjectStore(storeName),
    terminated: () => {
      opened = null
    },
  })
  opened.catch(() => {
    opened = null
  })
  return opened
}

let isLeft = false
const running = new Set<{ abort: () => void }>()

/**
 * Every drain reads this store, so nobody may be suspended inside a transaction of it (docs/offline.md#the-life-of-a-page): what is under way
 * when the page is left is aborted, and nothing begins until it has returned.
 */
export function leaveCredentials(isAway: boolean): void {
  isLeft = isAway
  if (isAway)
    for (const transaction of running) {
      try {
        transaction.abort()
      } catch {
        // It is ending by itself.
      }
    }
}

async function begin<Mode extends IDBTransactionMode>(mode: Mode) {
  const db = await open()
  if (isLeft) throw new DOMException('The page was left', 'AbortError')
  const transaction = db.transaction(storeName, mode)
  running.add(transaction)
  const end = () => void running.delete(transaction)
  transaction.done.then(end, end)
  return transaction
}

/** A connection that was lost is opened anew, and the work, which may be done twice, is repeated once. */
async function withConnection<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isLeft || !isConnectionLost(error)) throw error
    opened = null
    return work()
  }
}

const readEntry = (name: string): Promise<unknown> =>
  withConnection(async () => {
    const { store } = await begin('readonly')
    return store.get(name)
  })

const writeEntry = (name: string, value: unknown): Promise<void> =>
  withConnection(async () => {
    const transaction = await begin('readwrite')
    // Begun, so that it ends with its commit though the page is left then.
    await transaction.store.getKey(name)
    const stored = transaction.store.put(value, name)
    transaction.commit()
    await Promise.all([stored, transaction.done])
  })

async function read(): Promise<Stored> {
  const value = await readEntry(key)
  return isStored(value) ? value : { epoch: 0, current: null }
}

/** Null when nobody is signed in. */
export async function readCredentials(): Promise<Credentials | null> {
  const { epoch, current } = await read()
  return current && { ...current, epoch }
}

/** The same token again keeps its epoch; any other begins a new one. */
export async function writeCredentials(next: { token: string; owner: string } | null): Promise<void> {
  const stored = await read()
  if (stored.current?.token === next?.token && stored.current?.owner === next?.owner) return
  await writeEntry(key, { epoch: stored.epoch + 1, current: next } satisfies Stored)
}

/** The language of the console, for what the worker has to say while no tab is open. */
export async function writeLanguage(language: string): Promise<void> {
  await writeEntry(languageKey, language)
}

/** '' when no console has told it. */
export async function readLanguage(): Promise<string> {
  const language = await readEntry(languageKey)
  return typeof language === 'string' ? language : ''
}

/** What a person chose, as far as the worker has to know it. */
export interface WorkerPreferences {
  /** Alerts are wanted; they may be paused while a subscription is still there. */
  alerts: boolean
  /** A click opens a new tab. */
  newTab: boolean
  /** The person may answer a customer, and does so through the outbox; left out by consoles of before. */
  mayAnswer?: boolean
}

const isPreferences = (value: unknown): value is WorkerPreferences =>
  typeof value === 'object' && value !== null && 'alerts' in value && 'newTab' in value

export async function writePreferences(preferences: WorkerPreferences): Promise<void> {
  await writeEntry(preferencesKey, preferences)
}

/** Alerts are wanted until a console says otherwise: there is no subscription without it. */
export async function readPreferences(): Promise<WorkerPreferences> {
  const value = await readEntry(preferencesKey)
  return isPreferences(value) ? value : { alerts: true, newTab: false }
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((each) => typeof each === 'string')

/**
 * Notes that these messages, by their refs, are being alerted of, and gives those that were not before. Page and worker both
 * hear of a message, and a push may come twice: the second one has nothing left to show, though the first alert was
 * dismissed meanwhile.
 */
export async function takeAlerts(refs: readonly string[]): Promise<string[]> {
  // Also what a try whose answer was lost has noted already.
  const fresh = new Set<string>()
  await withConnection(async () => {
    const transaction = await begin('readwrite')
    const stored: unknown = await transaction.store.get(alertedKey)
    const known = isTexts(stored) ? stored : []
    for (const ref of refs) if (!known.includes(ref)) fresh.add(ref)
    const noted = [...fresh].filter((ref) => !known.includes(ref))
    if (noted.length) await transaction.store.put([...known, ...noted].slice(-maxAlerted), alertedKey)
    await transaction.done
  })
  return [...fresh]
}

/** When this device got its last push, and when the server was told that it did; milliseconds, 0 for never. */
export interface PushReceipt {
  receivedAt: number
  confirmedAt: number
}

const isReceipt = (value: unknown): value is PushReceipt =>
  typeof value === 'object' && value !== null && 'receivedAt' in value && 'confirmedAt' in value

export async function readReceipt(): Promise<PushReceipt> {
  const value = await readEntry(receiptKey)
  return isReceipt(value) ? value : { receivedAt: 0, confirmedAt: 0 }
}

export async function writeReceipt(receipt: PushReceipt): Promise<void> {
  await writeEntry(receiptKey, receipt)
}

/** Removes all of it: who was signed in, the language, what was alerted of. */
export async function forgetWorker(): Promise<void> {
  await withConnection(async () => (await open()).clear(storeName))
}
