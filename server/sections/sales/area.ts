import type { Area } from '#server/platform/core/area.ts'
import { orderDue } from './due.ts'
import { confirmationJob } from './order/confirmation.ts'
import { moveProofs } from './order/move-proofs.ts'
import { commerceCounts } from './quick-counts.ts'
import { rewardsDue } from './reward.ts'

/** Orders and rewards beside their sections. */
export const salesArea: Area = {
  starts: [moveProofs],
  jobs: () => [orderDue, confirmationJob, rewardsDue],
  schedules: () => [
    { name: 'order-due', kind: orderDue, every: 60 },
    { name: 'rewards', kind: rewardsDue, every: 86_400, at: 0 },
  ],
  counter: commerceCounts,
}
