/** GET /api/quick-panel/data: each area counts a person's pending work among the rows they see. */
import type { Hono } from 'hono'
import { type QuickCount, quickPanel } from '#contract/quick-panel.ts'
import type { Db } from '#server/db/database.ts'
import type { CurrentUser, Platform } from '../core/context.ts'
import { mount } from '../http/mount.ts'

export interface QuickItem {
  name: QuickCount
  count: number
}

/** Of one area; nothing for those who may not see it. */
export type QuickCounter = (db: Db, user: CurrentUser, isBackOffice: boolean) => Promise<QuickItem[]>

export function mountQuickPanel(app: Hono, platform: Platform, counters: readonly QuickCounter[]): void {
  mount(app, platform, quickPanel, async ({ db, user, query }) => {
    const items: QuickItem[] = []
    for (const counted of counters) items.push(...(await counted(db, user, query.back_office === true)))
    return { items }
  })
}
