/** Every area of the API beside the platform's own. Fixed paths are mounted before `{id}` paths of the same shape. */
import type { Hono } from 'hono'
import type { Platform } from '#server/platform/context.ts'
import { startDeliveries } from './chat/channel/deliver.ts'
import { startIdle } from './chat/channel/idle.ts'
import { mountSimulator } from './chat/channel/simulator-api.ts'
import { startTemplates } from './chat/channel/template-cache.ts'
import { mountWebhook } from './chat/channel/webhook.ts'
import { startCredentials } from './chat/credentials.ts'
import { mountChat } from './chat/mount.ts'
import { chatCounts } from './chat/quick-counts.ts'
import type { SectionApi } from './crud/serve.ts'
import { startDemo } from './demo/start.ts'
import { leadsApi } from './leads/api.ts'
import { mountLeadAttachments } from './leads/attachments.ts'
import { mountLeadBulk } from './leads/bulk.ts'
import { mountLeadExport } from './leads/export.ts'
import { mountLeadImport, startImports } from './leads/import.ts'
import { leadCounts } from './leads/quick-counts.ts'
import { leadsSync } from './leads/sync.ts'
import { startFirstUser } from './platform/first-user.ts'
import { housekeeping } from './platform/housekeeping.ts'
import { startJobs } from './platform/jobs/start.ts'
import { mountQuickPanel } from './platform/quick-panel.ts'
import { startAudience } from './push/audience.ts'
import { mountPush } from './push/subscriptions.ts'
import { roleApi } from './sections/auth/role.ts'
import { securityLogApi } from './sections/auth/security-log.ts'
import { userApi } from './sections/auth/user.ts'
import { mountUserAccounts } from './sections/auth/user-account.ts'
import { forYouApi } from './sections/content/for-you.ts'
import { autoTextApi } from './sections/other/auto-text.ts'
import { tagManagerApi } from './sections/other/tag-manager.ts'
import { campaignApi } from './sections/promotion/campaign.ts'
import { bankApi } from './sections/settings/bank.ts'
import { startForgetting } from './sync/forget.ts'
import { mountSync } from './sync/mount.ts'
import { mountReplay } from './sync/replay.ts'

export type Area = (app: Hono, platform: Platform) => void

const regular =
  (api: SectionApi): Area =>
  (app, platform) =>
    api.mount(app, platform)

/** Hidden in back-office mode (part-1 section 2). */
const fullModeOnly =
  (api: SectionApi): Area =>
  (app, platform) => {
    if (!platform.settings.backOffice) api.mount(app, platform)
  }

/** Without auth there is no managing of users; lists still draw their options from them. */
const managed =
  (api: SectionApi): Area =>
  (app, platform) =>
    platform.settings.auth ? api.mount(app, platform) : api.mount(app, platform, { only: ['list'] })

/** Back-office mode has leads at a path of their own (part-2 section 6). */
const leadArea: Area = (app, platform) => {
  const { path, backOfficePath } = leadsApi.section
  const at = platform.settings.backOffice && backOfficePath ? backOfficePath : path
  mountLeadBulk(app, platform, at)
  mountLeadAttachments(app, platform, at)
  mountLeadImport(app, platform, at)
  mountLeadExport(app, platform, at)
  leadsApi.mount(app, platform, { at })
}

export const areas: readonly Area[] = [
  leadArea,
  fullModeOnly(bankApi),
  fullModeOnly(tagManagerApi),
  regular(autoTextApi),
  regular(campaignApi),
  (app, platform) => {
    if (platform.settings.auth) mountUserAccounts(app, platform)
  },
  managed(userApi),
  managed(roleApi),
  regular(securityLogApi),
  regular(forYouApi),
  /** Hidden in back-office mode (part-1 section 2). */
  (app, platform) => {
    if (!platform.settings.backOffice) mountChat(app, platform)
  },
  /** Both sections are hidden in back-office mode. */
  (app, platform) => mountQuickPanel(app, platform, platform.settings.backOffice ? [] : [leadCounts, chatCounts]),
  mountWebhook,
  mountSimulator,
  mountPush,
  (app, platform) => mountSync(app, platform, [leadsSync]),
  mountReplay,
]

/** What runs once per start, after the migrations and before the first request, such as filling demo data. */
export type Start = (platform: Platform) => Promise<void>
export const starts: readonly Start[] = [
  startDemo,
  (platform) => startFirstUser(platform),
  startForgetting,
  startImports,
  startAudience,
  startCredentials,
  startTemplates,
  startDeliveries,
  startIdle,
  (platform) =>
    startJobs(platform, [housekeeping], [{ name: 'housekeeping', kind: housekeeping, every: 86_400, at: 2 * 3_600, delay: 900 }]),
]
