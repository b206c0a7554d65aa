/** The registry of reports. Each is a chunk of its own in the console; the API loads them all. */
export const reports = {
  'sales-report': () => import('./sales-report.ts').then((module) => module.salesReport),
  'sales-activity': () => import('./sales-activity.ts').then((module) => module.salesActivity),
  'support-activity': () => import('./support-activity.ts').then((module) => module.supportActivity),
  'lead-sources': () => import('./lead-sources.ts').then((module) => module.leadSources),
  'new-members': () => import('./new-members.ts').then((module) => module.newMembers),
  scoreboard: () => import('./scoreboard.ts').then((module) => module.scoreboard),
}

export type ReportName = keyof typeof reports
