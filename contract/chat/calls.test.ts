import { expect, it } from 'vitest'
import { errorLog, errorLogToken } from '../error-logs.ts'
import { sectionCalls } from '../kit/section/section-calls.ts'
import { autoText } from '../sections/other/auto-text.ts'
import { ownNumbers, whatsappNumber } from '../sections/other/whatsapp-number.ts'
import { broadcastHistory, chatPlatform, roomChanges, roomResolve } from '../sections/sales/chat-platform.ts'
import { socketPath } from './events.ts'
import { conversation, messageRead, pageChat, sendMessage, uploadMedia } from './messages.ts'
import { shiftCalls } from './shift.ts'

interface Written {
  method: string
  path: string
}
const written = (calls: readonly Written[]) => calls.map(({ method, path }) => `${method} ${path}`)

/** The paths of docs/product/chat.md#calls. Server and console share the calls: only this test notices a wrong one. */
it('the calls of the chat platform have the paths of the base contract', () => {
  expect(written(sectionCalls(chatPlatform))).toEqual([
    'GET /crm/in/v1/chat-platform',
    'GET /crm/in/v1/chat-platform/{id}/history',
    'GET /crm/in/v1/chat-platform/{id}',
  ])
  expect(written([uploadMedia, sendMessage, conversation, pageChat, messageRead, roomResolve, broadcastHistory])).toEqual([
    'POST /crm/in/v1/chat-platform/upload-media',
    'POST /crm/in/v1/chat-platform/send-message',
    'GET /crm/in/v1/chat-platform/conversation/{id}',
    'GET /crm/in/v1/chat-platform/{id}/page-chat/{chat_id}',
    'PUT /crm/in/v1/chat-platform/status/message',
    'GET /crm/in/v1/chat-platform/resolve/{id}',
    'GET /crm/in/v1/chat-platform/broadcast-history/room/{room_id}/contact/{contact}',
  ])
  expect(sendMessage.encoding).toBe('multipart')
  expect(Object.keys(messageRead.body ?? {})).toEqual(['id', 'ids', 'status'])
  expect(written(roomChanges)).toEqual([
    'PUT /crm/in/v1/chat-platform/notes',
    'PUT /crm/in/v1/chat-platform/mark-as-unread',
    'PUT /crm/in/v1/chat-platform/contact-name',
    'PUT /crm/in/v1/chat-platform/status',
    'PUT /crm/in/v1/chat-platform/tag',
    'PUT /crm/in/v1/chat-platform/need-support',
    'PUT /crm/in/v1/chat-platform/snooze',
    'PUT /crm/in/v1/chat-platform/assign-chat',
    'PUT /crm/in/v1/chat-platform/takeover-chat',
    'PUT /crm/in/v1/chat-platform/promotions',
    'PUT /crm/in/v1/chat-platform/release-chat',
  ])
})

it('the calls of the shift have the paths of the base contract', () => {
  expect(written(shiftCalls)).toEqual([
    'GET /crm/in/v1/sales-shift',
    'GET /crm/in/v1/sales-shift/count',
    'GET /crm/in/v1/sales-shift/list',
    'PUT /crm/in/v1/sales-shift',
    'PUT /crm/in/v1/sales-shift/assign',
  ])
  expect(Object.keys(shiftCalls[4].body ?? {})).toEqual(['user_id', 'is_active'])
})

it('the calls of numbers, canned replies, failures and the feed have the paths of the base contract', () => {
  expect(written([...sectionCalls(whatsappNumber), ownNumbers])).toEqual([
    'GET /crm/in/v1/wa-manager',
    'GET /crm/in/v1/wa-manager/{id}/history',
    'PUT /crm/in/v1/wa-manager/is-active',
    'GET /crm/in/v1/wa-manager/{id}',
    'POST /crm/in/v1/wa-manager',
    'PUT /crm/in/v1/wa-manager/{id}',
    'DELETE /crm/in/v1/wa-manager/{id}',
    'GET /crm/in/v1/wa-manager/sales',
  ])
  expect(written(sectionCalls(autoText))).toEqual([
    'GET /crm/in/v1/autotext',
    'GET /crm/in/v1/autotext/{id}/history',
    'GET /crm/in/v1/autotext/{id}',
    'POST /crm/in/v1/autotext',
    'PUT /crm/in/v1/autotext/{id}',
    'DELETE /crm/in/v1/autotext',
  ])
  expect([...written([errorLog]), errorLogToken, socketPath]).toEqual([
    'POST /utility/public/v1/error-logs',
    'X-Api-Token',
    '/utility/public/v2/ws/chat_platform',
  ])
})
