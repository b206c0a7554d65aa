import { createHost } from './host.ts'
import type { ToWorker } from './messages.ts'

// WebKit never closes a transaction that was committed by hand in a worker that is terminated, and Dexie commits so where it can (docs/offline.md#the-life-of-a-page).
Reflect.deleteProperty(IDBTransaction.prototype, 'commit')

const host = createHost((message) => postMessage(message))
addEventListener('message', ({ data }: MessageEvent<ToWorker>) => host(data))
