/** Names of sections as types. The registry of sections adds to them (contract/sections/index.ts). */

// biome-ignore lint/suspicious/noEmptyInterface: the registry of sections adds its names to it
export interface Register {}

/** A target beside registered sections: messages, which have no section. */
type OtherTarget = 'chat-messages'

/** Name of a registered section. */
export type SectionName = Register extends { sections: infer S } ? keyof S & string : string

/** Names of the registered sections of a kind (section-options.ts). */
export type SectionOfKind<Kind extends string> = Register extends { sections: infer S }
  ? { [N in keyof S & string]: S[N] extends () => Promise<{ readonly kind: Kind }> ? N : never }[keyof S & string]
  : never

/** Target of a reference: a section, one of its lists of options, or in braces the choice that names the section. */
export type Target = SectionName | OtherTarget | `${SectionName}/${string}` | `{${string}}`
