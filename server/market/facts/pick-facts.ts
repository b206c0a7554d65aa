/** The newest recommendation of a stock and its state, for members of its audience (docs/product/assistant.md#facts). */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { formatIndonesian, formatIndonesianGain } from '#contract/lib/number-text.ts'
import type { PickLife } from '#contract/market/pick-life.ts'
import { rangeOf, targetsOf } from '#contract/sections/stock/pick-rules.ts'
import type { PickKind } from '#contract/sections/stock/recommendation.ts'
import { memberships } from '#server/db/tables/commerce.ts'
import { stockPicks } from '#server/db/tables/picks.ts'
import { stocks } from '#server/db/tables/stock.ts'
import { followBuys, wasPublished } from '../picks/lives.ts'
import type { Fact, FactSource } from './fact.ts'

const dayOf = new Intl.DateTimeFormat('id', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Asia/Jakarta' })

const kinds: Readonly<Record<PickKind, string>> = {
  buy: 'beli',
  sell: 'jual',
  'hold-buy': 'tahan',
  'hold-no-buy': 'tahan tanpa menambah',
  'no-buy': 'jangan beli',
  custom: 'catatan',
  watchlist: 'daftar pantau',
}
const states = {
  waiting: 'menunggu harga beli',
  entered: 'sudah dibeli dan masih dipegang',
  closed: 'sudah ditutup',
  expired: 'kedaluwarsa',
}
const isKind = (kind: string): kind is PickKind => Object.hasOwn(kinds, kind)

/** Gain of a pick; while waiting, the distance of the price from its entry. */
function resultOf({ gain, distance }: PickLife): string[] {
  if (distance === null) return gain === null ? [] : [`${formatIndonesianGain(gain)} %`]
  if (distance === 0) return ['harga terakhir di dalam rentang harga beli']
  return [`harga terakhir ${formatIndonesian(Math.abs(distance))} % di ${distance > 0 ? 'atas' : 'bawah'} harga beli`]
}

/** Products as named by audiences: by their name, or sold with access to others. */
export const accessOf = (products: readonly string[]) => {
  const own = sql`array(select jsonb_array_elements_text(${JSON.stringify(products)}::jsonb))`
  return sql`array(select lower(name) from unnest(${own}) as name
    union select jsonb_array_elements_text(${memberships.access_type}) from ${memberships} where ${memberships.product} = any(${own}))`
}

export const pickFacts: FactSource = async (db, codes, { products }) => {
  if (!products.length) return []
  const { id, stock_id, kind, published_on, buy_price, target_price, stop_loss, status } = stockPicks
  const newest = await db
    .selectDistinctOn([stock_id], { id, code: stocks.code, kind, published_on, buy_price, target_price, stop_loss })
    .from(stockPicks)
    .innerJoin(stocks, eq(stocks.id, stock_id))
    .where(and(inArray(stocks.code, [...codes]), wasPublished, eq(status, 'publish'), sql`${stockPicks.audience} ?| ${accessOf(products)}`))
    .orderBy(stock_id, sql`${published_on} desc nulls last, ${id} desc`)
  const buys = newest.filter((row) => row.kind === 'buy').map((row) => row.id)
  const lives = new Map(buys.length ? (await followBuys(db, inArray(id, buys))).map((buy) => [buy.id, buy.life]) : [])
  return codes.flatMap((code): Fact[] => {
    const row = newest.find((each) => each.code === code)
    if (!row?.published_on || !isKind(row.kind)) return []
    const { from, to } = rangeOf(row)
    const targets = targetsOf(row)
    const life = lives.get(row.id)
    const levels = [
      ...(targets.length ? [`target ${targets.map((each) => formatIndonesian(each)).join('/')}`] : []),
      ...(row.stop_loss === null ? [] : [`stop loss ${formatIndonesian(row.stop_loss)}`]),
    ]
    const parts = [
      `Rekomendasi terakhir ${code} (${[dayOf.format(new Date(row.published_on)), ...levels].join('; ')}): ${kinds[row.kind]}`,
      ...(from === null || to === null ? [] : [`di ${formatIndonesian(from)}-${formatIndonesian(to)}`]),
      ...(life ? [states[life.state], ...resultOf(life)] : []),
    ]
    return [{ kind: 'pick', code, source: `Rekomendasi ${code}`, text: `${parts.join(', ')}.` }]
  })
}
