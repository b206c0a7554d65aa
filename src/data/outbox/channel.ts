/** Tabs and the worker tell each other of verdicts at once. */
import type { OutboxRow, Verdict } from './types.ts'

interface Message {
  owner: string
  row: OutboxRow
  verdict: Verdict
}

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'owner' in value && 'row' in value && 'verdict' in value

export interface VerdictChannel {
  post: (row: OutboxRow, verdict: Verdict) => void
  close: () => void
}

/** Messages of another person's outbox are not heard. */
export function openChannel(owner: string, heard: (row: OutboxRow, verdict: Verdict) => void): VerdictChannel {
  const channel = new BroadcastChannel('lapangan-outbox')
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isMessage(data) && data.owner === owner) heard(data.row, data.verdict)
  }
  return {
    post: (row, verdict) => channel.postMessage({ owner, row, verdict } satisfies Message),
    close: () => channel.close(),
  }
}
