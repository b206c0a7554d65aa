/** Steps of an import before its first request: file, columns, dry run. */
import { ApiError } from '#console/data/api/api-error.ts'
import { getAccess, sessionStore } from '#console/data/api/session.ts'
import { optionsOptions } from '#console/data/query/option-queries.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { getOwnSales } from '#console/kit/text/own-sales.ts'
import { mappingProblems } from '#contract/import/columns.ts'
import { ImportFileError } from '#contract/import/file-problem.ts'
import { importLimits } from '#contract/import/limits.ts'
import { idsByName } from '#contract/import/names.ts'
import type { TableChoice } from '#contract/import/read-table.ts'
import { holds } from '#contract/kit/field/permission.ts'
import type { RowRules } from '#contract/leads/check-rows.ts'
import { existingPhones } from './calls.ts'
import { checkFile, openFile, stopReader } from './reader.ts'
import { mappingFor, rememberMapping } from './remembered.ts'
import { retryUntilAnswered } from './retry.ts'
import { change, emptyState, importStore, noCheck, type Trouble } from './state.ts'
import { deleteStoredImport, type StoredImport, writeStoredImport } from './stored-import.ts'

let checking: AbortController | null = null

/** Ref of the person whose database stores it. Empty when signed out. */
export const ownerRef = (): string => sessionStore.get().session?.user.ref ?? ''

export function troubleOf(error: unknown): Trouble {
  if (error instanceof ImportFileError) return { is: 'file', code: error.code, params: error.params }
  if (error instanceof ApiError) return { is: 'words', words: error.message }
  if (error instanceof DOMException && /Quota|Abort|InvalidState|UnknownError/.test(error.name)) return { is: 'kept' }
  return { is: 'reader' }
}

/** Stores file and choices for a reload. Where that fails, the import continues without. */
export async function keep(): Promise<void> {
  const { file, mapping, choice, defaults, duplicates } = importStore.get()
  if (file)
    await writeStoredImport(ownerRef(), { file: file.blob, name: file.name, mapping, choice, defaults, duplicates, run: null }).catch(
      () => undefined,
    )
}

/** Reads a file and guesses its columns. On failure the step stays and shows the reason. */
export async function chooseFile(
  blob: Blob,
  name: string,
  kept?: Pick<StoredImport, 'mapping' | 'choice' | 'defaults' | 'duplicates'>,
): Promise<void> {
  checking?.abort()
  change({ ...emptyState, busy: true, defaults: { ...emptyState.defaults, sales: getOwnSales() } })
  try {
    if (blob.size > importLimits.bytes) throw new ImportFileError('too_large')
    const choice = kept?.choice ?? {}
    const about = await openFile(blob, choice)
    const mapping = kept && kept.mapping.length === about.header.length ? kept.mapping : mappingFor(about.header)
    const choices = kept && { defaults: kept.defaults, duplicates: kept.duplicates }
    change({ step: 'columns', busy: false, file: { name, size: blob.size, blob }, about, choice, ...choices, mapping })
    if (!kept) await keep()
  } catch (error) {
    stopReader()
    change({ busy: false, trouble: troubleOf(error) })
  }
}

/** Reads the chosen file in another way. On failure it stays read as before, and the reason is shown. */
export async function readAgain(next: TableChoice): Promise<void> {
  const { file } = importStore.get()
  if (!file) return
  change({ busy: true, trouble: null })
  try {
    const about = await openFile(file.blob, next)
    change({ busy: false, about, choice: next, mapping: mappingFor(about.header), check: noCheck })
    await keep()
  } catch (error) {
    change({ busy: false, trouble: troubleOf(error) })
  }
}

export function startOver(): void {
  checking?.abort()
  stopReader()
  importStore.set(emptyState)
  void deleteStoredImport(ownerRef()).catch(() => undefined)
}

/** Maps names of campaigns and salespeople to ids; waits for the network when they are not cached. */
async function rules(): Promise<RowRules> {
  const { mapping, defaults } = importStore.get()
  const [campaigns, people] = await Promise.all([
    queryClient.fetchQuery(optionsOptions('campaign')),
    queryClient.fetchQuery(optionsOptions('user/sales')),
  ])
  const me = sessionStore.get().session?.user
  return {
    mapping,
    campaign: defaults.campaign_id,
    names: {
      campaign: idsByName(campaigns.map(({ id, label }) => ({ id, name: label }))),
      sales: idsByName(people.map(({ id, label, detail }) => ({ id, name: label, email: detail }))),
    },
    mayAssign: holds(getAccess(), 'update assign-sales') ? null : [me?.id ?? 0, me?.ref ?? ''],
  }
}

/** Dry run: validates every row on the device, then asks the server for existing phones. Nothing is stored. */
export async function runCheck(): Promise<void> {
  const { about, mapping, defaults } = importStore.get()
  if (!about || mappingProblems(mapping, defaults.campaign_id !== null).length) return
  rememberMapping(about.header, mapping)
  checking?.abort()
  const control = new AbortController()
  checking = control
  const current = <T>(next: T, use: (value: T) => void) => !control.signal.aborted && use(next)
  change({ step: 'check', busy: true, check: noCheck, trouble: null })
  void keep()
  try {
    const found = await checkFile(await rules(), (percent) =>
      current(percent / 2, (half) => change({ check: { ...noCheck, percent: half } })),
    )
    current(found, () => change({ check: { percent: 50, found, existing: null } }))
    const ask = () =>
      existingPhones(found.phones, control.signal, (percent) =>
        current(percent, () => change({ check: { percent: 50 + percent / 2, found, existing: null } })),
      )
    const existing = await retryUntilAnswered(
      ask,
      () => undefined,
      () => control.signal.aborted,
    )
    current(existing, () => change({ busy: false, check: { percent: 100, found, existing } }))
  } catch (error) {
    current(error, () => change({ busy: false, trouble: troubleOf(error) }))
  }
}
