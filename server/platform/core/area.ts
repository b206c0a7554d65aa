/** What a part of the API brings to the whole. Each stands in its own folder; `server/areas.ts` lists and folds them. */
import type { Hono } from 'hono'
import type { JobKind } from '../jobs/kind.ts'
import type { Schedule } from '../jobs/schedules.ts'
import type { QuickCounter } from '../routes/quick-panel.ts'
import type { Platform } from './context.ts'
import type { Settings } from './settings.ts'

export interface Area {
  readonly mount?: (app: Hono, platform: Platform) => void
  /** Once per start, after the migrations and before the first request, such as filling demo data. */
  readonly starts?: readonly ((platform: Platform) => Promise<void>)[]
  /** Kinds of work that may outlive a process. */
  readonly jobs?: (settings: Settings) => readonly JobKind[]
  /** What the clock starts of them. */
  readonly schedules?: (settings: Settings) => readonly Schedule[]
  /** What waits for a person, for the panel of counts. */
  readonly counter?: QuickCounter
}
