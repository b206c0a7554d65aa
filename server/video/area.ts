import type { Area } from '#server/platform/core/area.ts'
import { mountConversion } from './conversion.ts'
import { videoJob } from './job.ts'
import { resumeConversions } from './start-conversions.ts'

/** Conversion of uploaded videos. */
export const videoArea: Area = { mount: mountConversion, starts: [resumeConversions], jobs: () => [videoJob] }
