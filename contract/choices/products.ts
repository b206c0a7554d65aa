/** What the business sells memberships of (part-2 section 9). */
export const products = ['EMT', 'EMV', 'WST', 'TTA', 'TAB'] as const
