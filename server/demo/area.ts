import type { Area } from '#server/platform/core/area.ts'
import { startDemo } from './start.ts'

export const demoArea: Area = { starts: [startDemo] }
