import type { Area } from '#server/platform/core/area.ts'
import { leadsApi } from './api.ts'
import { mountLeadAttachments } from './attachments.ts'
import { mountLeadBulk } from './bulk.ts'
import { mountLeadImport } from './import.ts'
import { leadCounts } from './quick-counts.ts'

/** Back-office mode has leads at a path of their own (docs/product/access.md#back-office-mode). */
export const leadsArea: Area = {
  mount(app, platform) {
    const { path, backOffice } = leadsApi.section
    const at = platform.settings.backOffice && typeof backOffice === 'object' ? backOffice.path : path
    mountLeadBulk(app, platform, at)
    mountLeadAttachments(app, platform, at)
    mountLeadImport(app, platform, at)
    leadsApi.mount(app, platform, { at })
  },
  counter: leadCounts,
}
