import { defineSection } from '#console/kit/define-section.tsx'
import { campaign } from '#contract/sections/promotion/campaign.ts'

export const screens = defineSection(campaign, {
  columns: ({ column }) => [column('name', { link: true })],
  form: ({ field, group }) => (
    <>
      {field('name', { wide: true })}
      {field('channel')}
      {field('status')}
      {field('start')}
      {field('end')}
      {field('budget')}
      {field('sales')}
      {group(
        'sections.utm',
        <>
          {field('utm_source')}
          {field('utm_medium')}
          {field('utm_campaign')}
        </>,
      )}
    </>
  ),
})
