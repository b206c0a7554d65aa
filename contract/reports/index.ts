/** The registry of reports. Each is a chunk of its own in the console; the API loads them all. */
export const reports = {
  'sales-report': () => import('./sales-report.ts').then((module) => module.salesReport),
  scoreboard: () => import('./scoreboard.ts').then((module) => module.scoreboard),
}

export type ReportName = keyof typeof reports
