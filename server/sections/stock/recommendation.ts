import { inArray, sql } from 'drizzle-orm'
import { recommendation } from '#contract/sections/stock/recommendation.ts'
import { serve } from '#server/crud/serve.ts'
import { stockPicks } from '#server/db/tables/picks.ts'
import { stockPrices } from '#server/db/tables/stock.ts'
import { followBuys } from '#server/market/picks/lives.ts'
import { findNearLevels } from '#server/market/picks/near-levels.ts'
import { sendLater } from '#server/market/picks/push.ts'
import { preparePick, refuseRemovePick } from '#server/market/picks/write.ts'

export const recommendationApi = serve(recommendation, stockPicks, {
  derived: {
    current_price: sql`(select ${stockPrices.close} from ${stockPrices} where ${stockPrices.stock_id} = ${stockPicks.stock_id}
      order by ${stockPrices.date} desc limit 1)`,
    life: 'elsewhere',
  },
  async enrich(db, rows) {
    const buys = rows.filter(({ kind }) => kind === 'buy').map(({ id }) => id)
    const followed = buys.length ? await followBuys(db, inArray(stockPicks.id, buys)) : []
    const lives = new Map(
      followed.map(({ id, sell, life: { entry, targets, from: _, ratio: __, ...life } }) => {
        const coming = life.state === 'waiting' || life.state === 'entered' ? sell : null
        return [
          id,
          {
            ...{ ...life, entered_on: entry?.date ?? null, entry_price: entry?.price ?? null },
            targets: targets.map((price) => ({ price })),
            ...{ sell_id: coming?.id ?? null, sell_at: coming?.at ?? null, sell_price: coming?.price ?? null },
          },
        ]
      }),
    )
    for (const row of rows) row.life = lives.get(row.id) ?? null
  },
  matching: { near: findNearLevels },
  prepare: preparePick,
  afterChange: sendLater,
  refuseRemove: refuseRemovePick,
})
