/** Client of the file-reading worker. */

import { ImportFileError } from '#contract/import/file-problem.ts'
import type { TableChoice } from '#contract/import/read-table.ts'
import type { Excerpt, RowNotes } from '#contract/import/write-excerpt.ts'
import type { RowRules } from '#contract/leads/check-rows.ts'
import type { AboutFile, Checked, Question, Reply } from './protocol.ts'

type Asking =
  | { ask: 'open'; file: Blob; choice: TableChoice }
  | { ask: 'check'; rules: RowRules }
  | { ask: 'keep'; owner: string }
  | { ask: 'excerpt'; file: Blob; choice: TableChoice; notes: RowNotes; title: string }

let worker: Worker | null = null
let last = 0

/** Terminates the worker; the next file gets a new one. */
export function stopReader(): void {
  worker?.terminate()
  worker = null
}

function ask(asking: Asking, onProgress?: (percent: number) => void): Promise<Reply> {
  const asked = worker ?? new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' })
  worker = asked
  last += 1
  const question: Question = { id: last, ...asking }
  return new Promise((resolve, reject) => {
    const end = new AbortController()
    const { signal } = end
    asked.addEventListener(
      'message',
      ({ data }: MessageEvent<Reply>) => {
        if (data.id !== question.id) return
        if (data.is === 'progress') return onProgress?.((data.done / Math.max(1, data.total)) * 100)
        end.abort()
        if (data.is === 'refused') reject(new ImportFileError(data.code, data.params))
        else if (data.is === 'failed') reject(new Error(data.message))
        else resolve(data)
      },
      { signal },
    )
    // Its code failed to load: offline, or a new version.
    asked.addEventListener(
      'error',
      () => {
        end.abort()
        stopReader()
        reject(new DOMException('the file reader did not load', 'NetworkError'))
      },
      { signal },
    )
    asked.postMessage(question)
  })
}

const unexpected = () => new Error('another answer than asked for')

export async function openFile(file: Blob, choice: TableChoice): Promise<AboutFile> {
  const reply = await ask({ ask: 'open', file, choice })
  if (reply.is === 'opened') return reply.about
  throw unexpected()
}

export async function checkFile(rules: RowRules, onProgress: (percent: number) => void): Promise<Checked> {
  const reply = await ask({ ask: 'check', rules }, onProgress)
  if (reply.is === 'checked') return reply.checked
  throw unexpected()
}

/** Stores the valid rows on the device; returns the number of parts. */
export async function storeRows(owner: string): Promise<number> {
  const reply = await ask({ ask: 'keep', owner })
  if (reply.is === 'kept') return reply.parts
  throw unexpected()
}

/** Writes these rows of the file as a workbook with a note on each row, below `title`. */
export async function writeRows(file: Blob, choice: TableChoice, notes: RowNotes, title: string): Promise<Excerpt> {
  const reply = await ask({ ask: 'excerpt', file, choice, notes, title })
  if (reply.is === 'excerpt') return reply.excerpt
  throw unexpected()
}
