/** Tabs and the worker tell each other of verdicts and of the progress of uploads at once. */
import type { OutboxRow, Verdict } from './types.ts'

interface Message {
  owner: string
  row: OutboxRow
  verdict: Verdict
}

interface Progress {
  owner: string
  id: string
  percent: number
}

const isProgress = (value: unknown): value is Progress =>
  typeof value === 'object' && value !== null && 'owner' in value && 'id' in value && 'percent' in value

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'owner' in value && 'row' in value && 'verdict' in value

export interface VerdictChannel {
  post: (row: OutboxRow, verdict: Verdict) => void
  /** Percent of the files of a row, by its mutation id. */
  progress: (id: string, percent: number) => void
  close: () => void
}

/** Messages of another person's outbox are not heard. */
export function openChannel(
  owner: string,
  heard: (row: OutboxRow, verdict: Verdict) => void,
  heardProgress: (id: string, percent: number) => void = () => undefined,
): VerdictChannel {
  const channel = new BroadcastChannel('lapangan-outbox')
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isMessage(data) && data.owner === owner) heard(data.row, data.verdict)
    else if (isProgress(data) && data.owner === owner) heardProgress(data.id, data.percent)
  }
  return {
    post: (row, verdict) => channel.postMessage({ owner, row, verdict } satisfies Message),
    progress: (id, percent) => channel.postMessage({ owner, id, percent } satisfies Progress),
    close: () => channel.close(),
  }
}
