import { backOfficeTwin } from '#contract/kit/section/back-office.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { PlaceCall } from '#server/crud/import/api.ts'
import type { Area } from '#server/platform/core/area.ts'
import { leadsApi } from './api.ts'
import { mountLeadAttachments } from './attachments.ts'
import { mountLeadBulk } from './bulk.ts'
import { mountLeadImport } from './import.ts'
import { leadCounts } from './quick-counts.ts'

/** On both paths, whatever mode a console is in (docs/product/access.md#back-office-mode). 'etf' is no id, so its calls come first. */
export const leadsArea: Area = {
  mount(app, platform) {
    const twin: PlaceCall = (call) => backOfficeTwin(call, leadsApi.section)
    for (const place of [twin, (call: Call) => call]) {
      mountLeadBulk(app, platform, place)
      mountLeadAttachments(app, platform, place)
      mountLeadImport(app, platform, place)
      leadsApi.mount(app, platform, { place })
    }
  },
  counter: leadCounts,
}
