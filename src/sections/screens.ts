import type { SectionModule } from '#console/kit/define-section.tsx'

/** The screens of a URL segment, or null where there is no such section. The list of all sections is code of its own: forty-five names weigh something. */
export async function sectionScreens(name: string): Promise<SectionModule | null> {
  return (await import('./registry.ts')).sectionScreens(name)
}
