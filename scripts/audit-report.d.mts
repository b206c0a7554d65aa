export interface Finding {
  name: string
  severity: string
  range: string
  titles: string[]
  isFixable: boolean
}
export type AuditReport = { is: 'unanswered'; why: string } | { is: 'clean' | 'findings'; findings: Finding[] }

/** Reads what `npm audit --json` wrote. */
export function readAudit(text: string): AuditReport
