import { Suspense } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { groupedForm } from '#console/kit/form/grouped-form.tsx'
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
  line: ({ slug, campaign_name, leads }) => [
    `${t('landing-page.leads')}: ${formatNumber(Number(leads ?? 0))}`,
    <bdi key="path" dir="ltr">
      {landingPath(toText(slug))}
    </bdi>,
    toText(campaign_name),
  ],
})
