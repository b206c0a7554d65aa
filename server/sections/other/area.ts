import type { Area } from '#server/platform/core/area.ts'
import { mountShortLinks } from './short-link/redirect.ts'

export const shortLinksArea: Area = { mount: mountShortLinks }
