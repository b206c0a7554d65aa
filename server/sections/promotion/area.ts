import type { Area } from '#server/platform/core/area.ts'
import { mountTickerLog } from './ticker.ts'

export const tickerArea: Area = { mount: mountTickerLog }
