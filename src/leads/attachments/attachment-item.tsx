import { useQuery } from '@tanstack/react-query'
import { FileText, ImageIcon, Mic, RotateCw, Trash2, Undo2 } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { postMessage } from '#console/data/base/messages.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { t } from '#console/i18n/i18n.ts'
import { compressible } from '#console/kit/actions/compress-waiting.ts'
import { openFile } from '#console/kit/files/open-file.ts'
import { saveFile } from '#console/kit/files/save-file.ts'
import { useAddress } from '#console/kit/form/values/use-address.ts'
import { Picture } from '#console/kit/parts/picture.tsx'
import { formatDateTime } from '#console/kit/text/format.ts'
import { formatSize } from '#console/kit/text/format-more.ts'
import { VoicePlayer } from '#console/kit/voice/voice-player.tsx'
import { Button } from '#console/ui/button.tsx'
import { confirm } from '#console/ui/confirm.ts'
import { usePressGuard } from '#console/ui/hooks/press-guard.ts'
import { compressItem, keepItem, removeItem, sendAgain } from './actions.ts'
import { dropDraft } from './drafts.ts'
import { type Item, isPicture } from './fold.ts'
import { ItemState } from './item-state.tsx'
import { contentOptions } from './use-attachments.ts'

const load = (item: Item): Promise<Blob> => queryClient.fetchQuery({ ...contentOptions(item, 'whole'), networkMode: 'always' })

const complain = () => postMessage({ kind: 'error', text: t('attachments.notHere') })

/** Opens a PDF in a new tab. */
const openDocument = (item: Item): Promise<void> => openFile({ name: item.name, type: 'application/pdf', load: () => load(item) }, complain)

/** Downloads a file that browsers cannot show. */
async function saveContent(item: Item): Promise<void> {
  try {
    await saveFile(await load(item), item.name)
  } catch {
    complain()
  }
}

/** Inline player of a voice note; where this browser does not play it, as the server converts it. */
function AudioPlayer({ item }: { item: Item }) {
  const [tried, setTried] = useState<'whole' | 'playable' | 'all'>('whole')
  const { data, error, fetchStatus } = useQuery(contentOptions(item, tried === 'whole' ? 'whole' : 'playable'))
  const address = useAddress({ content: data })
  return (
    <VoicePlayer
      url={address}
      content={data}
      size={item.size}
      isLoading={!data && fetchStatus === 'fetching'}
      isMissing={!data && (Boolean(error) || fetchStatus === 'paused')}
      onWant={() => undefined}
      onUnplayable={() => setTried(tried === 'whole' && item.source.at === 'server' ? 'playable' : 'all')}
      onSave={tried === 'all' && data ? () => void saveFile(data, item.name) : null}
      playsAtOnce
    />
  )
}

const icons = { image: ImageIcon, document: FileText, audio: Mic } as const

function Thumbnail({ item }: { item: Item }) {
  const { data } = useQuery({ ...contentOptions(item, 'small'), enabled: isPicture(item) })
  const address = useAddress({ content: data })
  const Icon = icons[item.kind]
  return (
    <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-md border bg-muted text-muted-foreground">
      {address ? (
        <Picture
          src={address}
          alt=""
          width={132}
          className="size-full object-cover"
          compact
          icon={<Icon aria-hidden="true" className="size-5" />}
        />
      ) : (
        <Icon aria-hidden="true" className="size-5" />
      )}
    </span>
  )
}

interface Props {
  item: Item
  /** Ref of the lead; '' before it is saved. */
  lead: string
  writable: boolean
  onPreview: (item: Item) => void
}

async function confirmRemove(lead: string, item: Item): Promise<void> {
  if (item.state === 'draft') return dropDraft(item.ref)
  const sure = await confirm({
    title: t('list.deleteTitle', { name: item.name }),
    detail: t('list.deleteDetail'),
    action: t('list.delete'),
    cancel: t('list.cancel'),
    close: t('app.close'),
    destructive: true,
  })
  if (sure) await removeItem(lead, item)
}

function Tools({ item, lead }: Pick<Props, 'item' | 'lead'>) {
  const [busy, setBusy] = useState(false)
  const run = (work: () => Promise<unknown>) => {
    setBusy(true)
    void work().finally(() => setBusy(false))
  }
  const { row, state } = item
  if (row?.action === 'remove')
    return (
      <Button size="small" busy={busy} disabled={row.state === 'sending'} onClick={() => run(() => keepItem(row))}>
        <Undo2 aria-hidden="true" />
        {t('attachments.keep')}
      </Button>
    )
  return (
    <>
      {row && state === 'parked' && compressible(row) && (
        <Button size="small" variant="primary" busy={busy} onClick={() => run(() => compressItem(row))}>
          {t('outbox.compress')}
        </Button>
      )}
      {row && state === 'parked' && row.reason !== 'tooLarge' && (
        <Button size="small" busy={busy} onClick={() => run(() => sendAgain(row))}>
          <RotateCw aria-hidden="true" />
          {t('app.retry')}
        </Button>
      )}
      <Button
        variant="quiet"
        size="icon"
        disabled={busy || state === 'sending'}
        aria-label={t('attachments.remove', { name: item.name })}
        className="touch:size-11"
        onClick={() => run(() => confirmRemove(lead, item))}
      >
        <Trash2 aria-hidden="true" />
      </Button>
    </>
  )
}

/** One attachment: kind, state and actions. */
export function AttachmentItem({ item, lead, writable, onPreview }: Props) {
  const [playing, setPlaying] = useState(false)
  const removing = item.state === 'removing'
  // Each accepted press fetches and saves a document; for a recording it toggles the player.
  const counts = usePressGuard(item.kind !== 'audio')
  const open = ({ timeStamp }: MouseEvent) => {
    if (!counts(timeStamp)) return
    if (isPicture(item)) return onPreview(item)
    if (item.kind === 'audio') return setPlaying((old) => !old)
    void (item.type === 'application/pdf' ? openDocument(item) : saveContent(item))
  }
  return (
    <li className="flex flex-col gap-2 px-3 py-2" data-attachment={item.ref} data-state={item.state}>
      <div className="flex min-w-0 items-center gap-3">
        <button
          type="button"
          className="flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-md text-start hover:bg-muted"
          {...(item.kind === 'audio' && { 'aria-expanded': playing })}
          onClick={open}
        >
          <Thumbnail item={item} />
          <span className="min-w-0 flex-1">
            <bdi className={`block truncate text-sm font-medium rtl:text-right ${removing ? 'line-through opacity-60' : ''}`}>
              {item.name}
            </bdi>
            <span className="block truncate text-xs text-muted-foreground tabular-nums">
              {formatSize(item.size)} · <bdi>{formatDateTime(item.at)}</bdi>
              {item.by && (
                <>
                  {' '}
                  · <bdi>{item.by}</bdi>
                </>
              )}
            </span>
          </span>
        </button>
        {writable && <Tools item={item} lead={lead} />}
      </div>
      <ItemState item={item} />
      {playing && <AudioPlayer item={item} />}
    </li>
  )
}
