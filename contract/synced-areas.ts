/** Sections whose records are kept whole on the device, each under its name. */
export const syncedAreas = ['leads', 'member'] as const
export type SyncedArea = (typeof syncedAreas)[number]
