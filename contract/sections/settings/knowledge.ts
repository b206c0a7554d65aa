/** Documents of the bot, parsed after upload (docs/product/assistant.md#documents). */
import { choice, file, number, text } from '../../kit/field/field.ts'
import { section } from '../../kit/section/section.ts'
import { knowledgeReasons, knowledgeStates, knowledgeTypes, maxKnowledgeBytes } from '../../lib/knowledge.ts'

export const knowledge = section('knowledge', {
  path: '/chatbot/in/v1/knowledge',
  backOffice: 'hidden',
  permission: 'bot-setting',
  title: 'name',
  actions: ['create', 'get', 'delete'],
  fields: {
    /** Of any type; unsupported ones fail. */
    file: file({ required: true, maxBytes: maxKnowledgeBytes, storage: 'private' }),
    name: text({ readOnly: true, required: true, verbatim: true }),
    /** Null for unsupported types. */
    type: choice(knowledgeTypes, { readOnly: true }),
    /** Bytes. */
    size: number({ readOnly: true, required: true, integer: true }),
    status: choice(knowledgeStates, { readOnly: true, required: true, tones: { parsing: 'info', indexed: 'good', failed: 'bad' } }),
    reason: choice(knowledgeReasons, { readOnly: true }),
    chunks: number({ readOnly: true, required: true, integer: true }),
  },
  encoding: 'multipart',
  hasPage: false,
  list: {
    columns: ['name', 'status', 'type', 'size', 'chunks', 'created_at', '-created_by'],
    search: ['name'],
    filters: ['status', 'type', 'reason', 'name'],
    sort: 'created_at desc',
  },
  offline: 'refuse',
  wire: { removal: { by: 'path' } },
})
