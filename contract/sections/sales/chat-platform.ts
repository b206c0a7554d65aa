/**
 * Rooms of the chat platform: one per customer and number of the business. Read as usual, changed only by the calls below
 * (docs/product/chat.md#calls). Salespeople see their own and unassigned ones.
 */
import { roomStatuses } from '../../choices/room-status.ts'
import { choice, dateTime, flag, number, object, reference, references, tags, text, textarea } from '../../kit/field/field.ts'
import { call } from '../../kit/section/call.ts'
import { rowFields, section } from '../../kit/section/section.ts'
import { messageKinds, messageStatuses } from '../../parts/message-fields.ts'

export const chatPlatform = section('chat-platform', {
  kind: 'inbox',
  path: '/crm/in/v1/chat-platform',
  nav: { group: 'sales', icon: 'messages-square', anyOf: ['crm', 'assign-sales'], add: '/chat-platform/list?start=true' },
  backOffice: 'hidden',
  permission: 'crm',
  readableBy: ['get assign-sales'],
  readableFields: 'all',
  title: 'contact_name',
  actions: ['get'],
  fields: {
    /** Customer's name on the channel. */
    customer_name: text({ readOnly: true, verbatim: true }),
    /** Digits; empty while it is not known (docs/product/chat.md#customers-without-a-number). */
    customer_phone: text({ readOnly: true, required: true }),
    /** On WhatsApp, without '@': the person's own, changeable and reusable. */
    username: text({ readOnly: true, verbatim: true }),
    /** When they were last seen with it, if it is gone. */
    username_until: dateTime({ readOnly: true }),
    /** Place of the note that another account answers under the number, while nobody said who that is: links are on hold until then. */
    cut_place: number({ readOnly: true, integer: true }),
    /** Id of the member; null if not a member. */
    customer_id: number({ readOnly: true, integer: true }),
    /** Customer's name by staff. */
    contact_name: text({ max: 120 }),
    unread: number({ readOnly: true, required: true, integer: true }),
    mark_as_unread: flag(),
    notes: textarea({ max: 5_000 }),
    status: choice(roomStatuses, { initial: 'open' }),
    tag: tags({ max: 20 }),
    is_need_support: flag(),
    /** 0 is 'Unassigned'. */
    assignee_sales: reference({ to: 'user/sales', unassigned: true, initial: 0 }),
    assignee_sales_name: text({ readOnly: true }),
    last_message: text({ readOnly: true, max: 4_096, verbatim: true }),
    last_message_kind: choice(messageKinds, { readOnly: true }),
    last_message_status: choice(messageStatuses, { readOnly: true }),
    last_message_is_admin: flag({ readOnly: true }),
    last_message_at: dateTime({ readOnly: true }),
    /** Until then any message may be sent, later only templates (24 hours after the customer's last message). */
    window_until: dateTime({ readOnly: true }),
    is_idle: flag({ readOnly: true }),
    /** Out of the list until then. */
    snoozed_until: dateTime(),
    /** Who lifts a stop of promotions: the person in WhatsApp alone, or also the assignee of the chat; null without one. */
    promotions_stopped: choice(['whatsapp', 'own'], { readOnly: true, inHistory: true }),
    promotions_stopped_at: dateTime({ readOnly: true }),
    whatsapp_number: number({ readOnly: true, integer: true }),
    whatsapp_number_name: text({ readOnly: true }),
  },
  list: {
    columns: ['contact_name'],
    search: ['customer_name', 'username', 'customer_phone', 'contact_name', 'notes', 'last_message', 'tag'],
    filters: ['status', 'tag', 'assignee_sales', 'is_need_support', 'mark_as_unread', 'customer_phone'],
    dates: ['created_at', 'last_message_at'],
    sort: 'last_message_at desc',
  },
})

const { fields } = chatPlatform
/** Other clients name one by its `id`. */
const ids = references({ required: true, max: 1_000, aliases: ['id'] })

/** A change of one room or many, with a result for each. */
export const roomChange = {
  section: 'chat-platform',
  action: 'bulkUpdate',
  kind: 'mutation',
  method: 'PUT',
  offline: 'queue',
  reply: { of: 'removal' },
} as const
const at = (name: string) => `${chatPlatform.path}/${name}`

export const roomNotes = call({
  ...roomChange,
  name: 'chat-platform.notes',
  path: at('notes'),
  permission: 'update crm',
  /** `was`: notes as seen, for a merge with others' changes. Without it, `notes` replaces them. */
  body: { ids, notes: fields.notes, was: object({ notes: fields.notes }) },
})
export const roomUnread = call({
  ...roomChange,
  name: 'chat-platform.mark-as-unread',
  path: at('mark-as-unread'),
  permission: 'update crm',
  /** False also marks all messages as read. */
  body: { ids, mark_as_unread: flag({ required: true }) },
})
export const roomContactName = call({
  ...roomChange,
  name: 'chat-platform.contact-name',
  path: at('contact-name'),
  permission: 'update crm',
  body: { ids, contact_name: text({ required: true, max: 120 }) },
})
export const roomStatus = call({
  ...roomChange,
  name: 'chat-platform.status',
  path: at('status'),
  permission: 'update crm',
  body: { ids, status: choice(roomStatuses, { required: true }) },
})
export const roomTag = call({
  ...roomChange,
  name: 'chat-platform.tag',
  path: at('tag'),
  permission: 'update crm',
  /** `was`: tags as seen, for a merge with others' changes. Without it, `tag` replaces them. */
  body: { ids, tag: fields.tag, was: object({ tag: fields.tag }) },
})
export const roomNeedSupport = call({
  ...roomChange,
  name: 'chat-platform.need-support',
  path: at('need-support'),
  permission: 'update crm',
  body: { ids, is_need_support: flag({ required: true }) },
})
export const roomSnooze = call({
  ...roomChange,
  name: 'chat-platform.snooze',
  path: at('snooze'),
  permission: 'update crm',
  body: { ids, snoozed_until: dateTime() },
})
/**
 * Several rooms need 'delete crm' as well (docs/product/access.md#bulk-transfer); also in roomTakeover. The base contract assigns leads by
 * this call, too: those are named by their refs, since a number is that of a room.
 */
export const roomAssign = call({
  ...roomChange,
  name: 'chat-platform.assign-chat',
  path: at('assign-chat'),
  permission: 'update assign-sales',
  body: {
    ids: references({ required: true, max: 1_000, aliases: ['id', 'ref'] }),
    assignee_sales: reference({ required: true, to: 'user/sales', unassigned: true, aliases: ['sales', 'sales_id'] }),
  },
})
/** Assigns the rooms to the caller. */
export const roomTakeover = call({
  ...roomChange,
  name: 'chat-platform.takeover-chat',
  path: at('takeover-chat'),
  permission: 'update crm',
  body: { ids },
})

/** Takes back what the customer said to us; a later stop than the one of `was` stays (docs/product/whatsapp.md#promotions). */
export const roomPromotions = call({
  ...roomChange,
  name: 'chat-platform.promotions',
  path: at('promotions'),
  permission: 'update crm',
  body: { ids, was: object({ promotions_stopped_at: dateTime() }) },
})

/** Gives the caller's own rooms back: unassigned until somebody takes them over. */
export const roomRelease = call({
  ...roomChange,
  name: 'chat-platform.release-chat',
  path: at('release-chat'),
  permission: 'update crm',
  body: { ids },
})

/** The base contract writes with GET. */
export const roomResolve = call({
  name: 'chat-platform.resolve',
  section: 'chat-platform',
  kind: 'mutation',
  method: 'GET',
  path: at('resolve/{id}'),
  permission: 'update crm',
  reply: { of: 'message' },
})

/** Starts a room; its first message has to be a template. */
export const startRoom = call({
  name: 'chat-platform.start',
  section: 'chat-platform',
  kind: 'mutation',
  method: 'POST',
  path: at('start'),
  permission: 'create crm',
  body: {
    customer_phone: text({ required: true, max: 20 }),
    contact_name: text({ max: 120 }),
    whatsapp_number: reference({ required: true, to: 'whatsapp-number' }),
  },
  reply: { of: 'record', fields: rowFields(chatPlatform) },
})

const broadcastFields = {
  id: number({ required: true }),
  ref: text({ required: true }),
  template: text({ required: true }),
  content: text({ required: true, max: 4_096, verbatim: true }),
  status: choice(messageStatuses, { required: true }),
  sender: text(),
  created_at: dateTime({ required: true }),
}
/** Templates sent to a customer, newest first. Contact: phone of the room, its member, or the room. */
export const broadcastHistory = call({
  name: 'chat-platform.broadcasts',
  section: 'chat-platform',
  kind: 'query',
  method: 'GET',
  path: at('broadcast-history/room/{room_id}/contact/{contact}'),
  permission: ['get crm', 'get assign-sales'],
  query: 'list',
  reply: { of: 'list', fields: broadcastFields },
})

export const roomChanges = [
  roomNotes,
  roomUnread,
  roomContactName,
  roomStatus,
  roomTag,
  roomNeedSupport,
  roomSnooze,
  roomAssign,
  roomTakeover,
  roomPromotions,
  roomRelease,
] as const
