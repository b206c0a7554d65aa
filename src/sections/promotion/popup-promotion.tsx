import { defineSection } from '#console/kit/define-section.tsx'
import { popupPromotion } from '#contract/sections/promotion/popup-promotion.ts'
import { Preview } from './popup-promotion/preview.tsx'

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
