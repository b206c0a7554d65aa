import { Suspense } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { groupedForm } from '#console/kit/form/grouped-form.tsx'
import { ChoiceBadge } from '#console/kit/parts/choice-badge.tsx'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { formatNumber } from '#console/kit/text/format.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { landingPath } from '#contract/public-pages.ts'
import { landingPage } from '#contract/sections/promotion/landing-page.ts'
import { BlocksInput } from './landing-page/blocks-input.tsx'

const PagePanel = deferred(() => import('./landing-page/page-panel.tsx').then((module) => module.PagePanel))

const grouped = groupedForm(landingPage, () => ({ sections: { input: BlocksInput, wide: true } }))

export const screens = defineSection(landingPage, {
  form: (tools) => (
    <>
      {tools.record && (
        <Suspense fallback={<div className="h-40 animate-breathe rounded-lg bg-muted motion-reduce:animate-none sm:col-span-2" />}>
          <PagePanel record={tools.record} />
        </Suspense>
      )}
      {grouped(tools)}
    </>
  ),
  card: ({ slug, status, campaign_name, leads }) => (
    <span className="grid gap-1 pb-2 text-sm text-muted-foreground">
      <span dir="ltr" className="truncate text-start">
        {landingPath(toText(slug))}
      </span>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <ChoiceBadge value={status} field={landingPage.fields.status} />
        {campaign_name ? <span dir="auto">{toText(campaign_name)}</span> : null}
        <span className="tabular-nums">
          {t('landing-page.leads')}: {formatNumber(Number(leads ?? 0))}
        </span>
      </span>
    </span>
  ),
})
