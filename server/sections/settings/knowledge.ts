import { isStoredFile } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { knowledge as section } from '#contract/sections/settings/knowledge.ts'
import { enqueueParsing } from '#server/assistant/knowledge/job.ts'
import { serve } from '#server/crud/serve.ts'
import { knowledge } from '#server/db/tables/knowledge.ts'

const types: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'text/plain': 'txt',
  'text/csv': 'csv',
}

/** Chunks are deleted with their document (foreign key); the file once no document names it. */
export const knowledgeApi = serve(section, knowledge, {
  prepare({ input: { file }, values }) {
    if (!isStoredFile(file)) return
    const { name, size, type } = file
    Object.assign(values, { name, size, type: types[type] ?? null, status: 'waiting', chunks: 0 })
  },
  async afterChange(effects) {
    for (const { platform, db, before, after } of effects)
      if (after && !before) await enqueueParsing(platform.database, db, after.id, toText(after.name))
  },
})
