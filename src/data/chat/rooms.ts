/** Rooms for screens: network first, the cache at once and offline, folded with the outbox. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { Page } from '#contract/kit/field/paging.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { ApiError } from '../api/api-error.ts'
import { useConnection } from '../api/connection.ts'
import { request } from '../api/request.ts'
import { type SessionState, sessionStore } from '../api/session.ts'
import { serverNow } from '../base/server-clock.ts'
import { useStore } from '../base/store.ts'
import { useDue } from '../base/use-due.ts'
import { type OutboxState, outboxStore } from '../query/outbox-store.ts'
import { queryKeys } from '../query/query-keys.ts'
import { byRoom, foldRoom, type Me, type Room } from './fold.ts'
import { type Found, useFound } from './found.ts'
import { roomsStore, takeRooms } from './memory.ts'
import { listState, nextReturn, pageOf, type Rooms, type RoomsQuery, selectRooms, toListQuery } from './room-list.ts'
import { startChat } from './start.ts'

export type { Room } from './fold.ts'
export type { RoomsQuery } from './room-list.ts'

const [listCall, oneCall] = [sectionCall(chatPlatform, 'list'), sectionCall(chatPlatform, 'one')]

/** docs/product/chat.md#rooms */
export const listRetries = 5
export const listRetryMs = 1_000

const nobody: Me = { id: 0, name: '' }
const me = ({ session }: SessionState): Me => session?.user ?? nobody

/** Done ones first, as they are older. */
export const allRows = ({ rows, settled }: OutboxState) => (settled.length ? [...settled, ...rows] : rows)

async function readPage(list: ListQuery, signal: AbortSignal): Promise<Page<AnyRow>> {
  const page = await request<Page<AnyRow>>(listCall, { list, signal })
  takeRooms(page.data)
  return page
}

export function roomListOptions(list: ListQuery) {
  return queryOptions({
    queryKey: queryKeys.list(chatPlatform.name, list),
    queryFn: ({ signal }) => readPage(list, signal),
    retry: (count, error) => count < listRetries && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    retryDelay: listRetryMs,
    // Events update the rows.
    staleTime: 60_000,
    gcTime: 5 * 60_000,
  })
}

function useFolded(): { rooms: readonly Room[]; loaded: boolean } {
  const { rooms, loaded } = useStore(roomsStore)
  const outbox = useStore(outboxStore)
  const user = useStore(sessionStore, me)
  const folded = useMemo(() => {
    const waiting = byRoom(allRows(outbox))
    return [...rooms.values()].map((room) => foldRoom(room, waiting.get(room.ref), user))
  }, [rooms, outbox, user])
  return { rooms: folded, loaded }
}

/** A page of rooms, newest first. */
export function useRooms(query: RoomsQuery): Rooms & { found: Found; retry: () => void } {
  useEffect(startChat, [])
  const text = JSON.stringify(toListQuery(query))
  const list = useMemo((): ListQuery => JSON.parse(text), [text])
  const { rooms, loaded } = useFolded()
  const connection = useConnection()
  const { data, error, refetch } = useQuery(roomListOptions(list))
  const found = useFound(list.search)
  const returned = useDue(useCallback((now) => nextReturn(rooms, now), [rooms]))
  // biome-ignore lint/correctness/useExhaustiveDependencies: made anew when a room comes back
  const selected = useMemo(() => selectRooms(rooms, list, serverNow(), found), [rooms, list, found, returned])
  const server = useMemo(() => (data ? { refs: data.data.map(({ ref }) => ref), total: data.total_record } : null), [data])
  const isOffline = connection !== 'online' || (error instanceof ApiError && error.offline)
  const shown = useMemo(() => pageOf(selected, list, isOffline ? null : server), [selected, list, server, isOffline])
  const state = { isOffline, isError: error !== null, isAnswered: data !== undefined, loaded }
  return { ...listState(shown, state), found, retry: () => void refetch() }
}

async function readRoom(ref: string, signal: AbortSignal): Promise<AnyRow | null> {
  try {
    const { data } = await request<{ data: AnyRow }>(oneCall, { params: { id: ref }, signal })
    takeRooms([data])
    return data
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 403)) return null
    throw error
  }
}

/** One room by ref; undefined while loading, null when it does not exist for this person, or is not cached while offline. */
export function useRoom(ref: string | null): Room | null | undefined {
  useEffect(startChat, [])
  const cached = useStore(roomsStore, ({ rooms }) => (ref === null ? undefined : rooms.get(ref)))
  const isLoaded = useStore(roomsStore, ({ loaded }) => loaded)
  const outbox = useStore(outboxStore)
  const user = useStore(sessionStore, me)
  const connection = useConnection()
  const asked = useQuery({
    queryKey: queryKeys.one(chatPlatform.name, ref ?? ''),
    queryFn: ({ signal }) => readRoom(ref ?? '', signal),
    enabled: ref !== null && isLoaded && cached === undefined,
    retry: listRetries,
    retryDelay: listRetryMs,
  })
  const folded = useMemo(
    () => cached && foldRoom(cached, byRoom(allRows(outbox).filter((row) => concerns(row, cached.ref))).get(cached.ref), user),
    [cached, outbox, user],
  )
  if (ref === null) return null
  if (folded) return folded
  const isOver = asked.data === null || asked.isError || (isLoaded && connection !== 'online')
  return isOver ? null : undefined
}

const concerns = (row: { touches: readonly string[]; params: Readonly<Record<string, string>> }, ref: string): boolean =>
  row.touches.includes(ref) || row.params.room === ref
