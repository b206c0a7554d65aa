/** Every area of the API beside the platform's own calls, in order, and what is made of them. */
import type { Hono } from 'hono'
import type { Area } from '#server/platform/core/area.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { assistantArea } from './assistant/area.ts'
import { crudArea } from './crud/area.ts'
import { demoArea } from './demo/area.ts'
import { inboxArea } from './inbox/area.ts'
import { questionsArea } from './inbox/questions/area.ts'
import { leadsArea } from './leads/area.ts'
import { mailArea } from './mail/area.ts'
import { marketArea } from './market/area.ts'
import { memberAppArea } from './member-app/area.ts'
import { peopleArea } from './people/identity/backfill.ts'
import { platformArea } from './platform/area.ts'
import { startJobs } from './platform/jobs/start.ts'
import { mountQuickPanel } from './platform/routes/quick-panel.ts'
import { pushArea } from './push/area.ts'
import { reportsArea } from './reports/area.ts'
import { sectionsArea } from './sections/area.ts'
import { accountsArea } from './sections/auth/area.ts'
import { memberArea } from './sections/member/area.ts'
import { shortLinksArea } from './sections/other/area.ts'
import { eventsArea } from './sections/product/area.ts'
import { promotionArea } from './sections/promotion/area.ts'
import { salesArea } from './sections/sales/area.ts'
import { syncArea } from './sync/area.ts'
import { videoArea } from './video/area.ts'

/**
 * Fixed paths are mounted before `{id}` paths of the same shape, so sections come after what stands beside them. Demo data
 * needs the trading days, and the first user is made where demo data made none.
 */
const areas: readonly Area[] = [
  crudArea,
  videoArea,
  marketArea,
  demoArea,
  assistantArea,
  salesArea,
  platformArea,
  syncArea,
  pushArea,
  mailArea,
  memberAppArea,
  leadsArea,
  accountsArea,
  questionsArea,
  memberArea,
  inboxArea,
  peopleArea,
  reportsArea,
  sectionsArea,
  promotionArea,
  shortLinksArea,
  eventsArea,
]

export function mountAreas(app: Hono, platform: Platform): void {
  for (const { mount } of areas) mount?.(app, platform)
  mountQuickPanel(
    app,
    platform,
    areas.flatMap(({ counter }) => counter ?? []),
  )
}

/** Starts the areas one after the other, and then the jobs of all of them. */
export async function startAreas(platform: Platform): Promise<void> {
  const { settings } = platform
  for (const { starts = [] } of areas) for (const start of starts) await start(platform)
  const jobs = areas.flatMap((area) => area.jobs?.(settings) ?? [])
  const schedules = areas.flatMap((area) => area.schedules?.(settings) ?? [])
  await startJobs(platform, jobs, schedules)
}
