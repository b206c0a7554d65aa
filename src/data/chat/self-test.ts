/** 'Why am I not getting alerts?': checks each requirement, and sends one. */
import { pushTest } from '#contract/chat/push.ts'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { request } from '../api/request.ts'
import { silenceStore, subscribe, supportsPush } from './push-subscription.ts'

export type AlertStep = {
  name: 'permission' | 'subscription' | 'worker' | 'push'
  state: 'idle' | 'running' | 'ok' | 'failed'
  /** Reason: 'denied', 'unsupported', 'missing', 'timeout', or an error's words. */
  detail?: string
}

/** Milliseconds for the push. */
const patienceMs = 20_000

class Failed extends Error {}

async function permission(): Promise<void> {
  if (!supportsPush()) throw new Failed('unsupported')
  const answer = Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission
  if (answer !== 'granted') throw new Failed('denied')
}

async function worker(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration?.active) throw new Failed('missing')
}

/** Resolves when the worker got the test push. */
function workerReceived(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Failed('timeout')), patienceMs)
    signal.addEventListener('abort', () => clearTimeout(timer))
    const handle = ({ data }: MessageEvent<unknown>) => {
      if (isRecord(data) && data.type === 'push-test') resolve()
    }
    navigator.serviceWorker.addEventListener('message', handle, { signal })
  })
}

async function push(endpoint: string): Promise<void> {
  const ending = new AbortController()
  const arrived = workerReceived(ending.signal)
  arrived.catch(() => undefined)
  try {
    const { ok, status } = await request<{ ok: boolean; status: number }>(pushTest, { body: { endpoint } })
    if (!ok) throw new Failed(String(status))
    await arrived
    silenceStore.set(null)
  } finally {
    ending.abort()
  }
}

/** Reports all steps after each one; stops at the first failure. Never throws. */
export async function runSelfTest(onStep: (steps: AlertStep[]) => void): Promise<void> {
  let steps: AlertStep[] = (['permission', 'worker', 'subscription', 'push'] as const).map((name) => ({ name, state: 'idle' }))
  let endpoint = ''
  const works: Readonly<Record<AlertStep['name'], () => Promise<void>>> = {
    permission,
    worker,
    async subscription() {
      const made = await subscribe()
      if (!made) throw new Failed('missing')
      endpoint = made.endpoint
    },
    push: () => push(endpoint),
  }
  const report = (name: AlertStep['name'], change: Omit<AlertStep, 'name'>) => {
    steps = steps.map((step) => (step.name === name ? { name, ...change } : step))
    onStep(steps)
  }
  for (const { name } of steps) {
    report(name, { state: 'running' })
    try {
      await works[name]()
      report(name, { state: 'ok' })
    } catch (error) {
      report(name, { state: 'failed', detail: error instanceof Error ? error.message : toText(error) })
      return
    }
  }
}
