/** Every area of the API beside the platform's own. Fixed paths are mounted before `{id}` paths of the same shape. */
import type { Hono } from 'hono'
import type { Platform } from '#server/platform/context.ts'

export type Area = (app: Hono, platform: Platform) => void
export const areas: readonly Area[] = []

/** What runs once per start, after the migrations and before the first request, such as filling demo data. */
export type Start = (platform: Platform) => Promise<void>
export const starts: readonly Start[] = []
