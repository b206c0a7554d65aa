import { useAccess } from '#console/data/api/session.ts'
import { passes } from '#contract/kit/field/permission.ts'
import type { Section } from '#contract/kit/section/section.ts'

/** Whether this person may bring deleted records back, which does not take that those that are there can be changed. */
export const useMayRestore = ({ permission }: Pick<Section, 'permission'>): boolean =>
  passes({ action: 'update', anyOf: [permission] }, useAccess())
