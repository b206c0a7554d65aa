/** Published facts about a stock, which the bot may answer with (docs/product/assistant.md#facts). */
import type { Db } from '#server/db/database.ts'

/** A close; a recommendation; an analysis; what a product holds. */
export type FactKind = 'price' | 'pick' | 'analysis' | 'position'

export interface Fact {
  kind: FactKind
  code: string
  /** A sentence for the asker, with its date. */
  text: string
  /** What it was read from, shown beside the answer. */
  source: string
}

/** Who asks: null is a preview as no member, who sees what everybody sees. */
export interface Asker {
  member: number | null
  /** Products that are active today. */
  products: readonly string[]
}

/** Published facts of these stocks in the audience of the asker; what is not for them is not mentioned. */
export type FactSource = (db: Db, codes: readonly string[], asker: Asker) => Promise<Fact[]>
