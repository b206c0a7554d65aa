import { useAccess } from '#console/data/api/session.ts'
import { type Access, passes } from '#contract/kit/field/permission.ts'
import type { Section } from '#contract/kit/section/section.ts'

/** Whether somebody may restore deleted records, even where existing ones cannot be edited. */
export const mayRestore = ({ permission }: Pick<Section, 'permission'>, access: Access): boolean =>
  passes({ action: 'update', anyOf: [permission] }, access)

export const useMayRestore = (section: Pick<Section, 'permission'>): boolean => mayRestore(section, useAccess())
