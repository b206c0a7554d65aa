/**
 * A private test conversation with the bot: its answers to members, with sources. Invisible to members (docs/product/assistant.md#preview).
 */
import { choice, type Fields, flag, reference, text, textarea } from '../../kit/field/field.ts'
import { section } from '../../kit/section/section.ts'
import { handOverReasons, questionMessageFields } from './tanya-saham.ts'

/** Maximum messages; the oldest are deleted first. */
export const keptMessages = 200

/** The base contract's words. */
export const botFailed = 'There was an error in generating result'

export const askBody = {
  content: textarea({ required: true, max: 4_096, verbatim: true }),
  member_id: reference({ to: 'member' }),
} as const satisfies Fields

export const botConversation = section('bot-conversation', {
  kind: 'chats',
  path: '/chatbot/in/v1/preview-chat',
  nav: { group: 'stock', icon: 'bot' },
  permission: 'bot-qna',
  title: 'content',
  actions: ['get'],
  fields: {
    content: textarea({ required: true, verbatim: true }),
    /** Its name; null in questions. */
    bot_name: text({ verbatim: true }),
    is_bot: flag({ required: true }),
    /** No answer because of an error. */
    is_failed: flag({ required: true }),
    /** Reason for a person's help. */
    reason: choice(handOverReasons),
    /** Sources of an answer. */
    sources: questionMessageFields.sources,
  },
  list: { columns: ['content', 'bot_name', 'is_failed', 'created_at'], search: ['content'], filters: ['is_bot'], sort: 'created_at desc' },
  calls: {
    /** Asks; the answer follows as a message. Without member: anonymous. */
    ask: {
      route: 'POST ',
      permission: 'create bot-qna',
      body: askBody,
      reply: { of: 'message' },
    },
    /** Deletes the whole conversation. */
    clear: { route: 'DELETE ', permission: 'delete bot-qna', confirm: true, reply: { of: 'message' } },
  },
  offline: 'refuse',
  audit: false,
  wire: { detail: 'list' },
})
