import { exclusiveChoices, popupSegmentations } from '../../choices/options.ts'
import {
  choice,
  choices,
  dateTime,
  type Fields,
  files,
  number,
  type RowOf,
  reference,
  references,
  richText,
  text,
} from '../../kit/field/field.ts'
import { isRecord } from '../../kit/field/guards.ts'
import type { Rule } from '../../kit/field/rule.ts'
import { call } from '../../kit/section/call.ts'
import { section } from '../../kit/section/section.ts'
import { exportFormats } from '../../kit/section/sheet.ts'
import { pictureTypes } from '../../lib/picture-types.ts'

/** Maximum bytes of all attachments of a newsletter. */
export const maxAttachmentBytes = 10_000_000
/** Gmail shows the first 102 kB of a mail's HTML. */
export const gmailClipBytes = 102_000

/** Types of attachments. */
export const newsletterFileTypes = [
  ...pictureTypes,
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const

export const newsletterStates = ['draft', 'scheduled', 'sending', 'sent'] as const
export type NewsletterState = (typeof newsletterStates)[number]
/** Reasons why sending waits: a person, no mail server, too many refusals, or a time that is long past. */
export const newsletterHolds = ['person', 'mail_down', 'refusals', 'late'] as const
export type NewsletterHold = (typeof newsletterHolds)[number]

/** States of a recipient. `skipped` and `suppressed` never get it; nobody knows whether an `unknown` one did. */
export const recipientStates = ['queued', 'sending', 'sent', 'failed', 'unknown', 'suppressed', 'stopped', 'skipped'] as const
export type RecipientState = (typeof recipientStates)[number]

/** Why a recipient got none, or nobody knows whether they did. */
export const recipientReasons = [
  // skipped
  'no_address',
  'bad_address',
  'duplicate',
  'deleted',
  // suppressed
  'unsubscribed',
  'bounced',
  'complained',
  // failed
  'no_such_address',
  'refused',
  'tried_out',
  // unknown
  'no_answer',
  'process_ended',
] as const
export type RecipientReason = (typeof recipientReasons)[number]

/** Events of a sent mail that the mail provider reports. */
export const mailEventKinds = ['delivered', 'bounced', 'complained'] as const

const count = number({ readOnly: true, required: true, integer: true })

const isWithinSize = {
  field: 'attachments',
  code: 'total_size',
  test: ({ attachments }) =>
    !Array.isArray(attachments) ||
    attachments.reduce<number>((sum, file: unknown) => sum + (isRecord(file) ? Number(file.size) : 0), 0) <= maxAttachmentBytes,
} as const satisfies Rule

const segmentation = choices(popupSegmentations, { required: true, exclusive: exclusiveChoices })

const content = {
  /** One line. */
  subject: text({ required: true, max: 150, pattern: { regex: /^[^\r\n]*$/, code: 'one_line' } }),
  /** Shown by programs of mail beside the subject. */
  preheader: text({ max: 150, pattern: { regex: /^[^\r\n]*$/, code: 'one_line' } }),
  body: richText({ required: true, tools: ['heading', 'quote', 'table', 'picture'], pictures: 'media' }),
} as const satisfies Fields

const recipientState = choice(recipientStates, {
  required: true,
  tones: {
    queued: 'info',
    sending: 'info',
    sent: 'good',
    failed: 'bad',
    unknown: 'warning',
    suppressed: 'neutral',
    stopped: 'neutral',
    skipped: 'neutral',
  },
})

/** A recipient, as frozen when sending began. */
export const recipientFields = {
  id: number({ required: true, integer: true }),
  member_id: reference({ to: 'member' }),
  name: text(),
  address: text(),
  state: recipientState,
  reason: choice(recipientReasons),
  /** Answers of the mail server that were counted. */
  attempts: number({ required: true, integer: true }),
  /** The mail server's last answer. */
  response: text(),
  sent_at: dateTime(),
  /** Of a queued one: not before. */
  next_try_at: dateTime(),
  opened_at: dateTime(),
  /** First opened by a machine, such as a scanner. */
  machine_opened_at: dateTime(),
  clicked_at: dateTime(),
  machine_clicked_at: dateTime(),
  unsubscribed_at: dateTime(),
  event: choice(mailEventKinds),
  /** Who decided about an unknown one. */
  decided_by: text(),
} as const satisfies Fields
export type Recipient = RowOf<typeof recipientFields>

/** A newsletter in the view of one member. */
export const receivedFields = {
  /** Of the recipient. */
  id: number({ required: true, integer: true }),
  newsletter_id: number({ required: true, integer: true }),
  subject: text({ required: true }),
  address: text(),
  state: recipientState,
  reason: choice(recipientReasons),
  sent_at: dateTime(),
  opened_at: dateTime(),
  event: choice(mailEventKinds),
  created_at: dateTime({ required: true }),
} as const satisfies Fields

/** Who would get a newsletter now, and how many of the matched would not. */
export const audienceFields = {
  matched: number({ required: true, integer: true }),
  gets: number({ required: true, integer: true }),
  no_address: number({ required: true, integer: true }),
  bad_address: number({ required: true, integer: true }),
  duplicate: number({ required: true, integer: true }),
  suppressed: number({ required: true, integer: true }),
} as const satisfies Fields
export type Audience = RowOf<typeof audienceFields>

/** Mails to segments of members (docs/product/newsletters.md). */
export const newsletter = section('newsletter', {
  path: '/crm/in/v1/newsletter',
  nav: { group: 'promotion', icon: 'mail' },
  permission: 'promotion',
  title: 'subject',
  encoding: 'multipart',
  fields: {
    ...content,
    segmentation,
    attachments: files({ accept: newsletterFileTypes, maxBytes: maxAttachmentBytes, max: 10 }),
    /** Scheduled without one: now. */
    send_at: dateTime(),
    /** People choose draft or scheduled; the rest follows (docs/product/newsletters.md#states). */
    status: choice(newsletterStates, {
      required: true,
      initial: 'draft',
      tones: { draft: 'neutral', scheduled: 'info', sending: 'info', sent: 'good' },
    }),
    /** Why sending waits; null while it does not. */
    held: choice(newsletterHolds, { readOnly: true, tones: { person: 'warning', mail_down: 'bad', refusals: 'bad', late: 'warning' } }),
    /** Sending began, and ended. */
    started_at: dateTime({ readOnly: true }),
    ended_at: dateTime({ readOnly: true }),
    /** Members of the segments when sending began: the sum of the following, up to `skipped`. */
    matched: count,
    /** Queued, or with the mail server right now. */
    queued: count,
    sent: count,
    failed: count,
    unknown: count,
    suppressed: count,
    stopped: count,
    skipped: count,
    /** Of the sent: opened by people, and by machines. */
    opened: count,
    machine_opened: count,
    /** Of the sent: who followed a link, and who ended newsletters by this one. */
    clicked: count,
    machine_clicked: count,
    unsubscribed: count,
    bounced: count,
    complained: count,
  },
  groups: [
    { fields: ['subject', 'preheader', 'body', 'attachments'] },
    { title: 'sending', fields: ['segmentation', 'status', 'send_at'], side: true },
  ],
  rules: [isWithinSize],
  hasPage: false,
  /** What was sent, to whom. */
  routes: { pages: { report: 'get' } },
  search: { draft: { opens: 'record' } },
  list: {
    columns: [
      'subject',
      'status',
      'segmentation',
      'send_at',
      'sent',
      'opened',
      'clicked',
      'failed',
      'unknown',
      '-held',
      '-queued',
      '-machine_opened',
      '-machine_clicked',
      '-unsubscribed',
      '-bounced',
      '-complained',
      '-created_at',
      '~updated_at',
      '-updated_by',
    ],
    search: ['subject'],
    filters: ['status', 'held', 'segmentation'],
    dates: ['send_at', 'created_at'],
    sort: 'created_at desc',
    omit: ['body'],
  },
  calls: {
    /** Live count of an audience; `segmentation` with commas. */
    audience: {
      route: 'GET /audience',
      query: { segmentation: text({ required: true, max: 200 }) },
      reply: { of: 'object', fields: audienceFields },
    },
    /** The mail as recipients get it, by the same function. */
    preview: {
      route: 'POST /preview',
      kind: 'query',
      body: content,
      reply: {
        of: 'object',
        fields: {
          html: text({ required: true, max: 2_000_000, verbatim: true }),
          text: text({ required: true, max: 1_000_000, verbatim: true }),
          /** Bytes of the HTML. */
          size: number({ required: true, integer: true }),
        },
      },
    },
    recipients: { route: 'GET /{id}/recipients', query: 'list', reply: { of: 'list', fields: recipientFields } },
    /** The same as a file; names and addresses for those who may read members. */
    exportRecipients: {
      route: 'GET /{id}/recipients/export',
      query: 'list',
      listQuery: { format: choice(exportFormats, { initial: 'xlsx' }) },
      reply: { of: 'blob', type: 'application/octet-stream' },
      placement: 'record',
      when: { field: 'status', is: ['sending', 'sent'] },
    },
    /** Which newsletters a member got, and when; newest first. */
    received: {
      route: 'GET /member/in/v1/members/{member_id}/newsletters',
      permission: 'get member',
      query: 'list',
      reply: { of: 'list', fields: receivedFields },
    },
    /** Sending waits for a person; offered unless it waits for one already. */
    hold: {
      route: 'PUT /{id}/hold',
      placement: 'record',
      when: { field: 'status', is: ['sending'], and: { field: 'held', is: [null, 'mail_down'] } },
      judges: true,
      undoneBy: 'resume',
    },
    /** A person says that a held newsletter goes on. */
    resume: {
      route: 'PUT /{id}/resume',
      placement: 'record',
      when: { field: 'held', is: newsletterHolds },
      confirm: true,
    },
    /** The rest gets none. */
    stop: { route: 'PUT /{id}/stop', placement: 'record', when: { field: 'status', is: ['sending'] }, confirm: true },
    /** Decides about unknown recipients: the given ones, or all. */
    decide: {
      route: 'PUT /{id}/unknown',
      body: { decision: choice(['resend', 'leave'], { required: true }), recipients: references({ max: 1_000 }) },
      confirm: true,
    },
  },
  wire: { commas: ['segmentation'] },
})

/** Mails that arrived, as far as it is known: rates are of these. */
export const deliveredOf = ({ sent, bounced }: { sent: number; bounced: number }): number => Math.max(0, sent - bounced)

/** Maximum tests of a person in a minute. */
export const maxTestsPerMinute = 5

/** Sends the stored newsletter to the person's own address; no count changes. */
export const newsletterTest = call({
  name: 'newsletter.test',
  section: 'newsletter',
  kind: 'mutation',
  method: 'POST',
  path: '/crm/in/v1/newsletter/{id}/test',
  permission: ['create promotion', 'update promotion'],
  reply: { of: 'message' },
})
