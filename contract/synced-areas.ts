/** Sections cached whole on the device, by name. */
export const syncedAreas = ['leads', 'member'] as const
export type SyncedArea = (typeof syncedAreas)[number]
