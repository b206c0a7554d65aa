/** An area of the API. Each has its own folder; `server/areas.ts` lists and merges them. */
import type { Hono } from 'hono'
import type { JobKind } from '../jobs/kind.ts'
import type { Schedule } from '../jobs/schedules.ts'
import type { QuickCounter } from '../routes/quick-panel.ts'
import type { Settings } from '../settings/settings.ts'
import type { Platform } from './context.ts'

export interface Area {
  readonly mount?: (app: Hono, platform: Platform) => void
  /** Once per start, after the migrations and before the first request, such as filling demo data. */
  readonly starts?: readonly ((platform: Platform) => Promise<void>)[]
  /** Kinds of work that may outlive a process. */
  readonly jobs?: (settings: Settings) => readonly JobKind[]
  /** Schedules of its jobs. */
  readonly schedules?: (settings: Settings) => readonly Schedule[]
  /** Counts of the quick panel. */
  readonly counter?: QuickCounter
}
