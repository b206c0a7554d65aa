/**
 * Status and assignment of leads, with a result per lead (docs/product/leads.md#status-and-assignment, contract/sections/sales/leads.ts).
 */
import type { Hono } from 'hono'
import { leadAssign, leadStatus, leads as section } from '#contract/sections/sales/leads.ts'
import type { PlaceCall } from '#server/crud/import/api.ts'
import { resolveReferences } from '#server/crud/query/references.ts'
import { refuseTransfer, setAll } from '#server/crud/write/set-all.ts'
import { salesNames } from '#server/people/lead-names.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import { leadsApi } from './api.ts'

const { shape } = leadsApi

/** Returns the salesperson by number and name; empty for none. Throws 422 for an unknown one. */
async function salesOf(request: CallRequest) {
  const { db, body } = request
  const { sales } = await resolveReferences(request, { sales: section.fields.sales }, { sales: body.sales })
  const id = Number(sales)
  return id === 0 ? { sales: null, sales_name: null } : { sales: id, sales_name: (await salesNames(db, [id])).get(id) ?? null }
}

/** Fixed paths, so mounted before the section's own `{id}`. */
export function mountLeadBulk(app: Hono, platform: Platform, place: PlaceCall): void {
  mount(app, platform, place(leadStatus), (request) => setAll(platform, shape, request, { status: request.body.status }))
  mount(app, platform, place(leadAssign), async (request) => {
    refuseTransfer(request)
    return setAll(platform, shape, request, await salesOf(request))
  })
}
