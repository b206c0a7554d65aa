import { createStore } from './store.ts'

/** Rooms with unread messages, as far as this device knows: for navigation, title and badge. */
export const unreadStore = createStore(0)
