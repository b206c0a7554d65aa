/** Progress of an upload (docs/product/assistant.md#documents): up to 50 the upload itself, then a percent a second while it is stored. */

/** Status words beside the bar; null on failure. */
export type UploadStatus = 'waiting' | 'uploading' | 'saving' | 'success' | 'offline'

export interface UploadProgress {
  /** 0 to 100. */
  percent: number
  status: UploadStatus | null
  failed: boolean
  /** The server has all of it, but has not responded. */
  saving: boolean
}

export type UploadEvent =
  | { is: 'begun' }
  /** Percent of the bytes. */
  | { is: 'sent'; percent: number }
  | { is: 'second' }
  | { is: 'connection'; online: boolean }
  | { is: 'stored' }
  | { is: 'failed'; offline: boolean }

const [sentAt, creepsTo] = [50, 95]

export const notBegun: UploadProgress = { percent: 0, status: 'waiting', failed: false, saving: false }

const isOver = ({ failed, status }: UploadProgress) => failed || status === 'success'

export function advance(now: UploadProgress, event: UploadEvent): UploadProgress {
  if (event.is === 'begun') return { ...notBegun, status: 'uploading' }
  if (isOver(now)) return now
  switch (event.is) {
    case 'sent': {
      const percent = Math.max(now.percent, Math.min(sentAt, Math.floor(event.percent / 2)))
      return percent < sentAt ? { ...now, percent } : { ...now, percent, status: 'saving', saving: true }
    }
    case 'second':
      return now.saving && now.status === 'saving' ? { ...now, percent: Math.min(creepsTo, now.percent + 1) } : now
    case 'connection':
      return now.saving ? { ...now, status: event.online ? 'saving' : 'offline' } : now
    case 'stored':
      return { percent: 100, status: 'success', failed: false, saving: false }
    case 'failed':
      return { ...now, status: event.offline ? 'offline' : null, failed: true, saving: false }
  }
}
