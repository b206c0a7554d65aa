/** A client that uploads one file and may be killed at any byte: it knows the file alone, and asks the server what is there. */
import { openAsBlob } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { isVerdict, stagePieces } from '#console/data/outbox/send/staging.ts'
import { exchange } from '#console/data/outbox/wire/exchange.ts'

const [url = '', token = '', path = '', sha256 = ''] = process.argv.slice(2)
const file = await openAsBlob(path)
const { signal } = new AbortController()

const parts = {
  call: { encoding: 'multipart' as const },
  row: { id: 'upload', action: 'create' },
  config: { hosts: { main: url, backend: '', websocket: '', imageLoader: '' } },
  signal,
  now: () => performance.now(),
  send: (request: Parameters<typeof exchange>[0]) => {
    request.headers.Authorization = `Bearer ${token}`
    return exchange(request, { idleMs: 30_000 })
  },
}

for (;;) {
  const end = await stagePieces(parts, sha256, file, (bytes) => process.send?.({ bytes })).catch(() => null)
  if (end && end !== 'unknown' && !isVerdict(end)) break
  if (end && end !== 'unknown' && isVerdict(end) && end.kind === 'parked') throw new Error(end.error.message)
  await pause(100)
}
process.send?.({ done: true }, () => process.exit(0))
