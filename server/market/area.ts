import type { Area } from '#server/platform/core/area.ts'
import type { Schedule } from '#server/platform/jobs/schedules.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { pickMessages } from './picks/push.ts'
import { mountPerformance } from './portfolios/mount.ts'
import { startCalendar } from './stocks/calendar.ts'
import { priceFeed } from './stocks/feed.ts'

/** Only where a source of prices is configured. */
const feedOf = ({ priceFeedUrl }: Settings): readonly Schedule[] =>
  priceFeedUrl === null ? [] : [{ name: 'price-feed', kind: priceFeed(priceFeedUrl), every: 900 }]

/** Stocks, picks and portfolios. */
export const marketArea: Area = {
  mount: mountPerformance,
  starts: [startCalendar],
  jobs: (settings) => [pickMessages, ...feedOf(settings).map(({ kind }) => kind)],
  schedules: feedOf,
}
