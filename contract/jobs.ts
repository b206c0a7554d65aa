/** Jobs: work of the server that outlives its request, and what a person sees of it ('Tasks' in the top bar). */

import { choice, dateTime, flag, number, type RowOf, rows, text } from './kit/field/field.ts'
import { call } from './kit/section/call.ts'

/** `dead`: it failed for good, until a person tries again. */
export const jobStates = ['waiting', 'running', 'done', 'cancelled', 'dead'] as const
export type JobState = (typeof jobStates)[number]

export const jobFields = {
  id: number({ required: true }),
  ref: text({ required: true }),
  /** What is done: `import`, `export`; the console has words for those that it knows. */
  kind: text({ required: true }),
  state: choice(jobStates, { required: true }),
  section: text(),
  /** A file's name or a title. */
  subject: text(),
  done: number({ required: true }),
  /** Null while nobody knows. */
  total: number(),
  step: text(),
  /** What went wrong last, in words. */
  problem: text(),
  /** Name of the file that can be downloaded. */
  result: text(),
  /** Whether this person may cancel it or try it again. */
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

/** One's own jobs, and those whose resource one may get; the newest first. */
export const jobList = call({
  ...base,
  name: 'jobs.list',
  kind: 'query',
  method: 'GET',
  path,
  reply: { of: 'object', fields: { jobs: rows(jobFields) } },
})

/**
 * The same as it changes. The first event, `states`, is what jobs.list answers; each later one, `job`, is one job as it is
 * now. A client that cannot read a stream asks for the list every two seconds.
 */
export const jobStream = call({
  ...base,
  name: 'jobs.stream',
  kind: 'query',
  method: 'GET',
  path: `${path}/stream`,
  reply: { of: 'events', fields: jobFields },
})

/** What waits ends at once, what runs before its next item. */
export const jobCancel = call({
  ...base,
  name: 'jobs.cancel',
  kind: 'mutation',
  method: 'PUT',
  path: `${path}/{id}/cancel`,
  body: {},
  reply: { of: 'record', fields: jobFields },
})

/** Only of a job that failed for good. */
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
