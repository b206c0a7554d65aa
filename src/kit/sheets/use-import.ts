import { useEffect, useState } from 'react'
import { ApiError } from '#console/data/api/api-error.ts'
import { expectJob } from '#console/data/jobs/follow.ts'
import { invalidateSection } from '#console/data/query/queries.ts'
import { localised } from '#console/i18n/fixed-messages.ts'
import { t } from '#console/i18n/i18n.ts'
import type { ImportPolicy, SheetImport } from '#contract/import/import-calls.ts'
import type { TableChoice } from '#contract/import/read-table.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { beginImport, downloadFailures, downloadTemplate, readImport, undoImport } from './import-calls.ts'

const askMs = 700

const isUnderWay = (found: SheetImport | null) => found?.state === 'running' || found?.state === 'undoing'

function wordsOf(error: unknown): string {
  return error instanceof ApiError && !error.offline ? localised(error.message) : t('connection.none')
}

/** State of an import from the file's choice to its end. The server maps the columns, and the person changes the mapping. */
export function useImport(section: Section) {
  const [file, setFile] = useState<File | null>(null)
  const [found, setFound] = useState<SheetImport | null>(null)
  const [mapping, setMapping] = useState<readonly (string | null)[] | null>(null)
  const [table, setTable] = useState<TableChoice>({})
  /** The last answer that says how the file was read: a sheet without rows has none. */
  const [shown, setShown] = useState<SheetImport | null>(null)
  const [duplicates, setDuplicates] = useState<ImportPolicy>('skip')
  const [perFile, setPerFile] = useState<Readonly<Record<string, string>>>({})
  const [percent, setPercent] = useState<number | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const busy = percent !== null || isUnderWay(found)
  const ref = isUnderWay(found) ? (found?.ref ?? null) : null

  const learn = (next: SheetImport) => {
    setFound(next)
    if (next.header_row !== null) setShown(next)
    if (isUnderWay(next) || !next.columns.length) return
    setMapping((old) => old ?? next.columns.map(({ field }) => field))
    const known = next.per_file.flatMap(({ field, value }) => (value === null ? [] : [[field, value] as const]))
    setPerFile((old) => ({ ...Object.fromEntries(known), ...old }))
    if (next.state === 'done' || next.state === 'undone') void invalidateSection(section.name)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: polls while this import runs
  useEffect(() => {
    if (!ref) return
    const control = new AbortController()
    const ask = async () => {
      while (!control.signal.aborted) {
        await new Promise((resolve) => setTimeout(resolve, askMs))
        const next = await readImport(section, ref, control.signal).catch(() => null)
        if (control.signal.aborted) return
        if (next) learn(next)
        if (next && !isUnderWay(next)) return
      }
    }
    void ask()
    return () => control.abort()
  }, [ref])

  const begin = async (chosen: File, isDry: boolean, columns: typeof mapping, own = perFile, how = table) => {
    setTrouble(null)
    setPercent(0)
    try {
      learn(await beginImport(section, { file: chosen, duplicates, mapping: columns, isDry, table: how, perFile: own }, setPercent))
      expectJob()
    } catch (error) {
      setTrouble(wordsOf(error))
    } finally {
      setPercent(null)
    }
  }

  return {
    ...{ file, found, shown, mapping, table, duplicates, perFile, percent, trouble, busy },
    choose(chosen: File) {
      setFile(chosen)
      setFound(null)
      setShown(null)
      setMapping(null)
      setPerFile({})
      setTable({})
      void begin(chosen, true, null, {}, {})
    },
    /** Reads and checks the file in another way; its columns are guessed anew. */
    readAgain(how: TableChoice) {
      setTable(how)
      setMapping(null)
      if (file) void begin(file, true, null, perFile, how)
    },
    setColumn: (at: number, field: string | null) => setMapping((old) => old?.map((one, index) => (index === at ? field : one)) ?? old),
    setDuplicates,
    setPerFile: (field: string, value: string) => setPerFile((old) => ({ ...old, [field]: value })),
    check: () => file && void begin(file, true, mapping),
    start: () => file && void begin(file, false, mapping),
    async template() {
      setTrouble(null)
      await downloadTemplate(section).catch((error: unknown) => setTrouble(wordsOf(error)))
    },
    async failures() {
      setTrouble(null)
      if (found) await downloadFailures(section, found).catch((error: unknown) => setTrouble(wordsOf(error)))
    },
    async undo() {
      if (!found) return
      try {
        learn(await undoImport(section, found.ref))
        expectJob()
      } catch (error) {
        setTrouble(wordsOf(error))
      }
    },
  }
}
