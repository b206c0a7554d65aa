/** The page's side of the service worker: late registration, and notices of updates (docs/offline.md#tabs-the-worker-people-devices). */
import type { Workbox } from 'workbox-window'
import { uploadLock } from '../api/upload.ts'
import { notifyBeforeReload } from '../base/before-reload.ts'
import { createStore, useStore } from '../base/store.ts'

export interface UpdateState {
  /** A new version is ready. */
  waiting: boolean
  /** Seconds until the automatic reload. */
  countdown: number
}

const seconds = 60
const checkEvery = 3_600_000

export const updateStore = createStore<UpdateState>({ waiting: false, countdown: seconds })
export const useUpdate = (): UpdateState => useStore(updateStore)

/** Resolves when no tab uploads. */
async function uploadsDone(): Promise<void> {
  await navigator.locks?.request(uploadLock, () => undefined)
}

/** Once no tab uploads. Forms keep their drafts and skip leave guards: nobody may be there to answer. */
export async function reload(): Promise<void> {
  await uploadsDone()
  notifyBeforeReload()
  location.reload()
}

let workbox: Workbox | null = null
let timer: ReturnType<typeof setInterval> | undefined

/** Activates the new version: waits for uploads, then every tab stores drafts and reloads. */
export async function applyUpdate(): Promise<void> {
  clearInterval(timer)
  timer = undefined
  await uploadsDone()
  workbox?.messageSkipWaiting()
}

function count(): void {
  const left = updateStore.get().countdown - 1
  updateStore.set({ waiting: true, countdown: Math.max(0, left) })
  if (left <= 0) void applyUpdate()
}

function announce(): void {
  if (timer !== undefined) return
  updateStore.set({ waiting: true, countdown: seconds })
  timer = setInterval(count, 1_000)
}

/** Registers the worker and requests persistent storage. Called once, after the first row. */
export async function startWorker(): Promise<void> {
  if (!import.meta.env.PROD) return
  const { watchGoneCode } = await import('./gone-code.ts')
  watchGoneCode()
  if (!('serviceWorker' in navigator)) return
  const { Workbox: WorkboxClass } = await import('workbox-window')
  const box = new WorkboxClass('/sw.js')
  workbox = box
  box.addEventListener('waiting', announce)
  // A device's first worker takes over pages without one: their version is unchanged.
  let isControlled = navigator.serviceWorker.controller !== null
  box.addEventListener('controlling', ({ isUpdate, isExternal }) => {
    if (isControlled && (isUpdate || isExternal)) void reload()
    isControlled = true
  })
  await box.register({ immediate: true })
  setInterval(() => void box.update().catch(() => undefined), checkEvery)
  await navigator.storage?.persist?.()
}
