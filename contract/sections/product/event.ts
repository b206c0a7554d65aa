import { feeTypes, segmentations } from '../../choices/options.ts'
import {
  choice,
  choices,
  dateTime,
  type Fields,
  image,
  money,
  number,
  reference,
  richText,
  rows,
  slug,
  text,
  url,
} from '../../kit/field/field.ts'
import type { Rule } from '../../kit/field/rule.ts'
import type { AnyRow } from '../../kit/section/section.ts'
import { section } from '../../kit/section/section.ts'
import { exportFormats } from '../../kit/section/sheet.ts'
import { pictureTypes } from '../../lib/picture-types.ts'
import { doorFields } from '../../parts/door-fields.ts'
import { highlightCalls } from '../../parts/highlight-calls.ts'

export const eventLocations = ['Zoom', 'Instagram Live', 'YouTube Live', 'TikTok Live'] as const
export const eventVisibilities = ['publish', 'private'] as const
/** Maximum highlighted events. */
export const maxEventHighlights = 50
/** Maximum hours that a reminder precedes its event. */
export const maxReminderHours = 720

const paid = { field: 'fee_type', is: ['paid'] } as const

const endsAfterStart = {
  field: 'end_at',
  code: 'after_start',
  test: ({ start_at, end_at }) =>
    typeof start_at !== 'string' || typeof end_at !== 'string' || !start_at || !end_at || Date.parse(end_at) > Date.parse(start_at),
} as const satisfies Rule

const fields = {
  title: text({ required: true, max: 160 }),
  /** Made from the title if empty. */
  slug: slug({ from: 'title', unique: true }),
  cover: image({ maxWidth: 1920, maxHeight: 1920, accept: pictureTypes, maxBytes: 10_000_000 }),
  location: choice(eventLocations, { required: true }),
  link: url({ required: true }),
  start_at: dateTime({ required: true }),
  end_at: dateTime({ required: true }),
  speaker: text({ max: 160 }),
  /** Seats; empty: any number. */
  quota: number({ integer: true, min: 1, max: 100_000 }),
  /** Seats of registered participants. */
  taken: number({ readOnly: true, required: true, integer: true }),
  /** Seats kept for those who were offered one. */
  offered: number({ readOnly: true, required: true, integer: true }),
  fee_type: choice(feeTypes, { made: true, initial: 'free' }),
  price: money({ min: 1, max: 1_000_000_000, shownWhen: paid, requiredWhen: paid }),
  description: richText({ max: 20_000 }),
  audience: choices(segmentations, { exclusive: ['all'], initial: ['all'] }),
  visibility: choice(eventVisibilities, { made: true, initial: 'private', tones: { publish: 'good', private: 'neutral' } }),
  /** Hours before the start at which participants are reminded. */
  reminders: rows({ hours: number({ required: true, integer: true, min: 1, max: maxReminderHours }) }, { max: 10 }),
  status: choice(['coming', 'running', 'ended'], { readOnly: true, tones: { coming: 'info', running: 'good' } }),
  /** Opens the public page of a private event (docs/product/events.md#public-page). */
  page_key: text({ readOnly: true }),
  /** Position among highlights; null for others. */
  highlight: number({ readOnly: true, integer: true }),
  /** The event whose questions a new one gets. */
  duplicate_of: reference({ to: 'event', made: true }),
} as const satisfies Fields

/** What a copy has of its own: nobody sees it yet, and dates that are past are to be chosen again (docs/product/events.md#duplicate). */
export function duplicateEvent({ id, start_at, end_at }: AnyRow, now: Date): Record<string, unknown> {
  const isPast = (value: unknown) => typeof value !== 'string' || Date.parse(value) <= now.getTime()
  return {
    visibility: 'private',
    duplicate_of: id,
    ...(isPast(start_at) && { start_at: null }),
    ...((isPast(start_at) || isPast(end_at)) && { end_at: null }),
  }
}

/** Values of a copy, before its dates are chosen. */
export const duplicateFields: Fields = Object.fromEntries(
  Object.entries<Fields[string]>(fields)
    .filter(([name, { readOnly }]) => !readOnly && name !== 'slug')
    .map(([name, field]) => [name, { ...field, required: false, of: `event.${name}` }]),
)

/** A highlighted event; `sort` is its position, `id` that of the event. */
export const eventHighlightFields = {
  id: number({ required: true, integer: true }),
  ref: text({ required: true }),
  version: number({ required: true, integer: true }),
  title: text({ required: true }),
  start_at: dateTime({ required: true }),
  visibility: choice(eventVisibilities, { required: true }),
  sort: number({ required: true, integer: true }),
} as const satisfies Fields

/** Live events that people register for (docs/product/events.md). */
export const event = section('event', {
  path: '/event/in/v1/events',
  nav: { group: 'product', icon: 'calendar-days' },
  permission: 'event',
  /** Posts, popups and banners refer to events, and orders sell their seats. */
  readableBy: ['get content', 'get promotion', 'get transaction'],
  readableFields: ['title', 'slug', 'start_at', 'end_at', 'status', 'visibility', 'fee_type', 'price', 'quota', 'taken', 'offered'],
  title: 'title',
  encoding: 'multipart',
  options: { detail: 'slug', lists: { select: { path: '/select', query: 'status:coming,status:running', sort: 'start_at asc' } } },
  fields,
  rules: [endsAfterStart],
  groups: [
    { fields: ['title', 'slug', 'cover', 'speaker', 'description'] },
    { title: 'seats', fields: ['quota', 'fee_type', 'price'] },
    { title: 'when', fields: ['start_at', 'end_at', 'location', 'link', 'reminders'], side: true },
    { title: 'who', fields: ['visibility', 'audience', 'duplicate_of'], side: true },
  ],
  list: {
    columns: [
      'title',
      'start_at',
      'end_at',
      'location',
      'speaker',
      'taken',
      'fee_type',
      'status',
      'visibility',
      '-cover',
      '-slug',
      '-quota',
      '-offered',
      '-price',
      '-audience',
      '-highlight',
      '-created_at',
      '-updated_at',
      '-updated_by',
    ],
    search: ['title', 'speaker'],
    filters: ['status', 'visibility', 'location', 'fee_type', 'audience', 'highlight'],
    dates: ['start_at', 'end_at', 'created_at'],
    sort: 'start_at desc',
    omit: ['description'],
    bulkEdit: ['visibility', 'audience'],
  },
  children: [
    { section: 'questionnaire', parent: 'event_id', columns: ['question', 'kind', 'options', 'required', 'sort'] },
    { section: 'participant', parent: 'event_id', columns: ['name', 'phone', 'email', 'state', 'attended', 'registered_at'] },
  ],
  duplicate: duplicateEvent,
  routes: { pages: { door: 'update' } },
  calls: {
    duplicate: {
      route: 'GET /{id}/duplicate',
      permission: 'create event',
      reply: { of: 'record', fields: duplicateFields },
    },
    setVisibility: {
      route: 'PUT /set-visibility',
      body: { id: reference({ required: true, to: 'event' }), visibility: choice(eventVisibilities, { required: true }) },
      placement: 'record',
      offline: 'queue',
    },
    exportParticipants: {
      route: 'GET /event/in/v1/member_events/{id}/export',
      query: 'list',
      listQuery: { format: choice(exportFormats, { initial: 'xlsx' }) },
      reply: { of: 'blob', type: 'application/octet-stream' },
      placement: 'record',
    },
    /** The participants for a device at the door, and later what changed of them. */
    door: {
      route: 'GET /{id}/door',
      permission: 'update event',
      query: { cursor: text({ max: 200 }) },
      reply: { of: 'object', fields: doorFields },
    },
    ...highlightCalls({
      path: '/event/in/v1/highlights',
      section: 'event',
      max: maxEventHighlights,
      fields: eventHighlightFields,
      moved: 'event_id',
      removed: 'event_ids',
    }),
  },
})
