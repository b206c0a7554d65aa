/** Stream of changed sections for open screens, which then reload by their own calls. */

import { text } from './kit/field/field.ts'
import { call } from './kit/section/call.ts'

/** Minimum ms between two events of a section. */
export const changedPauseMs = 500
/** Maximum sections of one stream. */
export const maxWatched = 20

/**
 * Sends `changed` after commits on records of readable sections, several close ones as one event, and first `ready`: from then on nothing
 * is missed, and its `ages` tell for each readable section how many ms ago it may last have changed, for screens that were read before.
 * `sections` is comma-separated; unknown or unreadable names are ignored.
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
})
