/** What is published: at once, at a moment to come, or not (docs/product/forms.md#publishing). A section spreads `publishFields`. */
import { choice, dateTime } from '../field/field.ts'

/** Versions of what is published: every one that was, and restoring one neither publishes nor withdraws. */
export const publishRevisions = { keeps: { field: 'status', is: ['publish'] }, leaves: ['status', 'published_at'] } as const

export const publishFields = {
  status: choice(['publish', 'draft', 'archived'], { required: true, initial: 'draft' }),
  /** Given by the server when nothing is. In the future it is a schedule: readers see nothing until then. */
  published_at: dateTime({ made: true, shownWhen: { field: 'status', is: ['publish', 'archived'] } }),
  /** What readers see now. */
  state: choice(['draft', 'scheduled', 'published', 'archived'], {
    readOnly: true,
    tones: { draft: 'warning', scheduled: 'info', published: 'good' },
  }),
} as const
