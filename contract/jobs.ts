/** Jobs: server work that outlives its request, shown as 'Tasks' in the top bar. */

import { jobStates } from './choices/job-states.ts'
import { choice, dateTime, flag, number, object, type RowOf, rows, text } from './kit/field/field.ts'
import { call } from './kit/section/call.ts'

export type JobState = (typeof jobStates)[number]

export const jobFields = {
  id: number({ required: true }),
  ref: text({ required: true }),
  /** Kind: `import`, `export`; the console translates those that it knows. */
  kind: text({ required: true }),
  state: choice(jobStates, { required: true }),
  section: text(),
  /** Name of a file, or title. */
  subject: text(),
  done: number({ required: true }),
  /** Null while unknown. */
  total: number(),
  step: text(),
  /** The last error, in words. */
  problem: text(),
  /** Name of the downloadable file. */
  result: text(),
  /** What an import came to: of its job, and of the job that undoes it. */
  import: object({
    ref: text({ required: true }),
    /** As in contract/import/import-calls.ts. */
    state: text({ required: true }),
    dry_run: flag({ required: true }),
    created: number({ required: true }),
    updated: number({ required: true }),
    skipped: number({ required: true }),
    failed: number({ required: true }),
    undone: number({ required: true }),
    kept: number({ required: true }),
    /** End of the undo period; null if it cannot be undone. */
    undo_until: dateTime(),
  }),
  /** Whether this person may cancel or retry it. */
  may_change: flag({ required: true }),
  created_at: dateTime({ required: true }),
  created_by: text(),
  run_at: dateTime({ required: true }),
  started_at: dateTime(),
  ended_at: dateTime(),
  changed_at: dateTime({ required: true }),
}
export type Job = RowOf<typeof jobFields>

const base = { permission: 'signed-in', silent: true } as const
const path = '/utility/in/v1/jobs'

/** One's own jobs and those of readable resources, newest first. */
export const jobList = call({
  ...base,
  name: 'jobs.list',
  kind: 'query',
  method: 'GET',
  path,
  reply: { of: 'object', fields: { jobs: rows(jobFields) } },
})

/**
 * Stream of jobs. The first event, `states`, is the response of jobs.list; each `job` is one changed job. A client without streams polls
 * the list every two seconds.
 */
export const jobStream = call({
  ...base,
  name: 'jobs.stream',
  kind: 'query',
  method: 'GET',
  path: `${path}/stream`,
  reply: { of: 'events', fields: jobFields },
})

/** A waiting job ends at once, a running one per item. */
export const jobCancel = call({
  ...base,
  name: 'jobs.cancel',
  kind: 'mutation',
  method: 'PUT',
  path: `${path}/{id}/cancel`,
  body: {},
  reply: { of: 'record', fields: jobFields },
})

/** Undoes the import of a job, as the section's own call does. */
export const jobUndo = call({
  ...base,
  name: 'jobs.undo',
  kind: 'mutation',
  method: 'PUT',
  path: `${path}/{id}/undo`,
  body: {},
  reply: { of: 'record', fields: jobFields },
})

/** Only for jobs that failed for good. */
export const jobRetry = call({
  ...base,
  name: 'jobs.retry',
  kind: 'mutation',
  method: 'PUT',
  path: `${path}/{id}/retry`,
  body: {},
  reply: { of: 'record', fields: jobFields },
})

export const jobResult = call({
  ...base,
  name: 'jobs.result',
  kind: 'query',
  method: 'GET',
  path: `${path}/{id}/result`,
  reply: { of: 'blob', type: 'application/octet-stream' },
})
