/** Creates many codes for one use each, with the terms of one code. */

import { randomInt } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { selectRows } from '#server/crud/query/rows.ts'
import type { Handler } from '#server/crud/rules.ts'
import { describeActor, publishChange } from '#server/crud/write/publish-change.ts'
import { promoCodes } from '#server/db/tables/commerce.ts'

/** Without characters that are confused when read aloud or typed. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 8
/** Distinguishes batches of a day and prefix. */
const suffixLength = 4
const part = 1_000

const randomLetters = (count: number) => Array.from({ length: count }, () => letters[randomInt(letters.length)]).join('')

export const makeCodes: Handler = async (request, { platform, shape, before }) => {
  if (!before) throw new Error('codes are made from one')
  const { db, user, body } = request
  const [template] = await db
    .select()
    .from(promoCodes)
    .where(inArray(promoCodes.id, [before.id]))
  if (!template) throw new Error('the record is gone within its own transaction')
  const count = Number(body.count)
  const prefix = toText(body.prefix ?? template.code.slice(0, 24)).toUpperCase()
  const { name, discount_kind, value, max_discount, min_amount, products, type, member_limit, start, end } = template
  const terms = { name, discount_kind, value, max_discount, min_amount, products, type, member_limit, start, end }
  const batch = `${prefix}-${wibDay(new Date()).slice(2).replaceAll('-', '')}-${randomLetters(suffixLength)}`
  const made = { ...terms, quota: 1, is_active: true, batch, created_by: user.name, updated_by: user.name }
  let done = 0
  while (done < count) {
    const codes = Array.from({ length: Math.min(part, count - done) }, () => ({
      ...made,
      ref: uuidv7(),
      code: prefix + randomLetters(length),
    }))
    // An existing code is drawn again.
    const written = await db.insert(promoCodes).values(codes).onConflictDoNothing().returning({ id: promoCodes.id })
    const ids = written.map(({ id }) => id)
    const rows = ids.length ? await selectRows(db, shape, { where: inArray(promoCodes.id, ids) }) : []
    await publishChange(
      shape,
      rows.map((after) => ({ ...describeActor(platform, request), before: null, after, input: after })),
    )
    done += ids.length
  }
  return { message: `${count} codes were made` }
}
