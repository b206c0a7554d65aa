import type { FileProblemCode } from '#contract/import/file-problem.ts'
import type { KnowledgeReason } from '#contract/lib/knowledge.ts'

/** Why a document is no source. */
export class Unreadable extends Error {
  override name = 'Unreadable'

  constructor(readonly reason: KnowledgeReason) {
    super(`the document cannot be read: ${reason}`)
  }
}

/** Reasons by errors of tables and archives. */
export const reasonOf = {
  empty: 'no_text',
  no_rows: 'no_text',
  not_spreadsheet: 'unsupported',
  vcard: 'unsupported',
  calendar: 'unsupported',
  pdf: 'unsupported',
  picture: 'unsupported',
  open_document: 'unsupported',
  web_page: 'unsupported',
  no_sheet: 'unsupported',
  no_header: 'unsupported',
  password: 'password',
  damaged: 'damaged',
  csv_quotes: 'damaged',
  too_large: 'too_large',
  too_many_rows: 'too_large',
  too_many_columns: 'too_large',
  zip_bomb: 'too_large',
} as const satisfies Record<FileProblemCode, KnowledgeReason>
