/** Link of content for members: none, an address or a record. */
import { choice, type Fields, reference, url } from '../kit/field/field.ts'

const refersTo = (type: string) => ({ field: 'reference_type', is: [type] }) as const

export const referenceFields = {
  reference_type: choice(['none', 'url', 'content', 'event', 'onlineclass'], { initial: 'none' }),
  reference_url: url({ shownWhen: refersTo('url'), requiredWhen: refersTo('url') }),
  /** Linked records; their sections have the options. */
  content_id: reference({ to: 'post/published', shownWhen: refersTo('content'), requiredWhen: refersTo('content') }),
  event_id: reference({ to: 'event/select', shownWhen: refersTo('event'), requiredWhen: refersTo('event') }),
  onlineclass_id: reference({ to: 'online-class', shownWhen: refersTo('onlineclass'), requiredWhen: refersTo('onlineclass') }),
} as const satisfies Fields
