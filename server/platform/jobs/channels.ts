/** `waiting` carries a lane with due jobs, `changed` the number of a job whose display has changed. */
export const channels = { waiting: 'jobs_waiting', changed: 'jobs_changed' } as const
