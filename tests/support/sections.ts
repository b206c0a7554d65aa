import type { Section } from '#contract/kit/section/section.ts'
import { sections } from '#contract/sections/index.ts'

export const allSections: readonly Section[] = await Promise.all(Object.values(sections).map((load): Promise<Section> => load()))
