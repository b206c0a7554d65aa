import { Paperclip } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { useMay } from '#console/kit/text/permissions.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { attachFile } from './actions.ts'
import { AddBar } from './add-bar.tsx'
import { AttachmentItem } from './attachment-item.tsx'
import { addDraft, attachDrafts, useDrafts } from './drafts.ts'
import type { Item } from './fold.ts'
import { prepare, type Refusal } from './prepare.ts'
import { Preview } from './preview.tsx'
import { useAttachments } from './use-attachments.ts'

export interface AttachmentsProps {
  /** Null for a new lead. */
  record: AnyRow | null
  /** Registers work for after the save; returns its cancel function. */
  afterSave: (work: (ref: string) => Promise<void>) => () => void
}

const refusals = { empty: 'attachments.empty', type: 'attachments.type' } as const

/** Stores chosen files one after the other, so that many photos do not fill a phone's memory. */
function useTaking(lead: string | null) {
  const [taking, setTaking] = useState(0)
  const [refused, setRefused] = useState<readonly { name: string; why: Refusal | 'device' }[]>([])
  const queue = useRef(Promise.resolve())

  async function take(file: File): Promise<void> {
    const ready = await prepare(file)
    if (typeof ready === 'string') setRefused((old) => [...old, { name: file.name, why: ready }])
    else if (lead) await attachFile(lead, ready, file.name)
    else await addDraft(ready, file.name).catch(() => setRefused((old) => [...old, { name: file.name, why: 'device' }]))
  }

  function takeAll(files: readonly File[]): void {
    if (files.length === 0) return
    setRefused([])
    setTaking((old) => old + files.length)
    for (const file of files) queue.current = queue.current.then(() => take(file)).finally(() => setTaking((old) => old - 1))
  }
  return { taking, refused, takeAll }
}

/** Handles files pasted anywhere on the page. */
function usePaste(wanted: boolean, onFiles: (files: readonly File[]) => void): void {
  const callbacks = useRef(onFiles)
  callbacks.current = onFiles
  useEffect(() => {
    if (!wanted) return
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      callbacks.current(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [wanted])
}

function useDrop(wanted: boolean, onFiles: (files: readonly File[]) => void) {
  const [over, setOver] = useState(false)
  if (!wanted) return { over, handlers: {} }
  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      },
    },
  }
}

/** Photos, documents and voice notes of a lead, stored or waiting. */
export function Attachments({ record, afterSave }: AttachmentsProps) {
  useLocale()
  const id = useId()
  const lead = record?.ref ?? null
  const may = useMay(leads)
  const writable = record ? may.update : may.create && may.update
  const { items: known, state, retry } = useAttachments(record)
  const drafts = useDrafts(record === null)
  const items: readonly Item[] = record ? known : drafts
  const { taking, refused, takeAll } = useTaking(lead)
  const [shown, setShown] = useState<string | null>(null)
  const { over, handlers } = useDrop(writable, takeAll)
  usePaste(writable, takeAll)
  useEffect(() => (record ? undefined : afterSave(attachDrafts)), [record, afterSave])
  const preview = items.find(({ ref }) => ref === shown)
  if (!record && !writable) return null
  return (
    <section
      aria-labelledby={id}
      className={`flex flex-col gap-4 border-t pt-5 sm:col-span-2 ${over ? 'rounded-lg outline-2 outline-primary outline-dashed' : ''}`}
      {...handlers}
    >
      <h2 id={id} className="text-sm font-semibold">
        {t('attachments.title')}
      </h2>
      {state === 'loading' && <Skeleton className="h-16" />}
      {state === 'offline' && <Alert>{t('attachments.offline')}</Alert>}
      {state === 'failed' && (
        <Alert tone="danger">
          <span className="me-3">{t('app.wrong')}</span>
          <Button size="small" onClick={retry}>
            {t('app.retry')}
          </Button>
        </Alert>
      )}
      {items.length > 0 && (
        <ul className="divide-y overflow-hidden rounded-lg border bg-card">
          {items.map((item) => (
            <AttachmentItem key={item.ref} item={item} lead={lead ?? ''} writable={writable} onPreview={({ ref }) => setShown(ref)} />
          ))}
        </ul>
      )}
      {items.length === 0 && state === 'ready' && (
        <p className="flex items-center gap-2 text-sm text-muted-foreground">
          <Paperclip aria-hidden="true" className="size-4" />
          {t('attachments.none')}
        </p>
      )}
      {refused.map(({ name, why }) => (
        <Alert key={name} tone="danger">
          <bdi>{name}</bdi>: {t(why === 'device' ? 'attachments.noRoom' : refusals[why])}
        </Alert>
      ))}
      {taking > 0 && (
        <p role="status" className="text-sm text-muted-foreground">
          {t('attachments.preparing', { count: taking })}
        </p>
      )}
      {writable && <AddBar busy={taking > 0} onFiles={takeAll} />}
      {preview && <Preview item={preview} onClose={() => setShown(null)} />}
    </section>
  )
}
