/** The page's side of the service worker: late registration, and what becomes of a new version (docs/offline.md#a-new-version). */
import { uploadLock } from '../api/upload.ts'
import { notifyBeforeReload } from '../base/before-reload.ts'
import { onWake } from '../base/page-life.ts'
import { createStore, useStore } from '../base/store.ts'
import { startMs } from '../outbox/wire/exchange.ts'
import { within } from '../outbox/wire/within.ts'
import { buildIn } from './build-of.ts'

export interface UpdateState {
  /** Each has words of its own: 'changing' was asked to take over, 'refused' did not in time. */
  step: 'none' | 'counting' | 'uploading' | 'changing' | 'refused'
  /** Seconds until the automatic reload. */
  countdown: number
}

const seconds = 60
const checkEvery = 3_600_000
/** A page that is looked at again asks for a new version, at most so often. */
const askEvery = 60_000
const maxChangeMs = 10_000
/** Milliseconds until an install that was cut goes on, doubled each time. Firefox ends a worker that has installed for a minute. */
const [firstPauseMs, maxPauseMs] = [5_000, 600_000]
/** The build for which this tab has reloaded already; a second time would be a loop. */
const updatedKey = 'lapangan-updated-build'

export const updateStore = createStore<UpdateState>({ step: 'none', countdown: seconds })
export const useUpdate = (): UpdateState => useStore(updateStore)
const show = (step: UpdateState['step']) => updateStore.set({ step, countdown: seconds })

let registration: ServiceWorkerRegistration | null = null
let controller: ServiceWorker | null = null
let timer: ReturnType<typeof setInterval> | undefined
let askedAt = 0
let installPause = firstPauseMs
const watched = new WeakSet<ServiceWorker>()

/** A worker that waits is an update only behind another one: a device's first one waits as well, for a moment. */
function waitingUpdate(): ServiceWorker | null {
  const { waiting = null, active = null } = registration ?? {}
  return active && waiting !== active ? waiting : null
}

/** Resolves when no tab uploads. */
async function uploadsDone(): Promise<void> {
  const locks = await navigator.locks?.query()
  if (locks?.held?.some(({ name }) => name === uploadLock)) show('uploading')
  await navigator.locks?.request(uploadLock, () => undefined)
}

/** At once. Forms keep their drafts and skip leave guards: nobody may be there to answer. */
export function reloadNow(): void {
  notifyBeforeReload()
  location.reload()
}

/** Once no tab uploads. */
export async function reload(): Promise<void> {
  await uploadsDone()
  reloadNow()
}

function stopCounting(): void {
  clearInterval(timer)
  timer = undefined
}

/** Lets the new version take over once no tab uploads: every tab then stores drafts and reloads. False where none waits. */
export async function applyUpdate(): Promise<boolean> {
  stopCounting()
  await uploadsDone()
  const worker = waitingUpdate()
  show(worker ? 'changing' : 'none')
  worker?.postMessage({ type: 'SKIP_WAITING' })
  // The former one may be busy with an answer that never comes.
  if (worker) setTimeout(() => updateStore.get().step === 'changing' && show(waitingUpdate() ? 'refused' : 'none'), maxChangeMs)
  return worker !== null
}

function count(): void {
  const countdown = updateStore.get().countdown - 1
  if (countdown > 0) updateStore.set({ step: 'counting', countdown })
  else void applyUpdate()
}

/** Counts down while an update waits; what no longer waits, because another tab let it take over or it failed, is not spoken of. */
function look(): void {
  const { step } = updateStore.get()
  if (waitingUpdate()) {
    if (step !== 'none') return
    show('counting')
    timer = setInterval(count, 1_000)
  } else if (step === 'counting' || step === 'refused') {
    stopCounting()
    show('none')
  }
}

/** Whether this tab has not reloaded for that build yet. */
function mayReloadTo(build: string): boolean {
  try {
    if (sessionStorage.getItem(updatedKey) === build) return false
    sessionStorage.setItem(updatedKey, build)
    return true
  } catch {
    return false
  }
}

/** What the worker in control would open; empty where that is not known. */
const nextBuild = () =>
  within(
    startMs,
    fetch('/index.html').then((response) => response.text()),
  ).then(buildIn, () => '')

/** Another worker is in control: the page is of the version before it. A device's first worker changes nothing. */
async function meetController(): Promise<void> {
  const former = controller
  controller = navigator.serviceWorker.controller
  if (!former || !controller || controller === former) return
  stopCounting()
  if (mayReloadTo(await nextBuild())) await reload()
  else show('none')
}

function ask(): void {
  if (Date.now() - askedAt < askEvery) return
  askedAt = Date.now()
  void registration?.update().catch(() => undefined)
}

/** A page that slept has missed events. */
function resume(): void {
  look()
  void meetController()
  ask()
}

/** What was fetched by then stays on the device, so each time needs less. */
function installLater(): void {
  // To register once more asks for nothing where a worker is in use.
  const install = () => (registration?.active ? registration.update() : register())
  setTimeout(() => void install().catch(() => undefined), installPause)
  installPause = Math.min(maxPauseMs, installPause * 2)
}

function watchWorker(worker: ServiceWorker | null): void {
  if (!worker || watched.has(worker)) return
  watched.add(worker)
  let isInstalling = worker.state === 'installing'
  worker.addEventListener('statechange', () => {
    if (isInstalling && worker.state === 'redundant') installLater()
    else installPause = firstPauseMs
    isInstalling = false
    look()
  })
}

function watchRegistration(known: ServiceWorkerRegistration): void {
  if (known !== registration) known.addEventListener('updatefound', () => watchWorker(known.installing))
  registration = known
  watchWorker(known.installing)
  watchWorker(known.waiting)
  look()
}

/** Rejects when nothing came in time; what comes later is watched as well. */
async function register(): Promise<void> {
  const { Workbox } = await import('workbox-window')
  // Its own answers to 'is this an update' are not asked: they are wrong in the session of the first worker.
  const registered = new Workbox('/sw.js', { updateViaCache: 'none' }).register({ immediate: true })
  // Its script did not come; where workers are refused, they stay so.
  registered.catch((error) => error instanceof TypeError && installLater())
  await within(
    startMs,
    registered.then((known) => known && watchRegistration(known)),
  )
}

/** Registers the worker. Called once, after the first row. */
export async function startWorker(): Promise<void> {
  if (!import.meta.env.PROD) return
  const { watchGoneCode } = await import('./gone-code.ts')
  watchGoneCode()
  if (!('serviceWorker' in navigator)) return
  controller = navigator.serviceWorker.controller
  navigator.serviceWorker.addEventListener('controllerchange', () => void meetController())
  onWake(resume)
  setInterval(ask, checkEvery)
  await register()
}
