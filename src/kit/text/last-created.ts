import { createStore } from '#console/data/base/store.ts'

/**
 * The record this person has just made. Until they look elsewhere it stands on top of its list, where it stood while it
 * waited, and not somewhere on page 7 where the order of the list puts it.
 */
export const lastCreatedStore = createStore<{ section: string; ref: string } | null>(null)
