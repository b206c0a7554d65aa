/** Parses a document into chunks, or a reason why not. May be slow: run it in a separate program (parse-apart.ts). */
import { ImportFileError } from '#contract/import/file-problem.ts'
import { type KnowledgeReason, type KnowledgeType, maxKnowledgeBytes } from '#contract/lib/knowledge.ts'
import { type Block, type Chunk, chunksOf } from '../bot/chunks.ts'
import { documentType, textOf } from './document-type.ts'
import { docxBlocks } from './docx-blocks.ts'
import { pdfBlocks } from './pdf-blocks.ts'
import { csvBlocks, workbookBlocks } from './table-blocks.ts'
import { textBlocks } from './text-blocks.ts'
import { reasonOf, Unreadable } from './unreadable.ts'

export interface ParseLimits {
  /** Maximum bytes of unpacked text. */
  unpackedBytes: number
  /** Maximum characters: ten thousand pages. */
  characters: number
}

export const parseLimits: ParseLimits = { unpackedBytes: 100_000_000, characters: 10_000_000 }

/** `type` is null for unsupported types. */
export type Parsed = { ok: true; type: KnowledgeType; chunks: Chunk[] } | { ok: false; type: KnowledgeType | null; reason: KnowledgeReason }

async function blocksOf(type: KnowledgeType, bytes: Uint8Array, limits: ParseLimits): Promise<Block[]> {
  switch (type) {
    case 'pdf':
      return pdfBlocks(bytes, limits.characters)
    case 'docx':
      return docxBlocks(bytes, limits.unpackedBytes)
    case 'xlsx':
      return workbookBlocks(bytes)
    case 'csv':
      return csvBlocks(textOf(bytes) ?? '')
    case 'txt':
      return textBlocks(textOf(bytes) ?? '')
  }
}

function failure(type: KnowledgeType | null, error: unknown): Parsed {
  if (error instanceof Unreadable) return { ok: false, type, reason: error.reason }
  if (error instanceof ImportFileError) return { ok: false, type, reason: reasonOf[error.code] }
  throw error
}

export async function parseDocument(bytes: Uint8Array, name: string, limits = parseLimits): Promise<Parsed> {
  let type: KnowledgeType | null = null
  try {
    if (bytes.length > maxKnowledgeBytes) throw new Unreadable('too_large')
    type = await documentType(bytes, name)
    const blocks = await blocksOf(type, bytes, limits)
    if (blocks.reduce((sum, { text }) => sum + text.length, 0) > limits.characters) throw new Unreadable('too_large')
    const chunks = chunksOf(blocks)
    return chunks.length ? { ok: true, type, chunks } : { ok: false, type, reason: 'no_text' }
  } catch (error) {
    return failure(type, error)
  }
}
