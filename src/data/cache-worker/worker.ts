import { createHost } from './host.ts'
import type { ToWorker } from './messages.ts'

const host = createHost((message) => postMessage(message))
addEventListener('message', ({ data }: MessageEvent<ToWorker>) => host(data))
