import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { CurrentUser } from '#server/platform/context.ts'
import { changes } from '#server/platform/tables.ts'
import { leadsApi } from './api.ts'

/** The former owner of a reassigned lead hears of it, so that it goes from their device. */
function visibleTo(user: CurrentUser): SQL {
  if (!user.isSales) return sql`true`
  const among = (audience: PgColumn) => sql`(${audience} ->> 'sales')::bigint in (0, ${user.id})`
  return sql`(${among(changes.audience_before)} or ${among(changes.audience_after)})`
}

export const leadsSync = { area: 'leads', api: leadsApi, permission: 'get crm', visibleTo } as const
