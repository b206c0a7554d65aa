import { exclusiveChoices, popupSegmentations } from '../../choices/options.ts'
import { choice, choices, dateTime, flag, image, number, text, textarea } from '../../kit/field/field.ts'
import { call } from '../../kit/section/call.ts'
import { section } from '../../kit/section/section.ts'
import { pictureTypes } from '../../lib/picture-types.ts'
import { referenceFields } from '../../parts/reference-fields.ts'

/** Why one waits: the first three for a person, the last for the service (docs/product/push-and-app.md#held). */
export const holdReasons = ['late', 'address', 'credentials', 'unavailable'] as const
export type HoldReason = (typeof holdReasons)[number]

const later = { field: 'send', is: ['later'] } as const
const content = {
  title: text({ required: true, max: 65 }),
  message: textarea({ required: true, max: 240 }),
  image: image({ maxWidth: 2_048, maxHeight: 2_048, accept: pictureTypes, maxBytes: 1_048_576 }),
  ...referenceFields,
}

/** Push notifications to the phones of a segment. There is no detail and no edit: one that was written is stopped, or written anew. */
export const pushNotification = section('push-notification', {
  path: '/console/in/v1/push-notification',
  nav: { group: 'promotion', icon: 'bell-ring' },
  permission: 'promotion',
  title: 'title',
  encoding: 'multipart',
  actions: ['create', 'get'],
  hasPage: false,
  fields: {
    ...content,
    segmentation: choices(popupSegmentations, { required: true, exclusive: exclusiveChoices }),
    send: choice(['now', 'later'], { required: true, initial: 'now' }),
    /** Of 'now' the moment of saving; moved to the morning by the quiet hours. */
    send_at: dateTime({ shownWhen: later, requiredWhen: later }),
    /** Waits for the morning. */
    quiet_hours: flag({ initial: true }),
    status: choice(['scheduled', 'sent', 'failed'], { readOnly: true, tones: { scheduled: 'info', sent: 'good', failed: 'bad' } }),
    held: choice(holdReasons, { readOnly: true, tones: { late: 'warning', address: 'bad', credentials: 'bad', unavailable: 'warning' } }),
    stopped_at: dateTime({ readOnly: true }),
    ended_at: dateTime({ readOnly: true }),
    /** Members: in the segment when sending began, reached, not reached, and who opened it. */
    recipient_count: number({ readOnly: true, integer: true }),
    sent_count: number({ readOnly: true, integer: true }),
    failed_count: number({ readOnly: true, integer: true }),
    opened_count: number({ readOnly: true, integer: true }),
    /** Of those reached: on a device, and in the inbox of their app alone. */
    delivered_count: number({ readOnly: true, integer: true }),
    inbox_count: number({ readOnly: true, integer: true }),
    /** Devices that were tried, and those whose app is gone. */
    device_count: number({ readOnly: true, integer: true }),
    retired_count: number({ readOnly: true, integer: true }),
  },
  groups: [
    { fields: ['title', 'message', 'image'] },
    { title: 'reference', fields: ['reference_type', 'reference_url', 'content_id', 'event_id', 'onlineclass_id'] },
    { title: 'audience', fields: ['segmentation', 'send', 'send_at', 'quiet_hours'] },
  ],
  list: {
    columns: [
      'title',
      'segmentation',
      'status',
      '-held',
      'send_at',
      'delivered_count',
      'inbox_count',
      'opened_count',
      '-sent_count',
      '-failed_count',
      '-recipient_count',
      '-device_count',
      '-retired_count',
      '-message',
      '-ended_at',
      '-stopped_at',
      '~created_at',
      '-created_by',
    ],
    search: ['title', 'message'],
    filters: ['status', 'segmentation', 'held'],
    dates: ['send_at', 'created_at'],
    sort: 'created_at desc',
  },
  calls: {
    /** Members and devices in these segments now. */
    audience: {
      route: 'GET /audience',
      query: { segmentation: text({ required: true, max: 200 }) },
      reply: {
        of: 'object',
        fields: { members: number({ required: true, integer: true }), devices: number({ required: true, integer: true }) },
      },
      silent: true,
    },
    /** The rest is not sent. */
    stop: { route: 'POST /{id}/stop', placement: 'record', when: { field: 'status', is: ['scheduled'] }, confirm: true },
    /** A person decides to go on. */
    resume: {
      route: 'POST /{id}/resume',
      placement: 'record',
      when: { field: 'held', is: ['late', 'address', 'credentials'] },
      confirm: true,
    },
  },
  wire: { detail: 'list', commas: ['segmentation'] },
})

/** Shows it to oneself: on the browsers in which one has alerts, and on phones of the member with one's own address or phone. No counts. */
export const pushNotificationTest = call({
  name: 'push-notification.test',
  section: 'push-notification',
  kind: 'mutation',
  method: 'POST',
  path: '/console/in/v1/push-notification/test',
  permission: 'create promotion',
  encoding: 'multipart',
  body: content,
  reply: {
    of: 'object',
    fields: { browsers: number({ required: true, integer: true }), devices: number({ required: true, integer: true }) },
  },
  silent: true,
})
