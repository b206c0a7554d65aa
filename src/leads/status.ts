import { type LeadStatus, leadStatuses } from '#contract/choices/options.ts'

export function isLeadStatus(value: unknown): value is LeadStatus {
  return leadStatuses.some((status) => status === value)
}
