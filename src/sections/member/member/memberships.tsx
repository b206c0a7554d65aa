import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#console/data/api-error.ts'
import { queryKeys } from '#console/data/query-keys.ts'
import { request } from '#console/data/request.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { formatDate, formatNumber } from '#console/kit/format.ts'
import { Failed, Skeleton } from '#console/kit/list/states.tsx'
import type { RowOf } from '#contract/kit/field.ts'
import type { AnyRow } from '#contract/kit/section.ts'
import { sectionCall } from '#contract/kit/section-calls.ts'
import { type accountFields, type entryFields, member } from '#contract/sections/member/member.ts'
import { Products } from './products.tsx'

type Entry = RowOf<typeof entryFields>
interface Account extends RowOf<Omit<typeof accountFields, 'entries'>> {
  entries: readonly Entry[]
}

const words = {
  grant: () => t('member.entry.grant'),
  leave: () => t('member.entry.leave'),
  adjust: () => t('member.entry.adjust'),
  void: () => t('member.entry.void'),
  unvoid: () => t('member.entry.unvoid'),
} as const satisfies Record<Entry['kind'], () => string>

const sources: Readonly<Record<string, () => string>> = {
  order: () => t('member.source.order'),
  leave: () => t('member.source.leave'),
  import: () => t('member.source.import'),
  hand: () => t('member.source.hand'),
}

const signed = (days: number) => `${days > 0 ? '+' : days < 0 ? '−' : ''}${t('member.entryDays', { days: Math.abs(days) })}`

function Line({ entry }: { entry: Entry }) {
  const { kind, on, days, source, reason, created_by } = entry
  const about = [sources[source]?.(), reason, created_by].filter(Boolean).join(' · ')
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 py-2.5 text-sm sm:grid-cols-[9rem_1fr_auto]">
      <time dateTime={on} className="text-muted-foreground tabular-nums max-sm:order-last max-sm:col-span-2">
        {formatDate(on)}
      </time>
      <span className="min-w-0">
        {words[kind]()}
        {about && <span className="block truncate text-muted-foreground">{about}</span>}
      </span>
      {kind !== 'void' && kind !== 'unvoid' && <span className="text-end font-medium tabular-nums">{signed(days)}</span>}
    </li>
  )
}

/** Every product of a member as a timeline: its end, and what moved it, the latest first. */
export function Memberships({ record }: { record: AnyRow }) {
  useLocale()
  const call = sectionCall(member, 'timeline')
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.call(call.name, { ref: record.ref, version: record.version }),
    queryFn: ({ signal }) => request<{ accounts: Account[] }>(call, { params: { id: record.ref }, signal }),
  })
  if (!data && error)
    return <Failed message={error.message} offline={error instanceof ApiError && error.offline} onRetry={() => void refetch()} />
  if (!data) return <Skeleton columns={[]} size={4} cards />
  return (
    <div className="mx-auto flex w-full max-w-[54rem] flex-col gap-6 px-4 pb-8">
      {data.accounts.length === 0 && (
        <p role="status" className="rounded-md border px-4 py-10 text-center text-sm text-muted-foreground">
          {t('member.noProducts')}
        </p>
      )}
      {data.accounts.map(({ entries, ...account }) => (
        <section key={`${account.product} ${account.type}`} className="rounded-lg border">
          <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-3">
            <h2 className="font-semibold">{account.type === 'VIP' ? `${account.product} VIP` : account.product}</h2>
            <Products value={[account]} empty={null} bare />
            {account.expires_on && (
              <span className="ms-auto text-sm text-muted-foreground tabular-nums">
                {t('member.until', { date: formatDate(account.expires_on) })}
              </span>
            )}
          </header>
          <ol className="divide-y px-4" aria-label={`${account.product} ${account.type}, ${formatNumber(entries.length)}`}>
            {entries.map((entry) => (
              <Line key={entry.position} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}
