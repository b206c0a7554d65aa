/** What a device calls itself at a door, and the gate that it stands at; kept on the device. */
import { maxGateLength } from '#contract/choices/participants.ts'
import { readItem, removeItem, writeItem } from '../base/storage.ts'
import { createStore, useStore } from '../base/store.ts'

const gateKey = 'lapangan-gate'
const deviceKey = 'lapangan-gate-device'

const gateStore = createStore<string>(readItem(gateKey) ?? '')

/** Name of the gate; '' where the person gave none. */
export const getGate = (): string => gateStore.get()
export const useGate = (): string => useStore(gateStore)

export function setGate(name: string): void {
  const gate = name.trim().slice(0, maxGateLength)
  gateStore.set(gate)
  if (gate) writeItem(gateKey, gate)
  else removeItem(gateKey)
}

let device = readItem(deviceKey)

/** An id that this browser gave itself: two devices of one person at one gate are two. */
export function getDevice(): string {
  if (device === null) {
    device = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join('')
    writeItem(deviceKey, device)
  }
  return device
}
