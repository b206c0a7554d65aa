import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openBrowser } from '#tests/support/test-browser.ts'

/** A worker that tells of its states as a browser does. */
class TestWorker extends EventTarget {
  readonly scriptURL = 'https://console.test/sw.js'
  readonly received: unknown[] = []
  constructor(public state: ServiceWorkerState) {
    super()
  }
  postMessage(message: unknown) {
    this.received.push(message)
  }
  become(state: ServiceWorkerState) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

type Place = 'installing' | 'waiting' | 'active'
let session: Map<string, string>

beforeEach(() => {
  session = new Map()
  vi.useFakeTimers()
  vi.stubEnv('PROD', true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

const html = (build: string) => `<script type="module" crossorigin src="/assets/${build}.js"></script>`

/** A page of build 'a' that has started its worker. */
async function open({ workers = {}, controlled = true, isHung = false, refusal }: OpenOptions = {}) {
  vi.resetModules()
  const browser = openBrowser()
  const state = {
    reloads: 0,
    drafts: 0,
    asks: 0,
    registrations: 0,
    next: 'b',
    options: undefined as unknown,
    uploads: [] as (() => void)[],
  }
  const registration: Record<Place, TestWorker | null> & EventTarget = Object.assign(new EventTarget(), {
    ...{ installing: null, waiting: null, active: null, ...workers },
    async update() {
      state.asks += 1
    },
  })
  const container = Object.assign(new EventTarget(), {
    controller: controlled ? registration.active : null,
    register: (_: string, options: unknown) => {
      state.options = options
      state.registrations += 1
      if (refusal) return Promise.reject(refusal)
      return isHung ? new Promise(() => undefined) : Promise.resolve(registration)
    },
  })
  Object.assign(navigator, {
    serviceWorker: container,
    locks: {
      query: async () => ({ held: state.uploads.length ? [{ name: 'lapangan-upload' }] : [] }),
      request: async () => state.uploads.length && new Promise<void>((resolve) => state.uploads.push(resolve)),
    },
  })
  browser.answer(() => new Response(html(state.next)))
  vi.stubGlobal('self', globalThis)
  const reload = () => {
    state.reloads += 1
  }
  vi.stubGlobal('location', { origin: 'https://console.test', href: 'https://console.test/', reload })
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => session.get(key) ?? null, setItem: session.set.bind(session) })
  Object.assign(document, { readyState: 'complete', querySelectorAll: () => [{ getAttribute: () => '/assets/a.js' }] })
  const { startWorker, updateStore, applyUpdate } = await import('./service-worker.ts')
  const { onBeforeReload } = await import('../base/before-reload.ts')
  onBeforeReload(() => {
    state.drafts += 1
  })
  const steps: string[] = []
  updateStore.subscribe(() => steps.push(updateStore.get().step))
  const started = startWorker().then(
    () => 'started',
    () => 'silent',
  )
  await vi.waitFor(() => expect(state.options).toBeDefined())
  await settle()
  return {
    ...{ state, steps, registration, started, applyUpdate },
    step: () => updateStore.get().step,
    countdown: () => updateStore.get().countdown,
    /** A new version is found, and comes as far as waiting. */
    async find() {
      const worker = new TestWorker('installing')
      registration.installing = worker
      registration.dispatchEvent(new Event('updatefound'))
      await settle()
      Object.assign(registration, { installing: null, waiting: worker })
      worker.become('installed')
      await settle()
      return worker
    },
    async takeOver(worker: TestWorker) {
      Object.assign(registration, { waiting: null, active: worker })
      container.controller = worker
      worker.become('activating')
      container.dispatchEvent(new Event('controllerchange'))
      await settle()
    },
    /** The page was away; meanwhile `worker` took over and no event came. */
    async comeBack(worker: TestWorker | null) {
      if (worker) Object.assign(registration, { waiting: null, active: worker })
      if (worker) container.controller = worker
      browser.fire('pageshow', { persisted: true })
      await settle()
    },
  }
}
interface OpenOptions {
  workers?: Partial<Record<Place, TestWorker>>
  controlled?: boolean
  isHung?: boolean
  refusal?: Error
}
const settle = () => vi.advanceTimersByTimeAsync(0)
const active = () => new TestWorker('activated')

test("a device's first worker is no update, though it waits for a moment and takes over an open page", async () => {
  const page = await open({ controlled: false })
  const worker = await page.find()
  expect(page.step()).toBe('none')
  await page.takeOver(worker)
  expect([page.step(), page.state.reloads]).toEqual(['none', 0])
})

test('an update found in the session of the first worker is one', async () => {
  const page = await open({ controlled: false })
  await page.takeOver(await page.find())
  const update = await page.find()
  expect(page.step()).toBe('counting')
  await page.takeOver(update)
  expect(page.state).toMatchObject({ reloads: 1, drafts: 1 })
})

test('an update that waits since before counts down, takes over at zero, and reloads once it is in control', async () => {
  const update = new TestWorker('installed')
  const page = await open({ workers: { active: active(), waiting: update } })
  expect([page.step(), page.countdown()]).toEqual(['counting', 60])
  await vi.advanceTimersByTimeAsync(59_000)
  expect([page.step(), page.countdown(), update.received]).toEqual(['counting', 1, []])
  await vi.advanceTimersByTimeAsync(1_000)
  expect([page.step(), update.received, page.state.reloads]).toEqual(['changing', [{ type: 'SKIP_WAITING' }], 0])
  await page.takeOver(update)
  expect(page.state).toMatchObject({ reloads: 1, drafts: 1 })
  expect(new Set(page.steps)).toEqual(new Set(['counting', 'changing']))
})

test.each(['redundant', 'activating'] as const)('the banner goes when the update is %s without this tab', async (state) => {
  const page = await open({ workers: { active: active() } })
  const update = await page.find()
  await vi.advanceTimersByTimeAsync(5_000)
  page.registration.waiting = null
  update.become(state)
  expect(page.step()).toBe('none')
  await vi.advanceTimersByTimeAsync(120_000)
  expect([page.step(), update.received]).toEqual(['none', []])
})

test('only an upload is waited for in the words of an upload', async () => {
  const page = await open({ workers: { active: active() } })
  const update = await page.find()
  page.state.uploads.push(() => undefined)
  void page.applyUpdate()
  await settle()
  expect([page.step(), update.received]).toEqual(['uploading', []])
  for (const done of page.state.uploads.splice(0)) done()
  await settle()
  expect([page.step(), update.received.length]).toEqual(['changing', 1])
})

test('an update that does not take over is said to, and not asked again by itself', async () => {
  const page = await open({ workers: { active: active() } })
  const update = await page.find()
  void page.applyUpdate()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(page.step()).toBe('refused')
  await vi.advanceTimersByTimeAsync(120_000)
  expect([page.step(), update.received.length, page.state.reloads]).toEqual(['refused', 1, 0])
})

test('a tab reloads once for a version, and again for the next one', async () => {
  const first = await open({ workers: { active: active() } })
  await first.takeOver(await first.find())
  expect(first.state.reloads).toBe(1)
  const again = await open({ workers: { active: active() } })
  await again.takeOver(await again.find())
  expect([again.state.reloads, again.step()]).toEqual([0, 'none'])
  again.state.next = 'c'
  await again.takeOver(await again.find())
  expect(again.state.reloads).toBe(1)
})

test('a page that can note nothing does not reload, because it could never stop', async () => {
  const page = await open({ workers: { active: active() } })
  vi.stubGlobal('sessionStorage', undefined)
  await page.takeOver(await page.find())
  expect(page.state.reloads).toBe(0)
})

test('a page that comes back asks for a version, at most once a minute, and notices who took over meanwhile', async () => {
  const page = await open({ workers: { active: active() } })
  await page.comeBack(null)
  await page.comeBack(null)
  expect(page.state.asks).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  await page.comeBack(active())
  expect(page.state).toMatchObject({ asks: 2, reloads: 1 })
})

test('the worker is asked for past the HTTP cache, and a line that says nothing holds up the start for 4 s', async () => {
  const page = await open({ isHung: true })
  expect(page.state.options).toEqual({ updateViaCache: 'none' })
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await page.started).toBe('silent')
})

test('an install that is cut goes on after 5 s, then after 10, until it is whole', async () => {
  const first = new TestWorker('installing')
  const page = await open({ workers: { installing: first }, controlled: false })
  const { state, registration } = page
  const cut = async (worker: TestWorker) => {
    registration.installing = null
    worker.become('redundant')
    await settle()
    const next = new TestWorker('installing')
    registration.installing = next
    return next
  }
  const second = await cut(first)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(state.registrations).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(state.registrations).toBe(2)
  const third = await cut(second)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(state.registrations).toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(state.registrations).toBe(3)
  Object.assign(registration, { installing: null, waiting: third })
  third.become('installed')
  await page.takeOver(third)
  // It gives way to a newer version one day.
  third.become('redundant')
  await vi.advanceTimersByTimeAsync(900_000)
  expect(state.registrations).toBe(3)
})

test('an update whose install is cut is looked for again after 5 s', async () => {
  const page = await open({ workers: { active: active() } })
  const update = new TestWorker('installing')
  page.registration.installing = update
  page.registration.dispatchEvent(new Event('updatefound'))
  page.registration.installing = null
  update.become('redundant')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(page.state).toMatchObject({ asks: 1, registrations: 1 })
})

test.each([
  ['did not come is asked for again', new TypeError('Failed to fetch'), 2],
  ['is refused is not', new DOMException('', 'SecurityError'), 1],
])('a worker whose script %s', async (_, refusal, registrations) => {
  const { state } = await open({ refusal })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(state.registrations).toBe(registrations)
})
