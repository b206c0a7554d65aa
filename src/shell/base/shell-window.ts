/** The open window of the shell; each is loaded when first opened. */
import { createStore } from '#console/data/base/store.ts'

export type ShellWindow = 'palette' | 'keys' | 'preferences' | 'drawer' | 'quick'

export const shellWindowStore = createStore<ShellWindow | null>(null)

export const openWindow = (which: ShellWindow): void => shellWindowStore.set(which)
export const closeWindow = (): void => shellWindowStore.set(null)
