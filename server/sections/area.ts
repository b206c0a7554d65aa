import type { Hono } from 'hono'
import { withProduct } from '#contract/choices/product.ts'
import type { PlaceCall } from '#server/crud/import/api.ts'
import type { SectionApi } from '#server/crud/serve.ts'
import type { Area } from '#server/platform/core/area.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { sectionApis } from './index.ts'

/** A regular section; without auth only the list of one that needs it, because others still draw their options from it. */
function mountSection(app: Hono, platform: Platform, api: SectionApi): void {
  const { auth, product } = platform.settings
  const place: PlaceCall = (call) => ({ ...call, path: withProduct(call.path, product) })
  api.mount(app, platform, { place, ...(api.section.needsAuth && !auth && { only: ['list'] }) })
}

export const sectionsArea: Area = {
  mount(app, platform) {
    for (const api of Object.values(sectionApis)) mountSection(app, platform, api)
  },
}
