import { section } from '../../kit/section/section.ts'
import { mayAnswer, questionFields, questionList } from './tanya-saham.ts'

/** Chats of the algorithm: readable, and handed over to people. */
export const tanyaSahamAlgo = section('tanya-saham-algo', {
  kind: 'chats',
  path: '/crm/in/v1/tanya-saham-algo',
  nav: { group: 'stock', icon: 'bot-message-square' },
  backOffice: 'hidden',
  permission: 'stock',
  title: 'member_name',
  actions: ['get'],
  fields: questionFields,
  list: questionList,
  calls: {
    handOver: {
      route: 'POST /{id}/hand-over',
      permission: mayAnswer,
      offline: 'queue',
      placement: 'record',
      when: { field: 'handler', is: ['algo'] },
      confirm: true,
      reply: { of: 'message' },
    },
  },
  audit: false,
})
