import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, CloudOff, Mail, Pencil } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { hasNoConnection } from '#console/data/api/api-error.ts'
import { oneOptions } from '#console/data/query/queries.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { CallButtons } from '#console/kit/calls/call-buttons.tsx'
import { ChoiceBadge } from '#console/kit/parts/choice-badge.tsx'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { PageSkeleton } from '#console/kit/parts/page-skeleton.tsx'
import { RetryButton } from '#console/kit/parts/retry-button.tsx'
import { formatDateTime, formatNumber, formatPercent } from '#console/kit/text/format.ts'
import { useMay } from '#console/kit/text/permissions.ts'
import { listLink } from '#console/kit/text/section-link.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { Progress } from '#console/ui/progress.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { percentOf } from '#contract/lib/percent.ts'
import { deliveredOf, newsletter, newsletterHolds } from '#contract/sections/promotion/newsletter.ts'
import { draftLink, isEditable } from './newsletter-link.ts'
import { Recipients } from './recipients.tsx'
import { Unknown } from './unknown.tsx'

const Preview = deferred(() => import('./preview.tsx').then((module) => module.Preview))

/** Milliseconds between reads while mails leave. */
const sendingPause = 2_000

const outcomes = ['sent', 'queued', 'failed', 'unknown', 'suppressed', 'stopped', 'skipped'] as const
const countOf = (row: AnyRow, name: string) => Number(row[name] ?? 0)

/** The newsletter, read again while mails leave; its recipients with it whenever a count changes. */
function useNewsletter(id: string) {
  const query = useQuery({
    ...oneOptions(newsletter, id),
    refetchInterval: ({ state }) => (state.data?.status === 'sending' ? sendingPause : false),
  })
  const counts =
    query.data &&
    [...outcomes, 'opened', 'machine_opened', 'clicked', 'machine_clicked', 'unsubscribed', 'bounced', 'complained']
      .map((name) => countOf(query.data, name))
      .join()
  useEffect(() => {
    if (counts) void queryClient.invalidateQueries({ queryKey: queryKeys.calls(sectionCall(newsletter, 'recipients').name) })
  }, [counts])
  return query
}

function Count({ name, value, help }: { name: string; value: number; help?: string }) {
  return (
    <div className="grid content-start gap-0.5 rounded-lg border bg-card px-3 py-2.5">
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="text-xl font-semibold tabular-nums">{formatNumber(value)}</dd>
      {help && <dd className="text-xs text-muted-foreground">{help}</dd>}
    </div>
  )
}

const grid = 'grid grid-cols-2 gap-2 sm:grid-cols-3'

function Counts({ row }: { row: AnyRow }) {
  const total = countOf(row, 'matched') - countOf(row, 'suppressed') - countOf(row, 'skipped')
  const done = total - countOf(row, 'queued')
  const delivered = deliveredOf({ sent: countOf(row, 'sent'), bounced: countOf(row, 'bounced') })
  const rate = (name: string) => {
    const percent = percentOf(countOf(row, name), delivered)
    return percent === null ? '' : t('newsletter.report.rate', { rate: formatPercent(percent), total: formatNumber(delivered) })
  }
  return (
    <>
      <section className="grid gap-3" aria-labelledby="newsletter-counts">
        <h2 id="newsletter-counts" className="text-sm font-semibold">
          {t('newsletter.report.counts')}
        </h2>
        {row.status === 'sending' && total > 0 && (
          <div className="grid gap-1.5">
            <p className="text-sm tabular-nums">
              {t('newsletter.report.progress', { done: formatNumber(done), total: formatNumber(total) })}
            </p>
            <Progress value={(done / total) * 100} label={t('newsletter.report.counts')} />
          </div>
        )}
        <dl className={grid}>
          <Count name={t('newsletter.matched')} value={countOf(row, 'matched')} />
          {outcomes.map((name) =>
            countOf(row, name) || name === 'sent' ? <Count key={name} name={t(`newsletter.${name}`)} value={countOf(row, name)} /> : null,
          )}
          <Count name={t('newsletter.report.delivered')} value={delivered} />
          {(['bounced', 'complained', 'unsubscribed'] as const).map((name) =>
            countOf(row, name) ? (
              <Count key={name} name={t(`newsletter.${name}`)} value={countOf(row, name)} help={name === 'bounced' ? '' : rate(name)} />
            ) : null,
          )}
        </dl>
      </section>
      <section className="grid gap-3" aria-labelledby="newsletter-opens">
        <h2 id="newsletter-opens" className="text-sm font-semibold">
          {t('newsletter.report.opens')}
        </h2>
        <dl className={grid}>
          <Count name={t('newsletter.report.byPeople')} value={countOf(row, 'opened')} help={rate('opened')} />
          <Count
            name={t('newsletter.report.byMachines')}
            value={countOf(row, 'machine_opened')}
            help={t('newsletter.report.machinesHelp')}
          />
        </dl>
      </section>
      <section className="grid gap-3" aria-labelledby="newsletter-clicks">
        <h2 id="newsletter-clicks" className="text-sm font-semibold">
          {t('newsletter.report.clicks')}
        </h2>
        <dl className={grid}>
          <Count name={t('newsletter.report.byPeople')} value={countOf(row, 'clicked')} help={rate('clicked')} />
          <Count name={t('newsletter.report.byMachines')} value={countOf(row, 'machine_clicked')} />
        </dl>
      </section>
    </>
  )
}

function Held({ row }: { row: AnyRow }) {
  const reason = newsletterHolds.find((each) => each === row.held)
  return reason ? (
    <Alert tone={reason === 'mail_down' || reason === 'refusals' ? 'danger' : 'warning'}>{t(`newsletter.hold.${reason}`)}</Alert>
  ) : null
}

/** Of a newsletter whose text still changes. */
function Before({ row }: { row: AnyRow }) {
  if (row.status === 'draft') return <Alert>{t('newsletter.report.draft')}</Alert>
  return row.held ? null : <Alert>{t('newsletter.report.scheduled', { at: formatDateTime(toText(row.send_at)) })}</Alert>
}

function Content({ row }: { row: AnyRow }) {
  const [isShown, setShown] = useState(false)
  return (
    <section className="grid gap-3">
      <Button className="justify-self-start" repeats aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        <Mail />
        {t('newsletter.report.content')}
      </Button>
      {isShown && (
        <Suspense fallback={<div className="h-64 animate-breathe rounded-lg bg-muted motion-reduce:animate-none" />}>
          <Preview values={row} />
        </Suspense>
      )}
    </section>
  )
}

/** What became of a newsletter: states, openings, everybody who was to get it, and what a person has to decide. */
export function ReportPage({ id }: { id: string }) {
  useLocale()
  const may = useMay(newsletter)
  const { data: row, error, fetchStatus, refetch } = useNewsletter(id)
  const isOffline = hasNoConnection({ error, fetchStatus })
  useTitle(row ? t('newsletter.report.title', { subject: toText(row.subject) }) : '')
  if (!row) {
    if (!error && !isOffline) return <PageSkeleton />
    return (
      <EmptyState alone icon={isOffline ? CloudOff : Mail} title={t(isOffline ? 'newsletter.report.offline' : 'newsletter.report.failed')}>
        <RetryButton onRetry={() => void refetch()} />
      </EmptyState>
    )
  }
  const hasBegun = !isEditable(row)
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 pt-4 pb-8">
      <header className="flex flex-wrap items-center gap-2">
        <Link
          {...listLink('newsletter')}
          aria-label={t('kit.backToList')}
          className={`${buttonClass({ variant: 'quiet', size: 'icon' })} -ms-2`}
        >
          <ArrowLeft className="rtl:rotate-180" />
        </Link>
        <h1 dir="auto" className="min-w-0 flex-1 break-words text-xl font-semibold">
          {toText(row.subject)}
        </h1>
        <div className="flex basis-full flex-wrap items-center gap-2">
          <ChoiceBadge value={row.status} field={newsletter.fields.status} />
          <ChoiceBadge value={row.held} field={newsletter.fields.held} />
          {!hasBegun && may.update && (
            <Link {...draftLink(row)} className={buttonClass({})}>
              <Pencil />
              {t('newsletter.report.edit')}
            </Link>
          )}
          <CallButtons section={newsletter} on="record" rows={[row]} />
        </div>
      </header>
      {isOffline && <p className="text-sm text-muted-foreground">{t('connection.none')}</p>}
      <Held row={row} />
      {hasBegun ? <Counts row={row} /> : <Before row={row} />}
      {countOf(row, 'unknown') > 0 && <Unknown row={row} mayDecide={may.update} />}
      {/* A row of the list has no text. */}
      {Object.hasOwn(row, 'body') && <Content row={row} />}
      {hasBegun && <Recipients row={row} />}
    </div>
  )
}
