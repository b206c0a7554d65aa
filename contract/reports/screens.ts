import type { ReportName } from './index.ts'

interface ReportScreen {
  report: ReportName
  /** Of the navigation, where it stands under Sales. */
  icon: string
}

/** The screens of reports by the last part of their path, in the order of the navigation. */
export const reportScreens: Readonly<Record<string, ReportScreen>> = {
  quantity: { report: 'sales-report', icon: 'chart-column' },
  'score-board': { report: 'scoreboard', icon: 'medal' },
}

/** Where `/report` and `/report/list` lead. */
export const firstReport = 'quantity'

/** What the navigation and the guard call the screen of a path: its words are `nav.<name>`. */
export const reportArea = (path: string): string => `report-${path}`
