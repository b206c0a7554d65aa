/** Tells open screens that records changed, whoever changed them; what changed they read with the calls that they have. */

import { text } from './kit/field/field.ts'
import { call } from './kit/section/call.ts'

/** A section is told of at most so often, in ms. */
export const changedPauseMs = 500
/** Sections that one stream tells of. */
export const maxWatched = 20

/**
 * One event, `changed`, for each commit that touched records of a section the person may read, several of them close together being
 * one. The first event, `ready`, says that nothing is missed from here on. `sections` is a list of names with commas; names that do
 * not exist, or that the person may not read, are left out.
 */
export const changesStream = call({
  name: 'changes.stream',
  kind: 'query',
  method: 'GET',
  path: '/sync/in/v1/changed',
  permission: 'signed-in',
  query: { sections: text({ required: true, max: 1_000 }) },
  reply: { of: 'events', fields: { section: text({ required: true }) } },
  silent: true,
  example: { query: { sections: 'bank,leads' } },
})
