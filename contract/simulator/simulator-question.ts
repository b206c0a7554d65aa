/** Simulated member who asks about stocks (page `/simulator/member`): history, questions, ratings. Available like the chat simulator. */

import { questionStates } from '../choices/question-states.ts'
import { choice, dateTime, file, flag, number, rows, text, textarea } from '../kit/field/field.ts'
import { call } from '../kit/section/call.ts'
import { mediaTypes, messageKinds } from '../parts/message-fields.ts'
import { questionHandlers } from '../sections/stock/tanya-saham.ts'

const at = (name: string) => `/utility/public/v1/simulator/questions${name}`
const base = { permission: 'public', silent: true } as const
const member = number({ required: true, integer: true, min: 1 })

/** A member's newest 20 chats, newest first, each with its newest 100 messages in order. */
export const simulatorQuestions = call({
  ...base,
  name: 'simulator.questions',
  kind: 'query',
  method: 'GET',
  path: at(''),
  query: { member },
  reply: {
    of: 'object',
    fields: {
      chats: rows(
        {
          ref: text({ required: true }),
          kode_saham: text(),
          status: choice(questionStates, { required: true }),
          handler: choice(questionHandlers, { required: true }),
          rating: number({ integer: true }),
          may_rate: flag({ required: true }),
          messages: rows(
            {
              ref: text({ required: true }),
              by: choice(['member', 'person', 'algo'], { required: true }),
              sender: text(),
              kind: choice(messageKinds, { required: true }),
              content: textarea({ verbatim: true }),
              media_url: text(),
              media_name: text(),
              is_notice: flag({ required: true }),
              sources: rows({ title: text({ required: true }), excerpt: text({ verbatim: true }), page: number({ integer: true }) }),
              created_at: dateTime({ required: true }),
            },
            { max: 100 },
          ),
        },
        { max: 20 },
      ),
    },
  },
})

/** Asks, in the open chat of the stock if there is one. */
export const simulatorAsk = call({
  ...base,
  name: 'simulator.ask',
  kind: 'mutation',
  method: 'POST',
  path: at('/ask'),
  encoding: 'multipart',
  body: {
    member,
    /** The code of the stock, or none. */
    stock: text({ max: 10 }),
    content: textarea({ max: 4_096, verbatim: true }),
    media: file({ storage: 'private', accept: mediaTypes.image.types, maxBytes: mediaTypes.image.maxBytes }),
  },
  reply: { of: 'message' },
})

/** 1 to 5; the last one counts. */
export const simulatorRate = call({
  ...base,
  name: 'simulator.rate',
  kind: 'mutation',
  method: 'POST',
  path: at('/rate'),
  body: { member, chat: text({ required: true, max: 64 }), rating: number({ required: true, integer: true, min: 1, max: 5 }) },
  reply: { of: 'message' },
})

/** Media of a message in a chat. */
export const simulatorQuestionMedia = call({
  ...base,
  name: 'simulator.question-media',
  kind: 'query',
  method: 'GET',
  path: at('/media/{ref}'),
  reply: { of: 'blob', type: 'application/octet-stream' },
})
