/** The words of single sections, in a module of its own because the list of their files weighs something. */
import type { SectionWords } from './catalogs.ts'

interface Module {
  default: SectionWords
}

const words = import.meta.glob<Module>('./sections/*.json')

/** The words of a section in every language. A section without a file has none. */
export async function loadWords(section: string): Promise<SectionWords | undefined> {
  return (await words[`./sections/${section}.json`]?.())?.default
}
