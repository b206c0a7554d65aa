/**
 * Chats of members about a stock (docs/product/questions.md#states). Read as usual, changed by the calls below. Messages have the shape of
 * the chat platform's, so that the console shares its components.
 */

import { products } from '../../choices/options.ts'
import { questionStates } from '../../choices/question-states.ts'
import {
  choice,
  date,
  dateTime,
  type Fields,
  file,
  flag,
  joined,
  money,
  number,
  phone,
  type RowOf,
  reference,
  references,
  rows,
  tags,
  text,
  textarea,
} from '../../kit/field/field.ts'
import { call } from '../../kit/section/call.ts'
import { section } from '../../kit/section/section.ts'
import { mediaTypes, messageFields } from '../../parts/message-fields.ts'

export const questionHandlers = ['algo', 'person'] as const
export const questionCategories = [
  'entry',
  'exit',
  'technical',
  'fundamental',
  'dividend',
  'corporate_action',
  'portfolio',
  'other',
] as const
export type QuestionCategory = (typeof questionCategories)[number]
/** Why a person answers and not the algorithm. */
export const handOverReasons = [
  'person_asked',
  'picture',
  'sure_profit',
  'own_money',
  'loan',
  'inside_information',
  'tax',
  'unknown',
  'low_rating',
  'late',
  'taken',
  'switched_off',
] as const
export type HandOverReason = (typeof handOverReasons)[number]

/** Answer, tag, take over and end; assigning needs 'update assign-qna'. */
export const mayAnswer = ['update stock', 'update assign-qna'] as const
export const mayDelete = ['delete stock', 'delete assign-qna'] as const

export const questionFields = {
  member_id: reference({ to: 'member', readOnly: true, required: true }),
  member_name: joined('member_id.name'),
  member_phone: joined('member_id.phone', phone()),
  /** Code of the stock; null for none. */
  kode_saham: text({ readOnly: true }),
  last_message: text({ readOnly: true, verbatim: true }),
  last_message_kind: text({ readOnly: true }),
  last_message_is_admin: flag({ readOnly: true }),
  last_message_at: dateTime({ readOnly: true }),
  category: choice(questionCategories),
  tag: tags({ max: 20 }),
  status: choice(questionStates, { required: true }),
  handler: choice(questionHandlers, { required: true }),
  handed_over: choice(handOverReasons),
  /** Unset: 0. */
  assigned_to: reference({ to: 'user', unassigned: true }),
  assigned_to_name: joined('assigned_to.name'),
  /** 1 to 5. */
  rating: number({ readOnly: true, integer: true }),
  rated_at: dateTime({ readOnly: true }),
  /** Time of the oldest unanswered question. */
  waiting_since: dateTime({ readOnly: true }),
  ended_at: dateTime({ readOnly: true }),
  /** Stock codes in its questions, and its own. */
  codes: tags({ readOnly: true, max: 100 }),
  questions: rows(
    {
      id: number({ required: true, integer: true }),
      question: text({ verbatim: true }),
      asked_at: dateTime({ required: true }),
      answered_at: dateTime(),
      answered_by: text(),
      handler: choice(questionHandlers),
    },
    { readOnly: true },
  ),
} satisfies Fields

export const questionList = {
  columns: [
    'member_id',
    'kode_saham',
    'last_message',
    'status',
    'category',
    'tag',
    'waiting_since',
    'assigned_to',
    'rating',
    'last_message_at',
    '-handler',
    '-handed_over',
    '-member_phone',
    '-created_at',
  ],
  search: ['member_name', 'member_phone', 'kode_saham', 'last_message'],
  filters: ['status', 'category', 'tag', 'handler', 'handed_over', 'assigned_to', 'rating', 'kode_saham', 'member_id'],
  dates: ['created_at', 'last_message_at'],
  sort: 'last_message_at desc',
  omit: ['questions'],
} as const

/** Other clients name one by its `id`. */
const ids = references({ required: true, max: 1_000, aliases: ['id'] })

/** A change of one chat or many, with a result for each. */
const change = { permission: mayAnswer, offline: 'queue', reply: { of: 'removal' } } as const

export const questionMessageFields = {
  ...messageFields,
  /** As in the base contract (docs/product/questions.md#fields-of-a-chat): author and text. */
  name: text(),
  message: textarea({ verbatim: true }),
  by: choice(['member', 'person', 'algo'], { required: true }),
  /** Informs the member without an answer, such as of a hand-over. */
  is_notice: flag({ required: true }),
  /** Sources of the algorithm's answer. */
  sources: rows({ title: text({ required: true }), excerpt: text({ verbatim: true }), page: number({ integer: true }) }, { max: 10 }),
} satisfies Fields
export type QuestionMessage = RowOf<typeof questionMessageFields>

const count = number({ required: true, integer: true })
const stockCounts = rows({ code: text({ required: true }), company_name: text(), chats: count, questions: count }, { max: 100 })
const report = { query: 'list', permission: 'get stock' } as const

export const tanyaSaham = section('tanya-saham', {
  kind: 'chats',
  path: '/crm/in/v1/tanya-saham',
  nav: { group: 'stock', icon: 'message-circle-question-mark' },
  permission: 'stock',
  title: 'member_name',
  actions: ['get'],
  fields: questionFields,
  list: questionList,
  views: {
    all: {},
    /** Pictures from members. */
    image: { at: 'image' },
    /** Figures of a period. */
    report: { at: 'report' },
  },
  calls: {
    /** The newest messages, or those before a place, with data of the stock. */
    chatDetail: {
      route: 'GET /chat-detail/{id}',
      query: { before: number({ integer: true, min: 1 }), limit: number({ integer: true, min: 1, max: 500 }) },
      reply: {
        of: 'object',
        fields: {
          messages: rows(questionMessageFields, { max: 500 }),
          older: flag({ required: true }),
          kode_saham: text(),
          company_name: text(),
          code: text(),
          last_price: money(),
          /** The same close, as in the base contract's analyses. */
          level: money(),
          last_price_on: date(),
          previous: money(),
          /** Holdings of products in the stock. */
          portofolio: rows({ id: count, product: choice(products, { required: true }), held: count, average: number(), opened_on: date() }),
          stock_id: number({ integer: true }),
        },
      },
    },
    /** Media of a message. */
    media: {
      route: 'GET /chat-detail/{id}/media/{message_id}',
      query: { small: choice(['yes']), sound: choice(['aac']) },
      reply: { of: 'blob', type: 'application/octet-stream' },
      silent: true,
    },
    /** Assigns to the caller, from the algorithm or a person. */
    takeover: { ...change, route: 'POST /takeover-chat', body: { ids }, undoneBy: 'assign' },
    assign: {
      ...change,
      route: 'POST /assign-chat',
      permission: 'update assign-qna',
      body: { ids, assigned_to: reference({ required: true, to: 'user', unassigned: true }) },
      undoneBy: 'assign',
    },
    tag: { ...change, route: 'PUT /tag', body: { ids, tag: questionFields.tag, category: questionFields.category }, undoneBy: 'tag' },
    /** No return to the algorithm: a person keeps the chat until it ends. */
    end: {
      route: 'DELETE /end-chat/{id}',
      permission: mayAnswer,
      confirm: true,
      offline: 'queue',
      when: { field: 'status', not: ['ended'] },
      optimistic: { status: 'ended' },
    },
    /** Hides it from lists, gallery and reports; the row stays. */
    delete: {
      route: 'DELETE /delete-chat/{id}',
      permission: mayDelete,
      confirm: true,
      offline: 'queue',
      reply: { of: 'message' },
    },
    /** Possible assignees. */
    assignees: {
      route: 'GET /assignees',
      permission: 'update assign-qna',
      reply: { of: 'object', fields: { people: rows({ id: count, name: text({ required: true }) }, { max: 1_000 }) } },
    },
    /** Pictures from members, newest first. */
    images: {
      route: 'GET /images',
      query: 'list',
      reply: {
        of: 'list',
        fields: {
          id: count,
          ref: text({ required: true }),
          chat: text({ required: true }),
          member_name: text(),
          kode_saham: text(),
          content: text({ verbatim: true }),
          media_url: text({ required: true }),
          media_name: text(),
          created_at: dateTime({ required: true }),
        },
      },
    },
    /** Answered questions by day of answer and person, the algorithm separate; waits in minutes. */
    report: {
      ...report,
      route: 'GET /report',
      reply: {
        of: 'object',
        fields: {
          answered_question: rows(
            {
              date: date({ required: true }),
              /** 0 is the algorithm. */
              user_id: count,
              name: text(),
              handler: choice(questionHandlers, { required: true }),
              questions: count,
              median_wait: number(),
            },
            { max: 10_000 },
          ),
          asked: count,
          answered: count,
          median_wait: number(),
        },
      },
    },
    topStock: { ...report, route: 'GET /top-stock', reply: { of: 'object', fields: { stocks: stockCounts } } },
    /** The same for stocks that the member holds. */
    topStockPortofolio: { ...report, route: 'GET /top-stock/portofolio', reply: { of: 'object', fields: { stocks: stockCounts } } },
    category: {
      ...report,
      route: 'GET /category',
      reply: {
        of: 'object',
        fields: { categories: rows({ category: choice(questionCategories, { required: true }), chats: count }, { max: 20 }) },
      },
    },
    /** Chats behind a report's number: the section's list, with the filters 'answered_on', 'answered_by' and 'asked_code'. */
    listForReport: { route: 'GET /list-for-report', query: 'list' },
    rating: {
      ...report,
      route: 'GET /rating',
      reply: {
        of: 'object',
        fields: { average: number(), count, stars: rows({ rating: count, chats: count }, { max: 5 }) },
      },
    },
    /** By person in charge of the chat. */
    ratingReport: {
      ...report,
      route: 'GET /rating/report',
      reply: {
        of: 'object',
        fields: {
          people: rows(
            { user_id: count, name: text(), handler: choice(questionHandlers, { required: true }), chats: count, average: number() },
            { max: 1_000 },
          ),
        },
      },
    },
    /** The bot's answer, not stored. Without a member it answers anonymously. */
    preview: {
      route: 'POST /preview',
      kind: 'query',
      permission: 'get bot-qna',
      body: { question: textarea({ required: true, max: 4_096, verbatim: true }), member_id: reference({ to: 'member' }) },
      reply: {
        of: 'object',
        fields: {
          question: text({ required: true, verbatim: true }),
          answer: textarea({ verbatim: true }),
          /** The sender. */
          sender: text({ required: true }),
          reason: choice(handOverReasons),
          sources: questionMessageFields.sources,
        },
      },
    },
    /** A draft answer to the newest question, to be edited; `answer` is null where there is none. */
    aiAnswer: {
      route: 'GET /ai-generated-answer/{id}',
      permission: mayAnswer,
      reply: {
        of: 'object',
        fields: { answer: textarea({ verbatim: true }), reason: choice(handOverReasons), sources: questionMessageFields.sources },
      },
    },
  },
})

export const questionMessagesName = 'tanya-saham-messages'

/** Answers the member once, under the `ref` of its author. Takes over an unassigned chat. */
export const questionReply = call({
  name: `${questionMessagesName}.create`,
  section: questionMessagesName,
  action: 'create',
  kind: 'mutation',
  method: 'POST',
  path: `${tanyaSaham.path}/reply`,
  permission: mayAnswer,
  encoding: 'multipart',
  body: {
    /** Id or ref of the chat. */
    chat: text({ required: true, max: 64, aliases: ['id', 'chat_id'] }),
    content: textarea({ max: 4_096, verbatim: true, aliases: ['message'] }),
    media: file({ storage: 'private', accept: Object.values(mediaTypes).flatMap(({ types }) => types), maxBytes: 100_000_000 }),
    /** Ref of the quoted message. */
    reply_to: text({ max: 64 }),
  },
  reply: { of: 'record', fields: questionMessageFields },
  offline: 'queue',
})
