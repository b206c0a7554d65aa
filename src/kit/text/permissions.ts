import { useAccess } from '#console/data/api/session.ts'
import { passes, type Resource } from '#contract/kit/field/permission.ts'
import type { Section } from '#contract/kit/section/section.ts'

export interface May {
  create: boolean
  update: boolean
  delete: boolean
}

/** Permissions in a section; buttons are hidden without them (docs/product/access.md#permissions). */
export function useMay(section: Pick<Section, 'permission' | 'actions'>): May {
  const access = useAccess()
  const may = (action: 'create' | 'update' | 'delete', resource: Resource = section.permission) =>
    section.actions.includes(action) && passes({ action, anyOf: [resource] }, access)
  return { create: may('create'), update: may('update'), delete: may('delete') }
}
