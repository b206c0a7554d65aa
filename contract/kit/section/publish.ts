/** State of publication: now, scheduled, or not (docs/product/forms.md#publishing). A section spreads `publishFields`. */
import { choice, dateTime } from '../field/field.ts'

/** Revisions keep each published version; restoring one neither publishes nor withdraws. */
export const publishRevisions = { keeps: { field: 'status', is: ['publish'] }, leaves: ['status', 'published_at'] } as const

export const publishFields = {
  status: choice(['publish', 'draft', 'archived'], { required: true, initial: 'draft' }),
  /** Set by the server if absent. A future time is a schedule: readers see nothing until then. */
  published_at: dateTime({ made: true, shownWhen: { field: 'status', is: ['publish', 'archived'] } }),
  /** State for readers. */
  state: choice(['draft', 'scheduled', 'published', 'archived'], {
    readOnly: true,
    tones: { draft: 'warning', scheduled: 'info', published: 'good' },
  }),
} as const
