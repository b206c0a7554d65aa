import type { Hono } from 'hono'
import { withProduct } from '#contract/choices/product.ts'
import type { SectionApi } from '#server/crud/serve.ts'
import type { Area } from '#server/platform/core/area.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { sectionApis } from './index.ts'
import { commerceCounts } from './quick-counts.ts'

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

export const sectionsArea: Area = {
  mount(app, platform) {
    for (const api of Object.values(sectionApis)) mountSection(app, platform, api)
  },
  counter: commerceCounts,
}
