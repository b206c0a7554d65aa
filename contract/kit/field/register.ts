/** Names of sections as types. The registry of sections adds to them (contract/sections/index.ts). */

// biome-ignore lint/suspicious/noEmptyInterface: the registry of sections adds its names to it
export interface Register {}

/** Targets beside registered sections: messages, which have no section, and sections that are not built yet. */
type OtherTarget = 'chat-messages' | 'event' | 'online-class' | 'landing-page'

/** Name of a registered section. */
export type SectionName = Register extends { sections: infer S } ? keyof S & string : string

/** Target of a reference: a section, one of its lists of options, or in braces the choice that names the section. */
export type Target = SectionName | OtherTarget | `${SectionName}/${string}` | `{${string}}`
