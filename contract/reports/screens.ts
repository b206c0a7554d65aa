import type { ReportName } from './index.ts'

interface ReportScreen {
  /** They share period and permission. */
  reports: readonly [ReportName, ...ReportName[]]
  /** Of the navigation, where it stands under Sales. */
  icon: string
}

/** The screens of reports by what their path has after /report, in the order of the navigation. */
export const reportScreens: Readonly<Record<string, ReportScreen>> = {
  quantity: { reports: ['sales-report'], icon: 'chart-column' },
  'score-board': { reports: ['scoreboard'], icon: 'medal' },
  'activity/list': { reports: ['sales-activity', 'support-activity'], icon: 'activity' },
}

/** Where `/report` and `/report/list` lead. */
export const firstReport = 'quantity'

/** Activity, and beside it what was exported of it: a list without numbers. */
export const activityPaths = { list: 'activity/list', history: 'activity/history' } as const
