import { ImageIcon, X } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { useAddress } from '#console/kit/form/values/use-address.ts'
import { PhoneFrame } from '#console/kit/parts/phone-frame.tsx'
import { Picture } from '#console/kit/parts/picture.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { popupPromotion } from '#contract/sections/promotion/popup-promotion.ts'

const empty = 'grid aspect-[4/5] w-full place-items-center rounded-xl bg-card text-xs text-muted-foreground'

/** Preview of the popup over the members' app while editing. */
function Preview({ values }: { values: Readonly<Record<string, unknown>> }) {
  const address = useAddress(values.banner_url)
  return (
    <PhoneFrame label={t('sections.preview')}>
      <div aria-hidden="true" className="flex flex-col gap-2 px-3 pt-6 opacity-60">
        {['h-20', 'h-6 w-2/3', 'h-24', 'h-24', 'h-24'].map((shape, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: shapes of an app that never change
          <span key={at} className={`block rounded-lg bg-card ${shape}`} />
        ))}
      </div>
      <div className="absolute inset-0 grid place-items-center bg-black/50 p-5">
        <div className="relative w-full">
          {address ? (
            <Picture src={address} alt={toText(values.title)} width={432} className="w-full rounded-xl shadow-floating" missing={empty} />
          ) : (
            <span className={empty}>
              <ImageIcon aria-hidden="true" />
            </span>
          )}
          <span
            aria-hidden="true"
            className="absolute -end-2 -top-2 grid size-7 place-items-center rounded-full bg-card text-foreground shadow-floating"
          >
            <X className="size-4" />
          </span>
        </div>
      </div>
    </PhoneFrame>
  )
}

export const screens = defineSection(popupPromotion, {
  form: ({ field, group, watch }) => (
    <>
      <div className="flex flex-col gap-5">
        {field('title', { wide: false })}
        {field('banner_url', { wide: false })}
        {field('landing_custom_id', { wide: false })}
      </div>
      {watch((values) => (
        <Preview values={values} />
      ))}
      {group(
        'audience',
        <>
          {field('segmentation')}
          {field('frequency')}
          {field('is_active')}
          {field('campaign_start_date')}
          {field('campaign_end_date')}
        </>,
      )}
    </>
  ),
})
