import { useAccess } from '#console/data/api/session.ts'
import { passes } from '#contract/kit/field/permission.ts'
import type { Section } from '#contract/kit/section/section.ts'

/** Whether this person may restore deleted records, even where existing ones cannot be edited. */
export const useMayRestore = ({ permission }: Pick<Section, 'permission'>): boolean =>
  passes({ action: 'update', anyOf: [permission] }, useAccess())
