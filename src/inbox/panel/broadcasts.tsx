import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '#console/data/api/request.ts'
import type { Room } from '#console/data/chat/rooms.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { localised } from '#console/i18n/fixed-messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { drawSentence } from '#console/kit/parts/sentence.tsx'
import { formatDateTime } from '#console/kit/text/format.ts'
import { Button } from '#console/ui/button.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import type { MessageStatus } from '#contract/chat/messages.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import type { Page } from '#contract/kit/field/paging.ts'
import { broadcastHistory } from '#contract/sections/sales/chat-platform.ts'
import { TickMark } from '../room/tick.tsx'
import { PanelCard } from './panel-card.tsx'

interface Broadcast {
  id: number
  ref: string
  template: string
  content: string
  status: MessageStatus
  sender: string | null
  created_at: string
}

const ticks = { queued: 'device', sent: 'sent', delivered: 'delivered', read: 'read', failed: 'failed' } as const
const perPage = 10

/** Templates sent to the customer, newest first. */
export function Broadcasts({ room }: { room: Room }) {
  const params = { room_id: room.ref, contact: room.customer_phone || room.ref }
  const [size, setSize] = useState(perPage)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeys.call(broadcastHistory.name, { ...params, size: String(size) }),
    queryFn: ({ signal }) => request<Page<Broadcast>>(broadcastHistory, { params, list: { ...firstPage, size }, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <PanelCard title={t('chat.broadcasts')}>
      {!data && !error && <Skeleton className="h-12" />}
      {error && !data && (
        <div className="flex items-center justify-between gap-3 text-sm">
          <span className="min-w-0 text-muted-foreground">{localised(error.message)}</span>
          <Button size="small" onClick={() => void refetch()}>
            {t('app.retry')}
          </Button>
        </div>
      )}
      {data?.data.length === 0 && <p className="text-sm text-muted-foreground">{t('chat.noBroadcasts')}</p>}
      <ul className="flex flex-col divide-y">
        {data?.data.map((sent) => (
          <li key={sent.ref} className="py-2 text-sm">
            <span className="flex items-center gap-1.5 text-xs text-muted-foreground">
              <TickMark tick={ticks[sent.status]} className="size-3.5" />
              <time dateTime={sent.created_at}>{formatDateTime(sent.created_at)}</time>
              {sent.sender && (
                <>
                  <span aria-hidden="true">·</span>
                  <bdi className="truncate">{sent.sender}</bdi>
                </>
              )}
            </span>
            <bdi dir="auto" className="line-clamp-3 [overflow-wrap:anywhere]">
              {drawSentence(sent.content)}
            </bdi>
          </li>
        ))}
      </ul>
      {data && data.data.length < data.total_record && (
        <Button className="w-full" busy={isFetching} onClick={() => setSize(size + perPage)}>
          {t('chat.olderBroadcasts')}
        </Button>
      )}
    </PanelCard>
  )
}
