/** Words of single sections, in their own module because the list of files has a size. */
import type { SectionWords } from './catalogs.ts'

interface Module {
  default: SectionWords
}

const words = import.meta.glob<Module>('./sections/*.json')

/** Words of a section in every language; undefined without a file. */
export async function loadWords(section: string): Promise<SectionWords | undefined> {
  return (await words[`./sections/${section}.json`]?.())?.default
}
