import type { Area } from '#server/platform/core/area.ts'
import { exportChatJob } from './activity/export-chat.ts'
import { mountReports } from './mount.ts'

export const reportsArea: Area = { mount: mountReports, jobs: () => [exportChatJob] }
