import type { Area } from '#server/platform/core/area.ts'
import { mountPush } from './subscriptions.ts'
import { startVisibleConsoles } from './visible-consoles.ts'

export const pushArea: Area = { mount: mountPush, starts: [startVisibleConsoles] }
