import { Link } from '@tanstack/react-router'
import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { groupedForm } from '#console/kit/form/grouped-form.tsx'
import { formatDate, formatRupiah } from '#console/kit/text/format.ts'
import { editLink } from '#console/kit/text/section-link.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { analysis } from '#contract/sections/stock/analysis.ts'

const amount = (value: unknown) => (typeof value === 'number' ? formatRupiah(value) : '')

function alertText({ alert_level, alert_direction, alert_fired_on }: AnyRow): string | null {
  if (typeof alert_level !== 'number') return null
  if (typeof alert_fired_on === 'string') return t('analysis.fired', { price: amount(alert_level), date: formatDate(alert_fired_on) })
  return t(alert_direction === 'down' ? 'analysis.armedDown' : 'analysis.armedUp', { price: amount(alert_level) })
}

/** The price since saving: its level, alert and breakout; and the post made from it. */
function PricePanel({ record }: { record: AnyRow }) {
  const { level, close_price, is_breakout, breakout_suggested, alert_fired_on, post_id } = record
  const alert = alertText(record)
  return (
    <div className="flex flex-col gap-1 rounded-lg bg-muted px-3 py-2 text-sm tabular-nums sm:col-span-2">
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <span>
          {t('analysis.level')} <b className="font-semibold">{amount(level) || '–'}</b>
        </span>
        <span>
          {t('analysis.close_price')} <b className="font-semibold">{amount(close_price) || '–'}</b>
        </span>
        {typeof post_id === 'number' && (
          <Link {...editLink('post', String(post_id))} className="font-medium underline underline-offset-2">
            {t('analysis.openPost')}
          </Link>
        )}
      </p>
      {alert && <p className={alert_fired_on ? 'text-warning-text' : 'text-muted-foreground'}>{alert}</p>}
      {breakout_suggested === true && is_breakout !== true && <p className="text-primary-text">{t('analysis.suggested')}</p>}
    </div>
  )
}

const fields = groupedForm(analysis)

export const screens = defineSection(analysis, {
  live: [analysis.name],
  form: (tools) => (
    <>
      {tools.record && <PricePanel record={tools.record} />}
      {fields(tools)}
    </>
  ),
})
