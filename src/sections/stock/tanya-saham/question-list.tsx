import { useRouter } from '@tanstack/react-router'
import { MessageCircleQuestionMark, SearchX, TriangleAlert, WifiOff } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { RoomSkeletons } from '#console/inbox/list/room-skeletons.tsx'
import type { ListSearch } from '#console/kit/list/query/search.ts'
import type { Rows } from '#console/kit/list/rows/use-rows.ts'
import { listLink } from '#console/kit/text/section-link.ts'
import { useStableCallback } from '#console/kit/text/use-stable-callback.ts'
import { Button } from '#console/ui/button.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { QuestionRow } from './question-row.tsx'
import { useWaitingAnswers } from './waiting.ts'

interface Props {
  /** Section of the list. */
  section: string
  list: Rows
  search: ListSearch
  /** Filters are active. */
  narrowed: boolean
  onClear: () => void
  opened: string | undefined
  onOpen: (ref: string) => void
  /** Ref of the chat marked by keys. */
  marked: string | null
}

const place = 'the-chat'

/** URLs of chats with the same filters; built once for all. */
function useHref(section: string, search: ListSearch): (ref: string) => string {
  const router = useRouter()
  const kept = JSON.stringify({ ...search, open: place })
  return useMemo(() => {
    const { href } = router.buildLocation(listLink(section, JSON.parse(kept)))
    return (ref) => href.replace(place, ref)
  }, [router, section, kept])
}

/** Chats of a page in every state of a list. */
export function QuestionList({ section, list, search, narrowed, onClear, opened, onOpen, marked }: Props) {
  const box = useRef<HTMLUListElement>(null)
  const hrefOf = useHref(section, search)
  const open = useStableCallback(onOpen)
  const waiting = useWaitingAnswers()
  useEffect(() => {
    if (marked) box.current?.querySelector(`[data-ref="${CSS.escape(marked)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [marked])
  if (list.state === 'loading') return <RoomSkeletons />
  if (list.state === 'failed')
    return (
      <EmptyState
        icon={list.offline ? WifiOff : TriangleAlert}
        title={t(list.offline ? 'connection.none' : 'chat.listFailed')}
        detail={list.offline ? t('chat.listOffline') : list.message}
      >
        <Button onClick={list.retry}>{t('app.retry')}</Button>
      </EmptyState>
    )
  if (!list.rows.length)
    return narrowed ? (
      <EmptyState icon={SearchX} title={t('chat.noneFound')} detail={t('chat.noneFoundDetail')}>
        <Button onClick={onClear}>{t('list.clearFilters')}</Button>
      </EmptyState>
    ) : (
      <EmptyState icon={MessageCircleQuestionMark} title={t('tanya-saham.none')} detail={t('tanya-saham.noneDetail')} />
    )
  return (
    <ul ref={box} aria-label={t(section === 'tanya-saham' ? 'nav.tanya-saham' : 'nav.tanya-saham-algo')} className="flex flex-col">
      {list.rows.map(({ row }) => (
        <QuestionRow
          key={row.ref}
          chat={row}
          href={hrefOf(row.ref)}
          open={opened === row.ref}
          marked={marked === row.ref}
          waiting={waiting.get(row.ref)}
          onOpen={open}
        />
      ))}
    </ul>
  )
}
