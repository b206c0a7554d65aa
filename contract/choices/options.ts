/** Values that several sections share (docs/product/README.md#words-of-the-business). */
export const segmentations = ['all', 'regular', 'emt', 'emv', 'wst'] as const
export const popupSegmentations = [...segmentations, 'new_member', 'expiring_emt', 'expiring_emv'] as const
/** Exclusive choices of a multi-select (docs/product/lists.md#exclusive-choices). */
export const exclusiveChoices = ['custom', 'all', 'nothing'] as const
export const products = ['EMT', 'EMV', 'WST', 'TTA', 'TAB'] as const
export const accessTypes = ['emt', 'emv', 'wst'] as const
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
