import { defineSection } from '#console/kit/define-section.tsx'
import { forYou } from '#contract/sections/content/for-you.ts'
import { PopupPreview } from './for-you/popup-preview.tsx'

export const screens = defineSection(forYou, {
  form: ({ field, group, watch }) => (
    <>
      {field('title', { wide: true })}
      {field('campaign_start')}
      {field('campaign_end')}
      {field('no_campaign_end')}
      {field('type')}
      {field('member_type')}
      {group(
        'popup',
        <>
          <div className="flex flex-col gap-5">
            {field('gambar', { wide: false })}
            {field('message', { wide: false })}
            {field('with_button')}
            {field('button_title')}
          </div>
          {watch((values) => (
            <PopupPreview values={values} />
          ))}
        </>,
      )}
      {group(
        'reference',
        <>
          {field('content_type')}
          {field('reference_type')}
          {field('reference_url', { wide: true })}
          {field('content_id', { wide: true })}
          {field('event_id', { wide: true })}
          {field('onlineclass_id', { wide: true })}
        </>,
      )}
    </>
  ),
})
