import { sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { promotionCode } from '#contract/sections/promotion/promotion-code.ts'
import { serve } from '#server/crud/serve.ts'
import type { Db } from '#server/db/database.ts'
import { orders, promoCodes, promoRedemptions } from '#server/db/tables/commerce.ts'
import { fieldError } from '#server/platform/core/problem.ts'
import { type Refusal, refusal } from '#server/platform/core/refusal.ts'
import { applyCode } from './promotion-code/apply.ts'
import { listBatches, switchBatch } from './promotion-code/batches.ts'
import { makeCodes } from './promotion-code/bulk.ts'
import { exportUses, listUses } from './promotion-code/uses.ts'

const today = sql`(now() at time zone 'Asia/Jakarta')::date`

const status = sql`case
  when not ${promoCodes.is_active} then 'off'
  when ${promoCodes.end} < ${today} then 'ended'
  when ${promoCodes.used} >= ${promoCodes.quota} then 'used_up'
  when ${promoCodes.start} > ${today} then 'planned'
  else 'running' end`

/** Used codes cannot be deleted: orders name them. */
async function usedOnes(db: Db, rows: readonly AnyRow[]): Promise<Map<number, Refusal>> {
  const list = sql.join(
    rows.map(({ id }) => sql`${id}`),
    sql`, `,
  )
  const { rows: counted } = await db.execute<{ id: string; times: number }>(sql`
    select id, count(distinct order_id)::int as times from (
      select ${promoRedemptions.promo_id} as id, ${promoRedemptions.order_id} as order_id from ${promoRedemptions}
      union all select ${orders.promo_id}, ${orders.id} from ${orders}
    ) as uses where id in (${list}) group by id`)
  const times = new Map(counted.map(({ id, times: uses }) => [Number(id), uses]))
  return new Map(
    rows.flatMap(({ id, code }): [number, Refusal][] => {
      const count = times.get(id)
      return count ? [[id, refusal('in_use', { title: toText(code) }, { transaction: count })]] : []
    }),
  )
}

export const promotionCodeApi = serve(promotionCode, promoCodes, {
  derived: { status },
  prepare({ values, before }) {
    values.code = toText(values.code).toUpperCase()
    const used = Number(before?.used ?? 0)
    if (typeof values.quota === 'number' && values.quota < used) throw fieldError('quota', 'min_value', { min: used })
  },
  refuseRemove: (db, rows) => (rows.length ? usedOnes(db, rows) : new Map()),
  calls: { used: listUses, usedExport: exportUses, bulk: makeCodes, batches: listBatches, switchBatch, apply: applyCode },
})
