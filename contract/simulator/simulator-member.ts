/** Simulated member of the app (page `/simulator/member`): their messages, as in the app. Available like the chat simulator. */

import { popupSegmentations } from '../choices/options.ts'
import { choice, dateTime, money, number, object, richText, rows, text } from '../kit/field/field.ts'
import { call } from '../kit/section/call.ts'
import { pickStates } from '../market/pick-life.ts'
import { pickCategories } from '../sections/stock/categories.ts'
import { pickKinds } from '../sections/stock/recommendation.ts'

const at = (name: string) => `/utility/public/v1/simulator/${name}`
const look = { kind: 'query', method: 'GET', permission: 'public', silent: true } as const

/** Members by part of name or phone, and in a segment, with their current products. */
export const simulatorMembers = call({
  ...look,
  name: 'simulator.members',
  path: at('members'),
  query: { search: text({ max: 60 }), segment: choice(popupSegmentations) },
  reply: {
    of: 'object',
    fields: {
      members: rows(
        {
          id: number({ required: true }),
          name: text({ required: true }),
          phone: text({ required: true }),
          /** Separated by spaces. */
          products: text(),
        },
        { max: 50 },
      ),
    },
  },
})

const who = { member: number({ required: true, integer: true, min: 1 }) }

/** A member's newest 100 messages, newest first. */
export const simulatorInbox = call({
  ...look,
  name: 'simulator.inbox',
  path: at('inbox'),
  query: who,
  reply: {
    of: 'object',
    fields: {
      messages: rows(
        {
          id: number({ required: true }),
          created_at: dateTime({ required: true }),
          read_at: dateTime(),
          /** Ref of the recommendation, and its sends before and with this one. */
          pick: text({ required: true }),
          round: number({ required: true, integer: true }),
          kind: choice(pickKinds, { required: true }),
          category: choice(pickCategories),
          stock_code: text({ required: true }),
          company_name: text({ required: true }),
          buy_price: object({ from: money({ required: true }), to: money({ required: true }) }),
          target_price: rows({ price: money({ required: true }) }),
          stop_loss: money(),
          sell_price: money(),
          risk: text(),
          /** Current state of a buy; a waiting one has a distance from its buying price instead of a gain. */
          life: object({ state: choice(pickStates, { required: true }), gain: number(), distance: number() }),
          reason: richText(),
          chart_url: text(),
        },
        { max: 100 },
      ),
    },
  },
})

/** Marks the current messages as read. */
export const simulatorInboxRead = call({
  name: 'simulator.inbox-read',
  kind: 'mutation',
  method: 'POST',
  permission: 'public',
  silent: true,
  path: at('inbox/read'),
  body: who,
  reply: { of: 'message' },
})
