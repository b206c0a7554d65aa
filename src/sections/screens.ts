import type { SectionModule } from '#console/kit/define-section.tsx'

/** Screens of a URL segment, or null for an unknown section. The list of all sections is a chunk of its own for its size. */
export async function sectionScreens(name: string): Promise<SectionModule | null> {
  return (await import('./registry.ts')).sectionScreens(name)
}
