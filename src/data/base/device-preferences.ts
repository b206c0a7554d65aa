/** Other preferences of the device: web notifications, opening in a new tab, and whether its setting up was offered. */
import { isRecord } from '#contract/kit/field/guards.ts'
import { readItem, readJson, writeItem } from './storage.ts'
import { createStore, useStore } from './store.ts'

const notificationKey = 'notification-config'
const newTabKey = 'allow-new-tab'
const offerKey = 'lapangan-setup-offer'

function readActive(): boolean {
  const kept = readJson(notificationKey)
  return isRecord(kept) && kept.paused === false
}

export const notificationStore = createStore<boolean>(readActive())
export const newTabStore = createStore<boolean>(readItem(newTabKey) === 'true')

export const useNotifications = (): boolean => useStore(notificationStore)
export const useNewTab = (): boolean => useStore(newTabStore)

/** Whether somebody turned notifications on or off here. */
export const hasChosenNotifications = (): boolean => readItem(notificationKey) !== null

/** Enables or pauses notifications; asks the browser once. False when it refused, and they stay paused. */
export async function setNotifications(active: boolean): Promise<boolean> {
  const allowed = !active || ('Notification' in globalThis && (await Notification.requestPermission()) === 'granted')
  notificationStore.set(active && allowed)
  writeItem(notificationKey, JSON.stringify({ paused: !notificationStore.get() }))
  return allowed
}

export function setNewTab(allowed: boolean): void {
  newTabStore.set(allowed)
  writeItem(newTabKey, String(allowed))
}

/** Alerts and installing are offered until somebody accepts or refuses, then never again. */
export const isSetupOffered = (): boolean => readItem(offerKey) === null

export const answerSetupOffer = (): void => writeItem(offerKey, 'answered')
