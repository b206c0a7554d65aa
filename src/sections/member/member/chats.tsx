import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { hasNoConnection } from '#console/data/api/api-error.ts'
import { useStore } from '#console/data/base/store.ts'
import { roomsStore } from '#console/data/chat/memory.ts'
import { startChat } from '#console/data/chat/start.ts'
import { readPage } from '#console/data/query/queries.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { Failed } from '#console/kit/list/table/no-rows.tsx'
import { Skeleton } from '#console/kit/list/table/states.tsx'
import { drawSentence } from '#console/kit/parts/sentence.tsx'
import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import { formatDateTime } from '#console/kit/text/format.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { editLink } from '#console/kit/text/section-link.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import { listCall } from '#contract/kit/section/read-calls.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'

type Room = AnyRow & Record<string, unknown>
const most = 100
const call = listCall(chatPlatform)

function Line({ room }: { room: Room }) {
  const { ref, last_message, last_message_at: at, whatsapp_number_name, assignee_sales_name, status, contact_name, customer_name } = room
  return (
    <li className="relative flex min-h-14 items-center gap-3 px-4 py-2.5 text-sm hover:bg-muted/70">
      <span className="min-w-0 flex-1">
        <Link
          {...editLink(chatPlatform.name, ref)}
          className="block truncate font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-ring"
        >
          <bdi>{toText(contact_name || customer_name || whatsapp_number_name || '')}</bdi>
        </Link>
        <span dir="auto" className="block truncate text-muted-foreground">
          {drawSentence(toText(last_message))}
        </span>
        <span className="block truncate text-xs text-muted-foreground">
          {[typeof at === 'string' && formatDateTime(at), whatsapp_number_name, assignee_sales_name || choiceLabel(0)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <StatusBadge value={status} />
    </li>
  )
}

/** Rooms with a member's phone number, newest first; offline, the cached ones. */
export function Chats({ record }: { record: AnyRow & { phone?: unknown } }) {
  useLocale()
  useEffect(startChat, [])
  const phone = toText(record.phone)
  const { data, error, fetchStatus, refetch } = useQuery({
    queryKey: queryKeys.call(call.name, { customer_phone: phone }),
    queryFn: ({ signal }) => readPage(call, { ...firstPage, size: most, filters: [{ field: 'customer_phone', values: [phone] }] }, signal),
  })
  const held = useStore(roomsStore, ({ rooms: kept }) => kept)
  const isOffline = hasNoConnection({ error, fetchStatus })
  const here = useMemo(() => [...held.values()].filter((room) => room.customer_phone === phone), [held, phone])
  const rooms: readonly Room[] | undefined = data?.data ?? (isOffline && here.length ? here : undefined)
  if (!rooms && (error || isOffline)) return <Failed message={error?.message ?? ''} offline={isOffline} onRetry={() => void refetch()} />
  if (!rooms) return <Skeleton columns={[]} size={3} cards />
  return (
    <div className="px-4 pb-8">
      {rooms.length === 0 ? (
        <p role="status" className="rounded-md border px-4 py-10 text-center text-sm text-muted-foreground">
          {t('member.noChats')}
        </p>
      ) : (
        <ul aria-label={t('nav.chat-platform')} className="divide-y overflow-hidden rounded-lg border">
          {rooms.map((room) => (
            <Line key={room.ref} room={room} />
          ))}
        </ul>
      )}
    </div>
  )
}
