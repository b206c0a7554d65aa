import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChartColumn, Images, MessageCircleQuestionMark } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { request } from '#console/data/api/request.ts'
import type { Option } from '#console/data/query/option-queries.ts'
import { useOverlayOne } from '#console/data/query/outbox-store.ts'
import { oneOptions } from '#console/data/query/queries.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { useLive } from '#console/data/start/live.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { MessageSkeletons } from '#console/inbox/conversation/message-skeletons.tsx'
import { Pager } from '#console/inbox/list/pager.tsx'
import { usePrefetchOptions } from '#console/inbox/room/options.ts'
import { useFill } from '#console/inbox/room/use-fill.ts'
import { useKeys } from '#console/inbox/room/use-keys.ts'
import { useMarked } from '#console/inbox/room/use-marked.ts'
import { useOpened } from '#console/inbox/room/use-opened.ts'
import { whenPresent } from '#console/inbox/room/when-present.ts'
import { runCall } from '#console/kit/calls/run-call.ts'
import type { ListSearch } from '#console/kit/list/query/search.ts'
import { useRows } from '#console/kit/list/rows/use-rows.ts'
import { listLink } from '#console/kit/text/section-link.ts'
import { useStableCallback } from '#console/kit/text/use-stable-callback.ts'
import { Button } from '#console/ui/button.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { useMedia, usePhone } from '#console/ui/hooks/use-media.ts'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'
import { tanyaSahamAlgo } from '#contract/sections/stock/tanya-saham-algo.ts'
import { end } from './actions.ts'
import { Chat } from './chat.tsx'
import { Filters, filterCount, reportFilters } from './filters.tsx'
import { type QuestionsMay, useQuestionsMay } from './may.ts'
import { QuestionList } from './question-list.tsx'
import { addressOf, pageSize, questionsQuery, statusOf, toListQuery, usualTab, withStatus } from './search.ts'

const call = sectionCall(tanyaSaham, 'assignees')
const none: readonly Option[] = []

/** Possible assignees, cached while online for offline use. Empty without permission to assign. */
function useAnswerers(may: boolean): readonly Option[] {
  const { data } = useQuery({
    queryKey: queryKeys.call(call.name, null),
    queryFn: ({ signal }) => request<{ people: { id: number; name: string }[] }>(call, { signal }),
    select: ({ people }) => people.map(({ id, name }): Option => ({ id, ref: String(id), label: name })),
    enabled: may,
    staleTime: 5 * 60_000,
    meta: { keep: true },
  })
  return data ?? none
}

const About = lazy(() => import('./about.tsx').then((module) => ({ default: module.About })))

/** The open chat with the outbox: undefined while loading, null when unavailable. */
function useChat(section: Section, ref: string | undefined): AnyRow | null | undefined {
  const { data, isError } = useQuery({ ...oneOptions(section, ref ?? ''), enabled: ref !== undefined })
  const folded = useOverlayOne(section, data ?? null, ref ?? '')
  if (ref === undefined) return null
  return folded?.row ?? (isError ? null : undefined)
}

/** Permissions on a chat of the algorithm, beside hand-over. */
const nothing: QuestionsMay = { answer: false, assign: false, delete: false }

/** Other views of the inbox. */
const beside = [
  { at: 'image', Icon: Images },
  { at: 'report', Icon: ChartColumn },
] as const

interface Props {
  /** The inbox, or the algorithm's chats. */
  section: typeof tanyaSaham | typeof tanyaSahamAlgo
  search: ListSearch
}

/** Inbox of members' questions about stocks: chats, the open one, and its stock. A phone shows one of the three. */
export function Inbox({ section, search }: Props) {
  useLocale()
  useLive([tanyaSaham.name, tanyaSahamAlgo.name])
  usePrefetchOptions()
  const navigate = useNavigate()
  const phone = usePhone()
  const wide = useMedia('(min-width: 85rem)')
  const may = useQuestionsMay()
  const people = useAnswerers(may.assign)
  const ofAlgo = section.name === tanyaSahamAlgo.name
  const usual = usualTab(section.name)
  const query = questionsQuery(search, usual)
  const list = useRows(section, query)
  const records = list.records
  const { opened, press, settle } = useOpened(search.open)
  const chat = useChat(section, opened)
  const marked = useMarked(records, opened)
  // A wide screen has room for the side panel; elsewhere it is opened by a button.
  const panel = opened !== undefined && (search.view === undefined ? wide === true && !phone : search.view === 'about')
  const showsChat = phone && Boolean(opened)
  const { ref, style } = useFill(showsChat)
  const title = t(`nav.${section.name}`)
  useTitle(chat ? toText(chat.member_name ?? title) : title)

  const go = useStableCallback<[next: ListSearch, replace?: boolean]>((next, replace = false) => {
    settle()
    marked.clear()
    void navigate({ ...listLink(section.name, next), replace, resetScroll: false })
  })
  const onQuery = useStableCallback((next: ListQuery) => go(addressOf(next, search.open), true))
  const open = useStableCallback((to: string) => {
    marked.clear()
    const next = addressOf(toListQuery(search), to)
    press(to, () => void navigate({ ...listLink(section.name, next), replace: Boolean(search.open), resetScroll: false }))
  })
  const close = useStableCallback(() => go(addressOf(toListQuery(search), undefined)))
  const togglePanel = useStableCallback(() => go({ ...addressOf(toListQuery(search), opened), view: panel ? 'chat' : 'about' }, !phone))
  const handOver = useStableCallback(() => {
    if (chat) void runCall(tanyaSahamAlgo, 'handOver', [chat])
  })
  // A chat that was handed over moves to the other list.
  useEffect(() => {
    if (ofAlgo && chat && chat.handler === 'person') void navigate({ ...listLink(tanyaSaham.name, { open: chat.ref }), replace: true })
  }, [ofAlgo, chat, navigate])

  const target = records.find((row) => row.ref === marked.ref) ?? chat
  const inChat = (which: AnyRow, selector: string, act: (found: HTMLElement) => void) => {
    if (which.ref !== opened) open(which.ref)
    return whenPresent(`[data-room="${which.ref}"] ${selector}`, act)
  }
  const inPanel = (which: AnyRow, selector: string) => {
    if (which.ref !== opened || !panel) go({ ...addressOf(toListQuery(search), which.ref), view: 'about' }, true)
    return whenPresent(`[data-about="${which.ref}"] ${selector}`, (button) => button.click())
  }
  useKeys({
    next: () => marked.step(1),
    previous: () => marked.step(-1),
    open: () => {
      if (marked.ref) open(marked.ref)
    },
    search: () => document.querySelector<HTMLElement>('[data-list-search]')?.focus(),
    back: () => {
      if (marked.ref) marked.clear()
      else if (opened) close()
    },
    ...(target &&
      // One that was ended takes nothing more.
      target.status !== 'ended' &&
      may.answer &&
      !ofAlgo && {
        reply: () => inChat(target, '[data-composer-text]', (text) => text.focus()),
        resolve: () => void end(target),
        tag: () => inPanel(target, '[data-tag]'),
        ...(may.assign && { assign: () => inPanel(target, '[data-assign]') }),
      }),
  })

  return (
    <div
      ref={ref}
      style={style}
      {...(showsChat && { 'data-covers': '' })}
      className={`flex min-h-0 overflow-hidden bg-background ${showsChat ? 'fixed inset-x-0 z-10 [--chat-safe-bottom:var(--safe-bottom)] [--chat-safe-top:var(--safe-top)]' : '[--chat-safe-bottom:0px] [--chat-safe-top:0px]'}`}
    >
      <div className={`flex min-h-0 w-full flex-col md:w-80 md:shrink-0 md:border-e lg:w-90 ${showsChat ? 'hidden' : ''}`}>
        <header className="flex items-center gap-1 ps-4 pe-2 pt-2 pb-1">
          <h1 className="me-auto text-xl font-semibold tracking-tight">{title}</h1>
          {!ofAlgo &&
            beside.map(({ at, Icon }) => (
              <Button
                key={at}
                variant="quiet"
                size="icon"
                aria-label={t(`tanya-saham.view.${at}`)}
                title={t(`tanya-saham.view.${at}`)}
                onClick={() => void navigate(listLink(section.name, { at }))}
              >
                <Icon aria-hidden="true" />
              </Button>
            ))}
        </header>
        <Filters query={toListQuery(search)} usual={usual} people={people} onQuery={onQuery} />
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain border-t" data-questions={list.state} data-total={list.total}>
          <QuestionList
            section={section.name}
            list={list}
            search={addressOf(toListQuery(search), undefined)}
            narrowed={filterCount(query) > 0 || reportFilters(query).length > 0 || query.search !== '' || statusOf(query, usual) !== 'all'}
            onClear={() => onQuery(withStatus({ ...query, search: '', filters: [] }, 'all', usual))}
            opened={opened}
            onOpen={open}
            marked={marked.ref}
          />
        </div>
        <Pager page={query.page} size={pageSize} total={list.total} onPage={(page) => onQuery({ ...toListQuery(search), page })} />
      </div>
      <div className={`min-h-0 min-w-0 flex-1 ${phone && (!showsChat || panel) ? 'hidden' : ''}`}>
        {chat ? (
          <Chat chat={chat} may={may} ofAlgo={ofAlgo} panel={panel} onBack={close} onPanel={togglePanel} onHandOver={handOver} />
        ) : opened && chat === undefined ? (
          <div className="flex h-full flex-col bg-sidebar">
            <MessageSkeletons />
          </div>
        ) : (
          <div className="grid h-full place-items-center bg-sidebar">
            <EmptyState
              icon={MessageCircleQuestionMark}
              title={t(opened ? 'chat.roomGone' : 'chat.choose')}
              detail={opened ? undefined : t('tanya-saham.chooseDetail')}
            >
              {opened && <Button onClick={close}>{t('chat.toList')}</Button>}
            </EmptyState>
          </div>
        )}
      </div>
      {chat && panel && (
        <div
          className={`min-h-0 ${phone ? 'w-full' : wide ? 'w-84 shrink-0 border-s' : 'absolute inset-y-0 end-0 z-10 w-84 border-s shadow-floating'}`}
        >
          <Suspense>
            <About key={chat.ref} chat={chat} may={ofAlgo ? nothing : may} people={people} onClose={togglePanel} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
