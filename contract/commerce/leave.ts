/** Leave (cuti): days on which a member's access is paused (docs/product/members.md#leave). Days are 'YYYY-MM-DD'. */
import { daysBetween } from '../lib/wib.ts'

export const maxLeaveDays = 90

export const leaveStatuses = ['planned', 'running', 'stopped', 'ended'] as const
export type LeaveStatus = (typeof leaveStatuses)[number]

export interface Leave {
  /** First and last day without access. */
  start: string
  end: string
  /** First day of access after an early stop. */
  stopped_on?: string | null
}

/** Returns its planned days, inclusive. */
export const leaveDays = ({ start, end }: Leave): number => daysBetween(start, end) + 1

export function leaveStatus({ start, end, stopped_on }: Leave, today: string): LeaveStatus {
  if (stopped_on) return 'stopped'
  if (today < start) return 'planned'
  return today <= end ? 'running' : 'ended'
}

/** Returns the days taken if it is stopped today; none before it starts, all of them after its end. */
export const daysTaken = (leave: Leave, today: string): number => Math.min(Math.max(daysBetween(leave.start, today), 0), leaveDays(leave))
