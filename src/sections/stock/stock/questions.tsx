import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ApiError } from '#console/data/api/api-error.ts'
import { listOptions } from '#console/data/query/queries.ts'
import { useLive } from '#console/data/start/live.ts'
import { localised } from '#console/i18n/fixed-messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { Failed } from '#console/kit/list/table/no-rows.tsx'
import { drawSentence } from '#console/kit/parts/sentence.tsx'
import { formatDateTime, formatNumber } from '#console/kit/text/format.ts'
import { listLink } from '#console/kit/text/section-link.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'
import { chatsLink } from '../tanya-saham/chats-link.ts'

const shown = 50

/** Questions about a stock, newest first; each links to its chat, and the end of a long list to all. */
export function Questions({ record }: { record: AnyRow }) {
  const code = toText(record.code)
  useLive([tanyaSaham.name])
  const asked = {
    ...firstPage,
    size: shown,
    sort: { field: 'last_message_at', direction: 'desc' as const },
    filters: [{ field: 'asked_code', values: [code] }],
  }
  const { data, error, refetch } = useQuery(listOptions(tanyaSaham, asked))
  if (error && !data) {
    const offline = !(error instanceof ApiError) || error.offline
    return <Failed message={localised(error.message)} offline={offline} onRetry={() => void refetch()} />
  }
  if (!data) return <Skeleton className="m-4 h-40" />
  if (!data.data.length) return <p className="p-4 text-sm text-muted-foreground">{t('stock.questions.none')}</p>
  return (
    <>
      <ul aria-label={t('stock.questions')} className="divide-y divide-border/60">
        {data.data.map((chat) => (
          <li key={chat.ref}>
            <Link
              {...listLink(tanyaSaham.name, { open: chat.ref })}
              className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-sm -outline-offset-2 hover:bg-muted"
            >
              <bdi className="font-medium">{toText(chat.member_name)}</bdi>
              <span dir="auto" className="min-w-0 flex-1 basis-60 truncate text-muted-foreground">
                {drawSentence(toText(chat.last_message))}
              </span>
              <time dateTime={toText(chat.last_message_at)} className="text-xs text-muted-foreground tabular-nums">
                {formatDateTime(toText(chat.last_message_at))}
              </time>
            </Link>
          </li>
        ))}
      </ul>
      {data.total_record > data.data.length && (
        <Link {...chatsLink({ asked_code: code })} className={buttonClass({ className: 'm-4' })}>
          {t('stock.questions.all', { count: formatNumber(data.total_record) })}
        </Link>
      )}
    </>
  )
}
