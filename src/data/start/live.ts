/**
 * Keeps screens as the server has their records: the sections that are looked at are read again when anybody changes them. One
 * stream for each tab, while the page is seen and the server is reached; what was missed meanwhile is read once when it begins.
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

/** Before a stream that ended is begun again; without one, between two readings. */
const [againMs, pollMs] = [2_000, 15_000]
/** The server says something at least every 20 s. */
const silentMs = 45_000

const lookers = new Map<string, number>()
type Listener = (section: string) => void
const listeners = new Set<Listener>()
let open: { names: string; control: AbortController } | null = null
/** The page looked away since the last stream began, or there was none: what changed meanwhile nobody told. */
let isBehind = false

const wanted = () => [...lookers.keys()].sort().join(',')

function mayListen(): boolean {
  const { status, session } = sessionStore.get()
  // A server that knows the base contract alone has no stream.
  return isVisible() && connectionStore.get() === 'online' && status === 'signed-in' && !session?.plain
}

function readAgain(section: string): void {
  void invalidateSection(section)
  for (const listener of [...listeners]) listener(section)
}

const readAll = () => [...lookers.keys()].forEach(readAgain)

/** Lasts as long as the stream does. False where there is none to be had. */
async function listen(names: string, signal: AbortSignal): Promise<boolean> {
  const wire = buildRequest(changesStream, { query: { sections: names } }, getConfig())
  const token = readToken()
  if (token) wire.headers.Authorization = `Bearer ${token}`
  let isReady = false
  const onText = eventReader(({ name, data }) => {
    reportReached()
    if (name === 'ready') {
      isReady = true
      if (isBehind) readAll()
      isBehind = false
    }
    const { section } = toRecord(parseText(data))
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

/** Begins, changes or ends the stream, by what is looked at and possible now. */
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

let isStarted = false
function start(): void {
  if (isStarted) return
  isStarted = true
  document.addEventListener('visibilitychange', update)
  connectionStore.subscribe(update)
  sessionStore.subscribe(update)
}

/** One screen more looks at these sections, until the returned function is called. */
export function lookAt(names: readonly string[]): () => void {
  start()
  for (const name of names) lookers.set(name, (lookers.get(name) ?? 0) + 1)
  // Screens that follow one another share the stream.
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

/**
 * Reads lists and records of these sections again as they change, while the screen is there. `queryKey`: what else of the query cache
 * shows something of them, read again with any of them. Both are the same in every draw.
 */
export function useLive(names: readonly string[], queryKey?: QueryKey): void {
  const key = names.join(',')
  const also = queryKey && JSON.stringify(queryKey)
  useEffect(() => {
    if (!key) return
    const sections = key.split(',')
    const listener: Listener = (section) => {
      if (also && sections.includes(section)) void queryClient.invalidateQueries({ queryKey: JSON.parse(also) })
    }
    listeners.add(listener)
    const leave = lookAt(sections)
    return () => {
      listeners.delete(listener)
      leave()
    }
  }, [key, also])
}
