/** Orders that currently use a code. Salespeople see their own, and those of their members. */

import { and, eq, isNull, or, type SQL } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { promotionCode } from '#contract/sections/promotion/promotion-code.ts'
import { plainQuery, readPage } from '#server/crud/query/plain-list.ts'
import { findRow } from '#server/crud/query/read.ts'
import type { Handler } from '#server/crud/rules.ts'
import { momentCell } from '#server/crud/sheets/cells.ts'
import { csvWriter } from '#server/crud/sheets/csv-stream.ts'
import { sheetTypes } from '#server/crud/sheets/export.ts'
import { xlsxWriter } from '#server/crud/sheets/xlsx-stream.ts'
import type { Db } from '#server/db/database.ts'
import { orders, promoRedemptions } from '#server/db/tables/commerce.ts'
import { members } from '#server/db/tables/members.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import { Download } from '#server/platform/http/reply.ts'

function usesOf(code: number, user: CurrentUser): SQL | undefined {
  const own = user.isSales ? or(eq(orders.sales, user.id), eq(members.sales_id, user.id)) : undefined
  return and(eq(promoRedemptions.promo_id, code), isNull(promoRedemptions.released_at), own)
}

const columns = {
  id: promoRedemptions.id,
  member_id: promoRedemptions.member_id,
  member_name: members.name,
  order_id: promoRedemptions.order_id,
  order_number: orders.order_number,
  amount: promoRedemptions.amount,
  created_at: promoRedemptions.created_at,
}

const select = (db: Db, where: SQL | undefined) =>
  db
    .select(columns)
    .from(promoRedemptions)
    .innerJoin(orders, eq(orders.id, promoRedemptions.order_id))
    .innerJoin(members, eq(members.id, promoRedemptions.member_id))
    .where(where)
    .$dynamic()

const usedCall = sectionCall(promotionCode, 'used')
const listed = { columns, search: ['member_name', 'order_number'], sort: 'id desc' }

export const listUses: Handler = async ({ db, user, params, list }, { shape }) => {
  const { id } = await findRow(db, shape, user, params.id ?? '')
  return readPage(db, list, usedCall, listed, (where) => select(db, and(usesOf(id, user), where)))
}

const header = ['Member', 'Order number', 'Amount', 'Used at']

export const exportUses: Handler = async ({ db, user, params, list, query, address }, { platform, shape }) => {
  const { id, code } = await findRow(db, shape, user, params.id ?? '')
  const format = query.format === 'csv' ? 'csv' : 'xlsx'
  const { where, order } = plainQuery(list, usedCall, listed)
  const rows = await select(db, and(usesOf(id, user), where)).orderBy(...order)
  const detail = `${shape.section.name} ${toText(code)}: ${rows.length} uses as ${format}`
  await platform.securityLog.write(db, { event: 'export', user: user.id, name: user.name, address, detail })
  const name = `${shape.section.name}-${toText(code)}-${wibDay(new Date())}.${format}`
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      const out = (bytes: Uint8Array<ArrayBuffer>) => controller.enqueue(bytes)
      const writer = format === 'csv' ? csvWriter(header, out) : xlsxWriter(toText(code), header, out)
      writer.rows(rows.map((row) => [row.member_name, row.order_number, row.amount, momentCell(row.created_at)]))
      writer.end()
      controller.close()
    },
  })
  return new Download(stream, name, sheetTypes[format])
}
