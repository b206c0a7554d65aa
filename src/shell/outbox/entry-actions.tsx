import { Download, FileText, GitMerge, MessageCircle, Pencil, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { postMessage } from '#console/data/base/messages.ts'
import { isConflict } from '#console/data/outbox/row/resolve.ts'
import type { OutboxRow } from '#console/data/query/outbox-store.ts'
import type { ActionResult } from '#console/data/writes/actions.ts'
import { tryAgain } from '#console/data/writes/try-again.ts'
import { t } from '#console/i18n/i18n.ts'
import { openConflict } from '#console/kit/conflict/open.ts'
import { saveFile } from '#console/kit/files/save-file.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { confirm } from '#console/ui/confirm.ts'
import { PathLink } from '../base/path-link.tsx'
import { chatOf, placeOf } from './place-of.ts'

const actions = () => import('#console/data/writes/actions.ts')

async function save(row: OutboxRow): Promise<void> {
  const { name, text } = (await actions()).exportRow(row)
  await saveFile(new Blob([text], { type: 'application/json' }), name)
}

function showResult(result: ActionResult): void {
  if (result === 'sent') postMessage({ kind: 'info', message: 'outbox.wasSent' })
  if (result === 'missing') postMessage({ kind: 'info', message: 'outbox.isGone' })
}

/** Retry, edit, discard and export of one change. */
export function EntryActions({ row, title }: { row: OutboxRow; title: string }) {
  const [busy, setBusy] = useState<'retry' | 'discard' | 'compress' | null>(null)
  const run = async (which: 'retry' | 'discard') => {
    setBusy(which)
    try {
      showResult(await (await actions())[which](row.seq))
    } catch (error) {
      postMessage({ kind: 'error', ...(error instanceof Error ? { text: error.message } : { message: 'app.wrong' }) })
    }
    setBusy(null)
  }
  const retry = async () => {
    await run('retry')
    // Without a connection it keeps waiting, without feedback.
    await tryAgain(() => undefined)
  }
  const compress = async () => {
    setBusy('compress')
    try {
      const { compressWaiting } = await import('#console/kit/actions/compress-waiting.ts')
      if (!(await compressWaiting(row))) postMessage({ kind: 'error', text: t('outbox.notSmaller') })
    } catch (error) {
      postMessage({ kind: 'error', ...(error instanceof Error ? { text: error.message } : { message: 'app.wrong' }) })
    }
    setBusy(null)
  }
  const ask = async () => {
    const sure = await confirm({
      title: t('outbox.discardTitle', { what: title }),
      detail: t('outbox.discardDetail'),
      action: t('outbox.discard'),
      cancel: t('app.cancel'),
      destructive: true,
    })
    if (sure) await run('discard')
  }
  const place = placeOf(row)
  const isSending = row.state === 'sending'
  const isChat = chatOf(row) !== null
  return (
    <div className="flex flex-wrap gap-1.5">
      {row.reason === 'windowClosed' && (
        <PathLink href={place ?? ''} className={buttonClass({ variant: 'primary', size: 'small' })}>
          <FileText aria-hidden="true" />
          {t('outbox.chooseTemplate')}
        </PathLink>
      )}
      {isConflict(row) ? (
        <Button size="small" variant="primary" onClick={() => void openConflict(row.seq)}>
          <GitMerge aria-hidden="true" />
          {t('outbox.decide')}
        </Button>
      ) : (
        <Button size="small" busy={busy === 'retry' || isSending} onClick={() => void retry()}>
          <RotateCw aria-hidden="true" />
          {t('outbox.retry')}
        </Button>
      )}
      {row.reason === 'tooLarge' && row.files.some(({ type }) => type.startsWith('image/')) && (
        <Button size="small" variant="primary" busy={busy === 'compress'} onClick={() => void compress()}>
          {t('outbox.compress')}
        </Button>
      )}
      {place !== null && row.reason !== 'windowClosed' && (
        <PathLink href={place} className={buttonClass({ size: 'small' })}>
          {isChat ? <MessageCircle aria-hidden="true" /> : <Pencil aria-hidden="true" />}
          {t(isChat ? 'outbox.openChat' : 'app.edit')}
        </PathLink>
      )}
      <Button size="small" onClick={() => void save(row)}>
        <Download aria-hidden="true" />
        {t('outbox.export')}
      </Button>
      <Button
        size="small"
        variant="quiet"
        busy={busy === 'discard'}
        // A disabled button would lose the focus at every attempt to send.
        aria-disabled={isSending}
        onClick={() => isSending || void ask()}
      >
        <Trash2 aria-hidden="true" />
        {t('outbox.discard')}
      </Button>
    </div>
  )
}
