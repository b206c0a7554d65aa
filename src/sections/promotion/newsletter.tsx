import { Link } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { Suspense } from 'react'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import type { ConfirmSave } from '#console/kit/form/screen/use-save.ts'
import { SendingBadge } from '#console/kit/parts/choice-badge.tsx'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { formatDateTime, formatList, formatNumber } from '#console/kit/text/format.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { confirm } from '#console/ui/confirm.ts'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { newsletter } from '#contract/sections/promotion/newsletter.ts'
import { newsletterLink } from './newsletter/newsletter-link.ts'
import { WhenInput } from './newsletter/when-input.tsx'

const AudienceCount = deferred(() => import('./newsletter/audience-count.tsx').then((module) => module.AudienceCount))
const Preview = deferred(() => import('./newsletter/preview.tsx').then((module) => module.Preview))
const TestButton = deferred(() => import('./newsletter/test-button.tsx').then((module) => module.TestButton))

/** With the words of calls and refusals. */
const ReportPage = deferred(async () => {
  const words = loadMessages(['kit', 'sections', 'forms']).catch(() => undefined)
  const [module] = await Promise.all([import('./newsletter/report-page.tsx'), words])
  return module.ReportPage
})

const waiting = <Skeleton className="h-11 sm:col-span-2" />

/** Asks before a save after which mails leave. */
const confirmSave: ConfirmSave = async (values, record) => {
  const isSent = values.status === 'scheduled'
  const isSame = record?.status === 'scheduled' && toText(record.send_at) === toText(values.send_at)
  if (!isSent || isSame) return true
  const segments = Array.isArray(values.segmentation) ? values.segmentation : []
  const at = typeof values.send_at === 'string' && values.send_at ? values.send_at : null
  return confirm({
    title: at ? t('newsletter.ask.at', { at: formatDateTime(at) }) : t('newsletter.ask.now'),
    detail: t('newsletter.ask.detail', {
      subject: toText(values.subject),
      segments: formatList(segments.map((each: unknown) => choiceLabel(each, newsletter.fields.segmentation))),
    }),
    action: t(at ? 'newsletter.ask.schedule' : 'newsletter.ask.sendNow'),
    cancel: t('list.cancel'),
    close: t('app.close'),
  })
}

const cardCounts = ['sent', 'opened', 'unknown'] as const

export const screens = defineSection(newsletter, {
  columns: ({ column }) => [
    column('subject', {
      width: '28rem',
      cell: (row) => (
        <Link {...newsletterLink(row)} className="underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring">
          {toText(row.subject)}
        </Link>
      ),
    }),
    column('status', { cell: (row) => <SendingBadge row={row} fields={newsletter.fields} /> }),
  ],
  line: (row) => [
    typeof row.send_at === 'string' && formatDateTime(row.send_at),
    ...cardCounts.map((name) => (row[name] ? `${t(`newsletter.${name}`)} ${formatNumber(Number(row[name]))}` : '')),
  ],
  cardActions: (row) =>
    row.status !== 'draft' && (
      <Link {...newsletterLink(row)} aria-label={t('newsletter.report.counts')} className={buttonClass({ variant: 'quiet', size: 'icon' })}>
        <MailCheck aria-hidden="true" />
      </Link>
    ),
  form: ({ field, group, side, watch, record }) => (
    <>
      {field('subject', { wide: true })}
      {field('preheader', { wide: true })}
      {field('body')}
      {field('attachments')}
      {group(
        'sending',
        <>
          {field('segmentation')}
          <Suspense fallback={waiting}>
            {watch((values) => (
              <AudienceCount segmentation={values.segmentation} />
            ))}
          </Suspense>
          {field('status', { input: WhenInput })}
          {field('send_at')}
        </>,
      )}
      {side(
        <section className="flex flex-col gap-4 border-t pt-5">
          <h2 className="text-sm font-semibold">{t('newsletter.group.preview')}</h2>
          <Suspense fallback={waiting}>
            {watch((values) => (
              <Preview values={values} />
            ))}
            <TestButton record={record} />
          </Suspense>
        </section>,
      )}
    </>
  ),
  notified: (values) => t(values.status === 'scheduled' ? 'newsletter.saved.scheduled' : 'newsletter.saved.draft'),
  confirmSave,
  pages: { report: ReportPage },
})
