/** Published facts about stocks for the bot's answers (docs/product/assistant.md#facts). */
import type { Db } from '#server/db/database.ts'

/** A close; a recommendation; an analysis; what a product holds; an offer of a membership; how leave is taken. */
export type FactKind = 'price' | 'pick' | 'analysis' | 'position' | 'membership' | 'leave'

export interface Fact {
  kind: FactKind
  /** Of its stock; '' of none. */
  code: string
  /** A sentence with its date, for the asker. */
  text: string
  /** Source, shown beside the answer. */
  source: string
}

/** The asker: null is a preview without member, limited to public facts. */
export interface Asker {
  member: number | null
  /** Products active today. */
  products: readonly string[]
}

/** Returns published facts of these stocks for the asker's audience; others are not mentioned. */
export type FactSource = (db: Db, codes: readonly string[], asker: Asker) => Promise<Fact[]>
