import { firstPage } from '#contract/kit/field/list-query.ts'
import type { Db } from '#server/db/database.ts'
import type { Work } from '#server/platform/core/background.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'

/** Returns the request of an import's row, as its owner would send it. `after`: work after the part's commit. */
export function rowRequest(user: CurrentUser, db: Db, after: (work: Work) => void, more: Partial<CallRequest> = {}): CallRequest {
  return {
    ...{
      user,
      db,
      after,
      session: null,
      member: null,
      address: '',
      host: '',
      agent: '',
      mayUseDemo: false,
      params: {},
      list: firstPage,
      query: {},
    },
    ...{ body: {}, raw: null, mutation: null, ref: null, ifMatch: null, versions: [], mask: null, ids: [], isImport: true, ...more },
  }
}
