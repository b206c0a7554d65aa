import { ReportScreen, type ReportScreenProps } from '../report-screen.tsx'
import { ActivityTabs } from './activity-tabs.tsx'
import { ExportChatButton } from './export-chat-button.tsx'

/** What sales and support did (docs/product/reports.md#activity-of-sales). */
export const ActivityScreen = (props: ReportScreenProps) => (
  <ReportScreen {...props} tabs={<ActivityTabs />} actions={<ExportChatButton />} />
)
