/** `waiting` carries the lane that has something to do, `changed` the number of a job that others see differently now. */
export const channels = { waiting: 'jobs_waiting', changed: 'jobs_changed' } as const
