import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { Fragment } from 'react'
import { type Owned, OwnedClasses } from '#console/commerce/owned-classes.tsx'
import { type Product, Products, productsOf } from '#console/commerce/products.tsx'
import { hasNoConnection } from '#console/data/api/api-error.ts'
import { request } from '#console/data/api/request.ts'
import { useAccess } from '#console/data/api/session.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { Failed } from '#console/kit/list/table/no-rows.tsx'
import { Skeleton } from '#console/kit/list/table/states.tsx'
import { formatDate, formatNumber } from '#console/kit/text/format.ts'
import { callLabel } from '#console/kit/text/labels.ts'
import { detailLink } from '#console/kit/text/section-link.ts'
import { Button } from '#console/ui/button.tsx'
import type { RowOf } from '#contract/kit/field/field.ts'
import { mayCall } from '#contract/kit/section/call.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { type accountFields, type entryFields, member } from '#contract/sections/member/member.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'

const correction = sectionCall(member, 'memberships')

type Entry = RowOf<typeof entryFields>
/** Without entries: the cached form. */
type Shown = Pick<Product, 'product' | 'type'> & { expires_on: string | null; entries?: readonly Entry[] }
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

const isTurn = ({ kind }: Entry) => kind === 'void' || kind === 'unvoid'

/** Origin of an entry: the order, linked where permitted, the days of a leave, and a note. */
function About({ entry }: { entry: Entry }) {
  const { source, order_number, order_id, leave_start, leave_end, reason, created_by } = entry
  const leave = leave_start && leave_end && `${formatDate(leave_start)} – ${formatDate(leave_end)}`
  const from = !order_number && !leave && sources[source]?.()
  const texts = Object.entries({ from, leave, reason, created_by }).filter(([, text]) => text)
  return (
    <span className="block break-words text-muted-foreground">
      {order_number &&
        (order_id ? (
          <Link
            {...detailLink(transaction.name, String(order_id))}
            className="text-primary-text underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring"
          >
            <bdi>{order_number}</bdi>
          </Link>
        ) : (
          <bdi>{order_number}</bdi>
        ))}
      {texts.map(([name, text], index) => (
        <Fragment key={name}>
          {(order_number || index > 0) && ' · '}
          <bdi>{text}</bdi>
        </Fragment>
      ))}
    </span>
  )
}

/** Old and new end of a membership, and the days without one in between. */
function Moved({ entry: { before, after, gap } }: { entry: Entry }) {
  if (!after) return before && <span>{t('member.noAccess')}</span>
  const hasMoved = before !== null && before !== undefined && before !== after
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 tabular-nums">
      {hasMoved && (
        <>
          {formatDate(before)}
          <ArrowRight aria-label={t('member.movedTo')} className="size-3.5 shrink-0 text-muted-foreground rtl:rotate-180" />
        </>
      )}
      {hasMoved ? formatDate(after) : t('member.until', { date: formatDate(after) })}
      {gap > 0 && <span className="text-warning-text">· {t('member.gap', { days: gap })}</span>}
    </span>
  )
}

function Line({ entry }: { entry: Entry }) {
  const { kind, on, days, is_voided, target } = entry
  const look = is_voided ? 'text-muted-foreground' : ''
  const struck = is_voided ? 'line-through' : ''
  return (
    <li
      className={`grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 py-2.5 text-sm sm:grid-cols-[9rem_1fr_auto] ${look}`}
      {...(is_voided && { 'data-voided': '' })}
    >
      <time dateTime={on} className="text-muted-foreground tabular-nums max-sm:order-last max-sm:col-span-2">
        {formatDate(on)}
      </time>
      <span className="flex min-w-0 flex-col gap-0.5">
        <span>
          <span className={struck}>{kind === 'leave' && target ? t('member.entry.change') : words[kind]()}</span>
          {is_voided && <span> · {t('member.voided')}</span>}
        </span>
        <Moved entry={entry} />
        <About entry={entry} />
      </span>
      {!isTurn(entry) && <span className={`text-end font-medium tabular-nums ${struck}`}>{signed(days)}</span>}
    </li>
  )
}

/** Timeline of each product of a member: its end, and what moved it, latest first. */
export function Memberships({ record }: { record: AnyRow }) {
  useLocale()
  const call = sectionCall(member, 'timeline')
  const { data, error, refetch, fetchStatus } = useQuery({
    queryKey: queryKeys.call(call.name, { ref: record.ref, version: record.version }),
    queryFn: ({ signal }) => request<{ accounts: Account[]; owned?: Owned[] }>(call, { params: { id: record.ref }, signal }),
  })
  const mayCorrect = mayCall(correction, useAccess())
  const correct = async ({ product, type, expires_on }: Shown) =>
    (await import('#console/kit/calls/call-buttons.tsx')).startCall(member, 'memberships', [record], { product, type, expires_on })
  const isOffline = hasNoConnection({ error, fetchStatus })
  // Ends are cached with the member; entries come from the server.
  const known = isOffline ? productsOf(record.products) : []
  const accounts: readonly Shown[] | undefined = data?.accounts ?? (known.length ? known : undefined)
  if (!accounts && (error || isOffline)) return <Failed message={error?.message ?? ''} offline={isOffline} onRetry={() => void refetch()} />
  if (!accounts) return <Skeleton columns={[]} size={4} cards />
  return (
    <div className="flex flex-col gap-6 px-4 pb-8">
      {!data && (
        <p role="status" className="text-sm text-muted-foreground">
          {t('member.endsOnly')}
        </p>
      )}
      {accounts.length === 0 && (
        <p role="status" className="rounded-md border px-4 py-10 text-center text-sm text-muted-foreground">
          {t('member.noProducts')}
        </p>
      )}
      {accounts.map(({ entries = [], ...account }) => (
        <section key={`${account.product} ${account.type}`} className="rounded-lg border">
          <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-3">
            <h2 className="font-semibold">{account.type === 'VIP' ? `${account.product} VIP` : account.product}</h2>
            <Products value={[account]} empty={null} bare />
            {account.expires_on && (
              <span className="ms-auto text-sm text-muted-foreground tabular-nums">
                {t('member.until', { date: formatDate(account.expires_on) })}
              </span>
            )}
            {mayCorrect && (
              <Button size="small" aria-haspopup="dialog" onClick={() => void correct(account)}>
                {callLabel('memberships', member.name)}
              </Button>
            )}
          </header>
          {entries.length > 0 && (
            <ol className="divide-y px-4" aria-label={`${account.product} ${account.type}, ${formatNumber(entries.length)}`}>
              {entries.map((entry) => (
                <Line key={entry.position} entry={entry} />
              ))}
            </ol>
          )}
        </section>
      ))}
      {data?.owned && data.owned.length > 0 && (
        <section className="rounded-lg border">
          <h2 className="border-b px-4 py-3 font-semibold">{t('member.owned')}</h2>
          <div className="px-4">
            <OwnedClasses owned={data.owned} />
          </div>
        </section>
      )}
    </div>
  )
}
