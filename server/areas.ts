/** Every area of the API beside the platform's own. Fixed paths are mounted before `{id}` paths of the same shape. */
import type { Hono } from 'hono'
import { withProduct } from '#contract/choices/product.ts'
import { listProblems } from '#contract/kit/section/check-lists.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { sections } from '#contract/sections/index.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { startBot } from './assistant/bot/settings.ts'
import { parseJob, startKnowledge } from './assistant/knowledge/job.ts'
import { mountChanges } from './crud/changed-stream.ts'
import { startForgettingImports } from './crud/import/forget.ts'
import { importJob, undoImportJob } from './crud/import/job.ts'
import type { SectionApi } from './crud/serve.ts'
import { startDemo } from './demo/start.ts'
import { startDeliveries } from './inbox/channel/deliver.ts'
import { startIdle } from './inbox/channel/idle.ts'
import { startTemplates } from './inbox/channel/template-cache.ts'
import { mountWebhook } from './inbox/channel/webhook.ts'
import { mountChat } from './inbox/mount.ts'
import { alertJob } from './inbox/questions/alert.ts'
import { answerJob } from './inbox/questions/algo.ts'
import { conversationJob } from './inbox/questions/conversation.ts'
import { mountQuestions } from './inbox/questions/mount.ts'
import { startCredentials } from './inbox/rooms/credentials.ts'
import { chatCounts } from './inbox/rooms/quick-counts.ts'
import { mountSimulator } from './inbox/simulator-api.ts'
import { leadsApi } from './leads/api.ts'
import { mountLeadAttachments } from './leads/attachments.ts'
import { mountLeadBulk } from './leads/bulk.ts'
import { mountLeadImport } from './leads/import.ts'
import { leadCounts } from './leads/quick-counts.ts'
import { pickMessages } from './market/picks/push.ts'
import { mountPerformance } from './market/portfolios/mount.ts'
import { startCalendar } from './market/stocks/calendar.ts'
import { priceFeed } from './market/stocks/feed.ts'
import { startFirstUser } from './platform/auth/first-user.ts'
import { housekeeping } from './platform/jobs/housekeeping.ts'
import { startJobs } from './platform/jobs/start.ts'
import { mountQuickPanel } from './platform/routes/quick-panel.ts'
import { startAudience } from './push/audience.ts'
import { mountPush } from './push/subscriptions.ts'
import { mountUserAccounts } from './sections/auth/user-account.ts'
import { sectionApis } from './sections/index.ts'
import { alertMembers } from './sections/member/alerts.ts'
import { eraseMembers } from './sections/member/erasure/erase.ts'
import { memberApi } from './sections/member/member.ts'
import { mountShortLinks } from './sections/other/short-link/redirect.ts'
import { mountTickerLog } from './sections/promotion/ticker.ts'
import { commerceCounts } from './sections/quick-counts.ts'
import { orderDue } from './sections/sales/due.ts'
import { confirmationJob } from './sections/sales/order/confirmation.ts'
import { moveProofs } from './sections/sales/order/move-proofs.ts'
import { rewardsDue } from './sections/sales/reward.ts'
import { startForgetting } from './sync/forget.ts'
import { mountSync } from './sync/mount.ts'
import { mountReplay } from './sync/replay.ts'

export type Area = (app: Hono, platform: Platform) => void

/**
 * A regular section where its definition puts it: not at all where back-office mode hides it (docs/product/access.md#back-office-mode),
 * and without auth only the list of one that needs it, because others still draw their options from it.
 */
function mountSection(app: Hono, platform: Platform, api: SectionApi): void {
  const { backOffice, needsAuth, path } = api.section
  const { settings } = platform
  if (settings.backOffice && backOffice === 'hidden') return
  const at = settings.backOffice && typeof backOffice === 'object' ? backOffice.path : withProduct(path, settings.product)
  api.mount(app, platform, { at, ...(needsAuth && !settings.auth && { only: ['list'] }) })
}

/** Back-office mode has leads at a path of their own (docs/product/access.md#back-office-mode). */
const leadArea: Area = (app, platform) => {
  const { path, backOffice } = leadsApi.section
  const at = platform.settings.backOffice && typeof backOffice === 'object' ? backOffice.path : path
  mountLeadBulk(app, platform, at)
  mountLeadAttachments(app, platform, at)
  mountLeadImport(app, platform, at)
  leadsApi.mount(app, platform, { at })
}

export const areas: readonly Area[] = [
  leadArea,
  (app, platform) => {
    if (platform.settings.auth) mountUserAccounts(app, platform)
  },
  mountQuestions,
  (app, platform) => {
    for (const api of Object.values(sectionApis)) mountSection(app, platform, api)
  },
  /** Hidden in back-office mode (docs/product/access.md#back-office-mode). */
  (app, platform) => {
    if (!platform.settings.backOffice) mountChat(app, platform)
  },
  /** Both sections are hidden in back-office mode. */
  (app, platform) => mountQuickPanel(app, platform, platform.settings.backOffice ? [] : [leadCounts, chatCounts, commerceCounts]),
  (app, platform) => {
    if (!platform.settings.backOffice) mountPerformance(app, platform)
  },
  mountTickerLog,
  mountShortLinks,
  mountWebhook,
  mountSimulator,
  mountPush,
  (app, platform) =>
    mountSync(app, platform, [
      { area: 'leads', api: leadsApi },
      { area: 'member', api: memberApi },
    ]),
  mountChanges,
  mountReplay,
]

/** What runs once per start, after the migrations and before the first request, such as filling demo data. */
export type Start = (platform: Platform) => Promise<void>
export const starts: readonly Start[] = [
  async () => {
    const problems = listProblems(await Promise.all(Object.values(sections).map((load): Promise<Section> => load())))
    if (problems.length) throw new Error(problems.join('; '))
  },
  startCalendar,
  startDemo,
  startBot,
  startKnowledge,
  moveProofs,
  (platform) => startFirstUser(platform),
  startForgetting,
  startForgettingImports,
  startAudience,
  startCredentials,
  startTemplates,
  startDeliveries,
  startIdle,
  (platform) => {
    const { priceFeedUrl } = platform.settings
    const feed = priceFeedUrl === null ? [] : [{ name: 'price-feed', kind: priceFeed(priceFeedUrl), every: 900 }]
    return startJobs(
      platform,
      [
        housekeeping,
        importJob,
        undoImportJob,
        alertMembers,
        eraseMembers,
        orderDue,
        confirmationJob,
        rewardsDue,
        pickMessages,
        answerJob,
        alertJob,
        conversationJob,
        parseJob,
        ...feed.map(({ kind }) => kind),
      ],
      [
        { name: 'housekeeping', kind: housekeeping, every: 86_400, at: 2 * 3_600, delay: 900 },
        { name: 'member-alerts', kind: alertMembers, every: 86_400, at: 300 },
        { name: 'member-erasure', kind: eraseMembers, every: 3_600 },
        { name: 'order-due', kind: orderDue, every: 60 },
        { name: 'rewards', kind: rewardsDue, every: 86_400, at: 0 },
        ...feed,
      ],
    )
  },
]
