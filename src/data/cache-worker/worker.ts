import { createHost } from './host.ts'
import type { ToWorker } from './messages.ts'

// WebKit never ends a transaction that was committed by hand in a worker that is ended, and Dexie does so where it can (docs/offline.md#the-life-of-a-page).
Reflect.deleteProperty(IDBTransaction.prototype, 'commit')

const host = createHost((message) => postMessage(message))
addEventListener('message', ({ data }: MessageEvent<ToWorker>) => host(data))
