/** Link of content for members: none, an address or a record. */
import { choice, type Fields, reference, url } from '../kit/field/field.ts'

const refersTo = (type: string) => ({ field: 'reference_type', is: [type] }) as const

export const referenceFields = {
  reference_type: choice(['none', 'url', 'content', 'event', 'onlineclass'], { initial: 'none' }),
  reference_url: url({ shownWhen: refersTo('url'), requiredWhen: refersTo('url') }),
  /** Linked records; their sections have the options. The base contract names them without `_id`. */
  content_id: reference({ to: 'post/published', shownWhen: refersTo('content'), requiredWhen: refersTo('content'), aliases: ['content'] }),
  event_id: reference({ to: 'event/select', shownWhen: refersTo('event'), requiredWhen: refersTo('event'), aliases: ['event'] }),
  onlineclass_id: reference({
    to: 'online-class',
    shownWhen: refersTo('onlineclass'),
    requiredWhen: refersTo('onlineclass'),
    aliases: ['onlineclass'],
  }),
} as const satisfies Fields
