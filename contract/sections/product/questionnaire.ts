import { choice, flag, joined, number, reference, tags, text } from '../../kit/field/field.ts'
import { section } from '../../kit/section/section.ts'

export const questionKinds = ['text', 'choice', 'rating'] as const
/** A rating is a whole number from 1 to this. */
export const maxRating = 5

const isChoice = { field: 'kind', is: ['choice'] } as const

/** Questions of an event; those that were answered are archived, not deleted (docs/product/events.md#questions). */
export const questionnaire = section('questionnaire', {
  path: '/event/in/v1/questionnaires',
  permission: 'event',
  title: 'question',
  fields: {
    event_id: reference({ required: true, to: 'event' }),
    event_title: joined('event_id.title'),
    question: text({ required: true, max: 255 }),
    kind: choice(questionKinds, { made: true, initial: 'text' }),
    options: tags({ max: 20, shownWhen: isChoice, requiredWhen: isChoice }),
    required: flag({ initial: false }),
    /** Position; the last if empty. */
    sort: number({ integer: true, min: 1, max: 1_000, made: true }),
  },
  list: {
    columns: ['question', 'event_id', 'kind', 'options', 'required', 'sort', '-created_at', '-updated_at', '-updated_by'],
    search: ['question', 'event_title'],
    filters: ['event_id', 'kind', 'required'],
    sort: 'sort asc',
  },
  trash: { list: '/trashed', restore: '/{id}/restore', view: { at: 'archived', columns: ['question', 'event_id', 'kind', 'updated_at'] } },
})
