import type { Area } from '#server/platform/core/area.ts'
import { exportChatJob } from './activity/export-chat.ts'
import { mountReports } from './mount.ts'
import { salesRollUp } from './sales/roll-up-sales.ts'

export const reportsArea: Area = {
  mount: mountReports,
  jobs: () => [exportChatJob, salesRollUp],
  schedules: () => [{ name: 'sales-roll-up', kind: salesRollUp, every: 300 }],
}
