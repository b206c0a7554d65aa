import type { Area } from '#server/platform/core/area.ts'
import { alertMembers } from './alerts.ts'
import { eraseMembers } from './erasure/erase.ts'

/** Scheduled jobs of members. */
export const memberArea: Area = {
  jobs: () => [alertMembers, eraseMembers],
  schedules: () => [
    { name: 'member-alerts', kind: alertMembers, every: 86_400, at: 300 },
    { name: 'member-erasure', kind: eraseMembers, every: 3_600 },
  ],
}
