import type { Area } from '#server/platform/core/area.ts'
import { mountReports } from './mount.ts'

export const reportsArea: Area = { mount: mountReports }
