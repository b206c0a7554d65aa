import { useState } from 'react'
import { atItsPath } from '#console/data/query/queries.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import type { HistoryEntry } from '#contract/kit/section/history.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { CallList } from '../list/screen/call-list.tsx'
import { Entry } from './entry.tsx'
import { restoreVersion } from './restore-version.ts'

function Restore({ section, record, entry }: Omit<Props, 'mayRestore' | 'step'> & { entry: HistoryEntry }) {
  const [busy, setBusy] = useState(false)
  return (
    <Button
      size="small"
      className="ms-auto"
      busy={busy}
      onClick={() => {
        setBusy(true)
        void restoreVersion(section, record, entry).finally(() => setBusy(false))
      }}
    >
      {t('history.restoreVersion')}
    </Button>
  )
}

interface Props {
  section: Section
  record: AnyRow
  /** Whether this person may restore an earlier version. */
  mayRestore: boolean
  /** How many are shown at first, and with each press. */
  step?: number
}

/** A record's changes, newest first: person, time, old and new values. */
export function History({ section, record, mayRestore, step = 20 }: Props) {
  useLocale()
  const call = sectionCall(section, 'history')
  const texts = { offline: t('history.offline'), empty: t('history.empty'), more: t('history.older') }
  return (
    <CallList<HistoryEntry> call={atItsPath(section, call)} record={record} step={step} texts={texts}>
      {(entries) => (
        <ol className="grid gap-5 border-s ps-4">
          {entries.map((entry) => (
            <Entry
              key={entry.id}
              section={section}
              entry={entry}
              action={
                mayRestore && entry.version != null && entry.version !== record.version && <Restore {...{ section, record, entry }} />
              }
            />
          ))}
        </ol>
      )}
    </CallList>
  )
}
