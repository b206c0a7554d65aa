import type { Area } from '#server/platform/core/area.ts'
import { mountLandingPages } from './landing-page/mount.ts'
import { mountTickerLog } from './ticker.ts'

export const tickerArea: Area = { mount: mountTickerLog }

/** Public pages of the promotion. */
export const landingPagesArea: Area = { mount: mountLandingPages }
