/** The service worker of a device by the browser's protocol, without an open tab. */
import type { BrowserContext } from '@playwright/test'
import { expect } from './fixtures.ts'

interface Registration {
  registrationId: string
  scopeURL: string
  isDeleted: boolean
}

export interface WorkerControl {
  /** Fires `sync`, like a browser back online. */
  sync(): Promise<void>
  /** Delivers a decrypted push. */
  push(data: string): Promise<void>
  /** Value of an expression in the worker. */
  run(expression: string): Promise<unknown>
}

/** Uses a page without origin, which stays open. */
export async function controlWorker(context: BrowserContext, origin: string): Promise<WorkerControl> {
  const session = await context.newCDPSession(await context.newPage())
  let ours: string | null = null
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }: { registrations: Registration[] }) => {
    for (const { scopeURL, isDeleted, registrationId } of registrations)
      if (scopeURL.startsWith(origin) && !isDeleted) ours = registrationId
  })
  await session.send('ServiceWorker.enable')
  const registered = async () => {
    await expect.poll(() => ours).not.toBeNull()
    return { origin, registrationId: ours ?? '' }
  }
  return {
    sync: async () => {
      await session.send('ServiceWorker.dispatchSyncEvent', { ...(await registered()), tag: 'outbox', lastChance: true })
    },
    push: async (data) => {
      await session.send('ServiceWorker.deliverPushMessage', { ...(await registered()), data })
    },
    async run(expression) {
      const worker = context.serviceWorkers().find((each) => each.url().startsWith(origin))
      if (!worker) throw new Error(`no worker of ${origin} is there`)
      return worker.evaluate(expression)
    },
  }
}
