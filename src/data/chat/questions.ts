/**
 * Chats about a stock for screens: messages folded with waiting answers, and answers through the outbox, in one lane per chat: an answer
 * waits for earlier changes of its chat.
 */

import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { type QuestionMessage, questionReply, tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'
import { hasNoConnection } from '../api/api-error.ts'
import { request } from '../api/request.ts'
import { sessionStore } from '../api/session.ts'
import { useStore } from '../base/store.ts'
import type { OutboxRow } from '../outbox/row/types.ts'
import type { Alongside } from '../outbox/store/store.ts'
import { outboxStore } from '../query/outbox-store.ts'
import { queryClient } from '../query/query-client.ts'
import { progressStore } from '../query/upload-progress.ts'
import { onOutboxEvent } from '../writes/outbox-events.ts'
import { submitAll } from '../writes/submit.ts'
import { foldMessages, type ShownMessage, showMessage } from './fold.ts'
import { type Carrier, type MediaCall, type MediaForm, mediaUrl } from './media.ts'
import type { Messages } from './messages.ts'
import { type Answer, messagesOf, type NewMessage, type Outgoing } from './write.ts'

/** Facts of a chat's stock; nulls where it has none. */
export interface AboutStock {
  stock_id: number | null
  code: string | null
  company_name: string | null
  last_price: number | null
  last_price_on: string | null
  previous: number | null
}

interface Detail extends AboutStock {
  messages: QuestionMessage[]
  older: boolean
}

type Pages = InfiniteData<Detail, number>

const pageSize = 100
const detailCall = sectionCall(tanyaSaham, 'chatDetail')
/** A query family per chat, so that the newest page of every read chat is persisted. */
const keyOf = (chat: string) => ['messages', chat] as const

const readPage = (chat: string, before: number, signal: AbortSignal) =>
  request<Detail>(detailCall, { params: { id: chat }, query: { limit: pageSize, ...(before > 0 && { before }) }, signal })

const isAnswer = (row: OutboxRow) => row.call === questionReply.name

/** What the server made of an answer is on the screen before the chat is read again. */
onOutboxEvent((event) => {
  if (event.kind !== 'verdict') return
  const { row, verdict } = event
  if (!isAnswer(row) || verdict.kind !== 'done' || !verdict.row) return
  const message = { ...verdict.row } as AnyRow & QuestionMessage
  queryClient.setQueryData<Pages>(keyOf(toText(row.patch.chat)), (old) => {
    const [newest, ...rest] = old?.pages ?? []
    if (!old || !newest || newest.messages.some(({ ref }) => ref === message.ref)) return old
    return { ...old, pages: [{ ...newest, messages: [...newest.messages, message] }, ...rest] }
  })
})

/** Messages of people, and the algorithm's with sources. */
export type ShownQuestion = ShownMessage & Partial<Pick<QuestionMessage, 'by' | 'is_notice' | 'sources'>>

const nothing: readonly OutboxRow[] = []

const pagesOptions = (chat: string) =>
  infiniteQueryOptions({
    queryKey: keyOf(chat),
    queryFn: ({ pageParam, signal }) => readPage(chat, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: ({ older, messages }) => (older ? messages[0]?.place : undefined),
    meta: { keep: true },
  })

/** Facts of a chat's stock, as of the last read of its messages. */
export const useAboutStock = (chat: string): AboutStock | null => useInfiniteQuery(pagesOptions(chat)).data?.pages[0] ?? null

/** Messages of a chat, refetched when its row has a new last message. */
export function useQuestionMessages(chat: AnyRow): Messages {
  const { ref } = chat
  const { data, error, isFetching, fetchStatus, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(pagesOptions(ref))
  const { version } = chat
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version means other messages
  useEffect(() => {
    if (data && fetchStatus === 'idle') void refetch()
  }, [version])
  const outbox = useStore(outboxStore)
  const progress = useStore(progressStore)
  const user = useStore(sessionStore, ({ session }) => session)?.user
  const waits = useMemo(() => {
    const own = [...outbox.settled, ...outbox.rows].filter((row) => isAnswer(row) && row.patch.chat === ref)
    return own.length ? own : nothing
  }, [outbox, ref])
  const messages = useMemo(() => {
    const sent = (data?.pages ?? []).toReversed().flatMap(({ messages: ofPage }) => ofPage)
    return user && waits.length ? foldMessages(ref, sent, waits, user, progress, isAnswer) : sent.map(showMessage)
  }, [data, waits, user, ref, progress])
  const isOffline = hasNoConnection({ error, fetchStatus })
  const calls = useMemo(() => {
    const isThere = (wanted: string) =>
      queryClient.getQueryData<Pages>(keyOf(ref))?.pages.some(({ messages: ofPage }) => ofPage.some((message) => message.ref === wanted)) ??
      false
    return {
      loadOlder: async () => !(await fetchNextPage()).isError,
      loadNewer: async () => true,
      async jumpTo(wanted: string) {
        while (!isThere(wanted)) {
          const { hasNextPage: hasMore, isError } = await fetchNextPage()
          if (isError || !hasMore) return isThere(wanted)
        }
        return true
      },
      toNewest: () => undefined,
      retry: () => void refetch(),
    }
  }, [ref, fetchNextPage, refetch])
  const state = data ? 'ready' : isOffline ? 'offline' : error && !isFetching ? 'error' : 'loading'
  return { messages, older: hasNextPage, newer: false, state, ...calls }
}

const media: MediaCall = {
  call: sectionCall(tanyaSaham, 'media'),
  params: ({ room, ref }) => ({ id: room, message_id: ref }),
}

/** Object URL of a message's media, valid while shown; null where it is unavailable. */
export const questionMediaUrl = (message: Carrier, form: MediaForm): Promise<string | null> => mediaUrl(message, form, media)

const labelOf = ({ member_name, kode_saham }: AnyRow) => [member_name, kode_saham].filter(Boolean).join(' · ')

async function write(chat: AnyRow, messages: readonly NewMessage[], alongside?: Alongside): Promise<string> {
  const submissions = messages.map(({ patch: { auto_text: _canned, ...patch }, ref = uuidv7() }) => ({
    call: questionReply,
    touches: [ref, chat.ref],
    patch: { ...patch, ref, chat: chat.ref },
    label: labelOf(chat),
  }))
  await submitAll(submissions, alongside)
  return submissions.at(-1)?.touches[0] ?? ''
}

/** Answers the member. Each returns the last message's ref, and throws OutboxError when the device cannot store it. */
export const answerWith = (chat: AnyRow) => ({
  text: ({ content, ...answer }: Answer & { content: string }, alongside?: Alongside) =>
    write(chat, [{ patch: { content, ...answer } }], alongside),
  media: async (files: readonly Outgoing[], input: Answer & { content?: string }, alongside?: Alongside) =>
    write(chat, await messagesOf(files, input), alongside),
})
