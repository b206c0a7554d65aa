/** The names of sections, as the types of the kit know them. The registry of sections adds its own (contract/sections/index.ts). */

// biome-ignore lint/suspicious/noEmptyInterface: the registry of sections adds its names to it
export interface Register {}

/** What references name beside registered sections: messages, which have no section, and sections that are not built yet. */
type OtherTarget = 'chat-messages' | 'event' | 'online-class' | 'landing-page'

/** The name of a registered section. */
export type SectionName = Register extends { sections: infer S } ? keyof S & string : string

/** What a reference may point to: a section, one of its lists of options, or the choice in braces whose value is the section. */
export type Target = SectionName | OtherTarget | `${SectionName}/${string}` | `{${string}}`
