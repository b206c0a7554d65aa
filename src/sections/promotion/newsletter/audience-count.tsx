import { t } from '#console/i18n/i18n.ts'
import { AudienceLine } from '#console/kit/parts/audience-line.tsx'
import { formatNumber } from '#console/kit/text/format.ts'
import { type Audience, newsletter } from '#contract/sections/promotion/newsletter.ts'

const lost = ['no_address', 'bad_address', 'duplicate', 'suppressed'] as const

function Counted({ audience }: { audience: Audience }) {
  const { gets, matched } = audience
  const others = lost.flatMap((name) => {
    const count = audience[name]
    return count ? [t(`newsletter.audience.${name}`, { shown: formatNumber(count) })] : []
  })
  if (!gets && matched === 0) return <span>{t('newsletter.audience.nobody')}</span>
  return (
    <>
      <strong className="text-base tabular-nums">{t('newsletter.audience.gets', { count: gets, shown: formatNumber(gets) })}</strong>
      <span className="text-muted-foreground tabular-nums">{t('newsletter.audience.of', { shown: formatNumber(matched) })}</span>
      {others.length > 0 && <span className="basis-full text-muted-foreground tabular-nums">{others.join(' · ')}</span>}
    </>
  )
}

/** How many people would get it now, and why others would not. */
export function AudienceCount({ segmentation }: { segmentation: unknown }) {
  return (
    <div className="sm:col-span-2">
      <AudienceLine<Audience> section={newsletter} segmentation={segmentation}>
        {(audience) => <Counted audience={audience} />}
      </AudienceLine>
    </div>
  )
}
