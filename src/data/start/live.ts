/**
 * Refetches displayed sections when anybody changes them. One stream per tab, while the page is visible and the server is reachable;
 * changes missed meanwhile are refetched once at its start. So are those between the read of a screen and its first stream.
 */
import type { QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { changesStream } from '#contract/changes.ts'
import { toRecord } from '#contract/kit/field/guards.ts'
import { getConfig } from '../api/config.ts'
import { connectionStore, reportReached } from '../api/connection.ts'
import { buildRequest } from '../api/request.ts'
import { sessionStore } from '../api/session.ts'
import { readToken, reportUnauthorized } from '../api/token.ts'
import { isVisible } from '../base/visible.ts'
import { eventReader } from '../jobs/events.ts'
import { exchange, parseText } from '../outbox/wire/exchange.ts'
import { invalidateSection } from '../query/queries.ts'
import { queryClient } from '../query/query-client.ts'

/** Milliseconds before reconnecting a stream; without one, between polls. */
const [againMs, pollMs] = [2_000, 15_000]
/** The server sends at least every 20 s. */
const silentMs = 45_000
/** A list is read before its screen is drawn. */
const readBeforeMs = 3_000

const lookers = new Map<string, number>()
type Listener = (section: string) => void
const listeners = new Set<Listener>()
let open: { names: string; control: AbortController } | null = null
/** The page was hidden since the last stream began, or there was none: changes are unknown. */
let isBehind = false
/** When the first screen began that no stream has covered yet. */
let lookedAt = Number.POSITIVE_INFINITY

const wanted = () => [...lookers.keys()].sort().join(',')

function mayListen(): boolean {
  const { status, session } = sessionStore.get()
  // A server with only the base contract has no stream.
  return isVisible() && connectionStore.get() === 'online' && status === 'signed-in' && !session?.plain
}

function readAgain(section: string): void {
  void invalidateSection(section)
  for (const listener of [...listeners]) listener(section)
}

const readAll = () => [...lookers.keys()].forEach(readAgain)

/** Resolves when the stream ends. False when none is available. */
async function listen(names: string, signal: AbortSignal): Promise<boolean> {
  const wire = buildRequest(changesStream, { query: { sections: names } }, getConfig())
  const token = readToken()
  if (token) wire.headers.Authorization = `Bearer ${token}`
  let isReady = false
  const onText = eventReader(({ name, data }) => {
    reportReached()
    const { section, ages } = toRecord(parseText(data))
    if (name === 'ready') {
      isReady = true
      const elapsed = performance.now() - lookedAt + readBeforeMs
      if (isBehind) readAll()
      else
        for (const [changed, age] of Object.entries(toRecord(ages))) if (Number(age) <= elapsed && lookers.has(changed)) readAgain(changed)
      isBehind = false
      lookedAt = Number.POSITIVE_INFINITY
    }
    if (name === 'changed' && typeof section === 'string' && lookers.has(section)) readAgain(section)
  })
  const { status } = await exchange(wire, { signal, onText, idleMs: silentMs })
  if (status === 401) reportUnauthorized(token)
  return isReady
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function follow(names: string, { signal }: AbortController): Promise<void> {
  while (!signal.aborted && mayListen()) {
    const streamed = await listen(names, signal).catch(() => false)
    if (signal.aborted) return
    isBehind = true
    await wait(streamed ? againMs : pollMs)
    if (!streamed && !signal.aborted && mayListen()) readAll()
  }
}

/** Starts, changes or ends the stream, as needed and possible. */
function update(): void {
  const names = mayListen() ? wanted() : ''
  if (open?.names === names && !open.control.signal.aborted) return
  open?.control.abort()
  if (open && lookers.size) isBehind = true
  open = null
  if (!names) return
  const control = new AbortController()
  open = { names, control }
  void follow(names, control).finally(() => {
    if (open?.control === control) open = null
  })
}

/** What comes meanwhile is lost with a stream that nobody listens to. */
function dropStream(): void {
  isBehind ||= open !== null
  open?.control.abort()
}

let isStarted = false
function start(): void {
  if (isStarted) return
  isStarted = true
  document.addEventListener('visibilitychange', update)
  addEventListener('pagehide', dropStream)
  // Nothing of it is needed before the first row.
  void import('../base/page-life.ts').then(({ longSleepMs, onWake }) =>
    onWake(({ sleptMs }) => {
      if (sleptMs >= longSleepMs) dropStream()
      update()
      if (sleptMs > 0 && sessionStore.get().session?.plain) readAll()
    }),
  )
  connectionStore.subscribe(update)
  sessionStore.subscribe(update)
}

/** Registers sections of a screen until the returned function is called. */
export function lookAt(names: readonly string[]): () => void {
  start()
  lookedAt = Math.min(lookedAt, performance.now())
  for (const name of names) lookers.set(name, (lookers.get(name) ?? 0) + 1)
  // Successive screens share the stream.
  queueMicrotask(update)
  return () => {
    for (const name of names) {
      const left = (lookers.get(name) ?? 1) - 1
      if (left > 0) lookers.set(name, left)
      else lookers.delete(name)
    }
    queueMicrotask(update)
  }
}

/** Calls back after changes of these sections by anybody. Returns a function that ends it. */
export function watchSections(sections: readonly string[], onChange: () => void): () => void {
  const listener: Listener = (section) => void (sections.includes(section) && onChange())
  listeners.add(listener)
  const leave = lookAt(sections)
  return () => {
    listeners.delete(listener)
    leave()
  }
}

/**
 * Refetches lists and records of these sections on changes while mounted. `queryKey`: further queries that depend on them. Both must be
 * stable between renders.
 */
export function useLive(names: readonly string[], queryKey?: QueryKey): void {
  const key = names.join(',')
  const also = queryKey && JSON.stringify(queryKey)
  useEffect(() => {
    if (!key) return
    return watchSections(key.split(','), () => {
      if (also) void queryClient.invalidateQueries({ queryKey: JSON.parse(also) })
    })
  }, [key, also])
}
