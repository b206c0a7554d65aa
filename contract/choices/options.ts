/** Values that several sections share (docs/product/README.md#words-of-the-business). */
/** Exclusive choices of a multi-select (docs/product/lists.md#exclusive-choices). */
export const exclusiveChoices = ['custom', 'all', 'nothing'] as const
export const products = ['EMT', 'EMV', 'WST', 'TTA', 'TAB'] as const
/** What members may have access to: each product has its audience (audiences.test.ts). */
export const accessTypes = ['emt', 'emv', 'wst', 'tta', 'tab'] as const satisfies readonly Lowercase<(typeof products)[number]>[]
export const segmentations = ['all', 'regular', ...accessTypes] as const
export const popupSegmentations = [
  ...segmentations,
  'new_member',
  'expiring_emt',
  'expiring_emv',
  'expiring_wst',
  'expiring_tta',
  'expiring_tab',
] as const
export const feeTypes = ['free', 'paid'] as const
export const categoryModels = ['analysis', 'education', 'faq'] as const
export const leadStatuses = [
  'hanging',
  'new',
  'prospect',
  'reject',
  'closing',
  'new retention',
  'prospect retention',
  'reject retention',
  'closing retention',
] as const
export type LeadStatus = (typeof leadStatuses)[number]
/** Filter value for unassigned. */
export const unassigned = 0
