import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import type { ConfirmSave } from '#console/kit/form/screen/use-save.ts'
import { SendingBadge } from '#console/kit/parts/choice-badge.tsx'
import { formatDateTime, formatList } from '#console/kit/text/format.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { confirm } from '#console/ui/confirm.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { pushNotification } from '#contract/sections/promotion/push-notification.ts'
import { AudienceNote, findMorning } from './push-notification/audience-note.tsx'
import { PushPreview } from './push-notification/push-preview.tsx'
import { TestButton } from './push-notification/test-button.tsx'

/** A push that is saved is sent: at once, or by itself at its time. */
const confirmSave: ConfirmSave = (values) => {
  const at = findMorning(values) ?? (values.send === 'later' ? toText(values.send_at) : '')
  const segments = Array.isArray(values.segmentation) ? values.segmentation : []
  return confirm({
    title: at ? t('push-notification.ask.at', { at: formatDateTime(at) }) : t('push-notification.ask.now'),
    detail: t('push-notification.ask.detail', {
      title: toText(values.title),
      segments: formatList(segments.map((each: unknown) => choiceLabel(each, pushNotification.fields.segmentation))),
    }),
    action: t(at ? 'push-notification.ask.schedule' : 'push-notification.ask.sendNow'),
    cancel: t('list.cancel'),
    close: t('app.close'),
  })
}

export const screens = defineSection(pushNotification, {
  live: [pushNotification.name],
  columns: ({ column }) => [
    column('title'),
    column('segmentation'),
    column('status', { cell: (row) => <SendingBadge row={row} fields={pushNotification.fields} /> }),
  ],
  line: (row) => [
    formatDateTime(toText(row.send_at)),
    ...(row.status === 'scheduled'
      ? []
      : [
          t('push-notification.delivered', { count: Number(row.delivered_count), inbox: Number(row.inbox_count) }),
          t('push-notification.opened', { count: Number(row.opened_count) }),
        ]),
    toText(row.message),
  ],
  confirmSave,
  form: ({ field, group, watch }) => (
    <>
      <div className="flex flex-col gap-5">
        {field('title', { wide: false })}
        {field('message', { wide: false })}
        {field('image', { wide: false })}
      </div>
      <div className="flex flex-col items-center gap-4">
        {watch((values) => (
          <PushPreview values={values} />
        ))}
        {watch((values) => (
          <TestButton values={values} />
        ))}
      </div>
      {group(
        'reference',
        <>
          {field('reference_type')}
          {field('reference_url')}
          {field('content_id')}
          {field('event_id')}
          {field('onlineclass_id')}
        </>,
      )}
      {group(
        'audience',
        <>
          {field('segmentation')}
          {watch((values) => (
            <AudienceNote values={values} />
          ))}
          {field('send')}
          {field('send_at')}
          {field('quiet_hours')}
        </>,
      )}
    </>
  ),
})
