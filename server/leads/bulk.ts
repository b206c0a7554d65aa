/** Status and assignment of one lead or many, with a verdict for each (part-2 section 7, contract/sections/leads.ts). */
import { inArray } from 'drizzle-orm'
import type { Hono } from 'hono'
import type { Call } from '#contract/kit/call.ts'
import type { Removal } from '#contract/kit/removal.ts'
import type { AnyRow } from '#contract/kit/section.ts'
import { leadAssign, leadStatus, leads as section } from '#contract/sections/leads.ts'
import { salesNames } from '#server/crud/lead-names.ts'
import { findRows } from '#server/crud/read.ts'
import { resolveReferences } from '#server/crud/references.ts'
import { entry, missingEntries } from '#server/crud/remove.ts'
import { type Key, selectRows } from '#server/crud/rows.ts'
import { announce, stamp } from '#server/crud/write.ts'
import { leads } from '#server/db/crm.ts'
import type { Platform } from '#server/platform/context.ts'
import { type CallRequest, mount } from '#server/platform/mount.ts'
import { ApiError } from '#server/platform/problem.ts'
import { leadsApi } from './api.ts'

const { shape } = leadsApi

const isKey = (value: unknown): value is Key => typeof value === 'number' || typeof value === 'string'

/** Sets the same values on every named lead this user sees. One lead alone that is gone answers 404. */
async function setAll(platform: Platform, request: CallRequest, values: Record<string, unknown>): Promise<Removal> {
  const { db, user, body } = request
  const keys = Array.isArray(body.ids) ? [...new Set(body.ids.filter(isKey))] : []
  const rows = await findRows(db, shape, user, keys, { lock: true })
  if (keys.length === 1 && !rows.length) throw new ApiError('not_found')
  const ids = rows.map(({ id }) => id)
  const after = new Map<number, AnyRow>()
  if (ids.length) {
    await db
      .update(leads)
      .set({ ...values, ...stamp(shape, user) })
      .where(inArray(leads.id, ids))
    for (const row of await selectRows(db, shape, { where: inArray(leads.id, ids) })) after.set(row.id, row)
  }
  await announce(
    shape,
    rows.map((before) => ({ platform, db, user, before, after: after.get(before.id) ?? null, input: values })),
  )
  return {
    message: rows.length ? 'Saved' : 'Nothing was changed',
    success_entities: rows.map((row) => ({ ...entry(row, 'Saved'), version: after.get(row.id)?.version ?? row.version })),
    failed_entities: missingEntries(keys, rows),
  }
}

/** The salesperson by number and name, nothing for nobody. Throws 422 for one that does not exist. */
async function salesOf({ db, body }: CallRequest) {
  const { sales } = await resolveReferences(db, { sales: section.fields.sales }, { sales: body.sales })
  const id = Number(sales)
  return id === 0 ? { sales: null, sales_name: null } : { sales: id, sales_name: (await salesNames(db, [id])).get(id) ?? null }
}

/** Below the path of the section, or below `at`. Fixed paths, so mounted before the section's own `{id}`. */
export function mountLeadBulk(app: Hono, platform: Platform, at: string): void {
  const below = <C extends Call>(call: C): C => ({ ...call, path: at + call.path.slice(section.path.length) })
  mount(app, platform, below(leadStatus), (request) => setAll(platform, request, { status: request.body.status }))
  mount(app, platform, below(leadAssign), async (request) => setAll(platform, request, await salesOf(request)))
}
