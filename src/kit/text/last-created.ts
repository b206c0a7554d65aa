import { createStore } from '#console/data/base/store.ts'

/**
 * The record just created. It stays on top of its list, where it was while it waited, until the person leaves, instead of on page 7 by the
 * list's order.
 */
export const lastCreatedStore = createStore<{ section: string; ref: string } | null>(null)
