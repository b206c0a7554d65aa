/** Tabs and the worker tell each other of verdicts, of their storing and of the progress of uploads at once. */
import type { OutboxRow, Verdict } from '../row/types.ts'

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

/** What is said of a row whose verdict is stored. */
export interface Stored {
  id: string
  section: string
}

const isStored = (value: unknown): value is { owner: string; stored: Stored[] } =>
  typeof value === 'object' && value !== null && 'owner' in value && 'stored' in value

const isProgress = (value: unknown): value is Progress =>
  typeof value === 'object' && value !== null && 'owner' in value && 'id' in value && 'percent' in value

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'owner' in value && 'row' in value && 'verdict' in value

export interface VerdictChannel {
  post: (row: OutboxRow, verdict: Verdict) => void
  stored: (rows: readonly OutboxRow[]) => void
  /** Percent of the files of a row, by its mutation id. */
  progress: (id: string, percent: number) => void
  close: () => void
}

export interface ChannelListeners {
  verdict: (row: OutboxRow, verdict: Verdict) => void
  stored: (rows: readonly Stored[]) => void
  progress: (id: string, percent: number) => void
}

/** Messages of another person's outbox are not heard. */
export function openChannel(owner: string, listeners: Partial<ChannelListeners> = {}): VerdictChannel {
  const channel = new BroadcastChannel('lapangan-outbox')
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isMessage(data) && data.owner === owner) listeners.verdict?.(data.row, data.verdict)
    else if (isStored(data) && data.owner === owner) listeners.stored?.(data.stored)
    else if (isProgress(data) && data.owner === owner) listeners.progress?.(data.id, data.percent)
  }
  return {
    post: (row, verdict) => channel.postMessage({ owner, row, verdict } satisfies Message),
    stored: (rows) => channel.postMessage({ owner, stored: rows.map(({ id, section }): Stored => ({ id, section })) }),
    progress: (id, percent) => channel.postMessage({ owner, id, percent } satisfies Progress),
    close: () => channel.close(),
  }
}
