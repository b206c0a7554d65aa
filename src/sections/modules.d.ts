/** Made while building (build/sections.ts): everything of a regular section behind one import. */
declare module 'virtual:sections' {
  import type { Catalog } from '#console/i18n/catalogs.ts'
  import type { Locale } from '#console/i18n/locales.ts'
  import type { SectionModule } from '#console/kit/define-section.tsx'
  import type { Section } from '#contract/kit/section/section.ts'

  interface Module {
    section: Section
    /** What it draws itself; absent where its definition says all. */
    screens?: SectionModule
    /** By language, with ids such as `title`; absent of a section without words of its own. */
    words?: Readonly<Record<Locale, Catalog>>
  }
  export const modules: Readonly<Record<string, () => Promise<Module>>>
}
