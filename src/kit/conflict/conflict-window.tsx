import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { toast } from 'sonner'
import { postMessage } from '#console/data/base/messages.ts'
import { useStore } from '#console/data/base/store.ts'
import { type OutboxRow, outboxStore } from '#console/data/query/outbox-store.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { type Decide, resolveConflict } from '#console/data/writes/resolve-conflict.ts'
import type { Values } from '#console/i18n/i18n.ts'
import { loadSectionWords } from '#console/i18n/i18n.ts'
import type { MessageId } from '#console/i18n/message-id.ts'
import { showWindow } from '#console/ui/show-window.tsx'
import type { Section } from '#contract/kit/section/section.ts'
import { isSectionName, sections } from '#contract/sections/index.ts'
import { DeletedConflict } from './deleted-conflict.tsx'
import { FieldsConflict } from './fields-conflict.tsx'
import { conflictToast } from './open.ts'
import { RemovalConflict } from './removal-conflict.tsx'

/** Message after the decision is applied. */
export interface Told {
  message: MessageId
  values?: Values
}

export interface ConflictProps {
  row: OutboxRow
  section: Section
  open: boolean
  onClose: () => void
  /** Applies the decision, shows the message, and closes. */
  decide: (decision: Decide, messageId: Told) => Promise<void>
}

interface WindowProps {
  row: OutboxRow
  section: Section
  onClosed: () => void
}

function ConflictWindow({ row, section, onClosed }: WindowProps) {
  const [open, setOpen] = useState(true)
  const isThere = useStore(outboxStore, ({ rows }) => rows.some((entry) => entry.id === row.id))
  const close = () => {
    setOpen(false)
    onClosed()
  }
  const decide: ConflictProps['decide'] = async (decision, messageId) => {
    try {
      if (await resolveConflict(row, decision)) postMessage({ kind: 'success', ...messageId })
    } catch {
      postMessage({ kind: 'error', message: 'conflict.notKept' })
      return
    }
    close()
  }
  useEffect(() => {
    if (isThere || !open) return
    postMessage({ kind: 'info', message: 'outbox.isGone' })
    setOpen(false)
    onClosed()
  }, [isThere, open, onClosed])
  const props = { row, section, open, onClose: close, decide }
  return kindOf(row, props)
}

function kindOf(row: OutboxRow, props: ConflictProps): ReactNode {
  const current = row.lastError?.current
  if (row.action === 'remove' && row.lastError?.currents) return <RemovalConflict {...props} />
  return row.action === 'update' && current ? <FieldsConflict {...props} current={current} /> : <DeletedConflict {...props} />
}

/** Opens the window over the current screen. It is modal, so there is one at a time. */
export async function showConflict(row: OutboxRow): Promise<void> {
  if (!isSectionName(row.section)) return
  const [section] = await Promise.all([sections[row.section](), loadSectionWords(row.section).catch(() => undefined)])
  toast.dismiss(conflictToast)
  showWindow((closed) => (
    <QueryClientProvider client={queryClient}>
      <ConflictWindow row={row} section={section} onClosed={closed} />
    </QueryClientProvider>
  ))
}
