import { type ClipboardEvent, type DragEvent, useEffect, useState } from 'react'
import { postMessage } from '#console/data/base/messages.ts'
import { addDraftFile, dropDraftFiles, readDraftFiles } from '#console/data/cache/draft-files.ts'
import type { OwnerDatabase } from '#console/data/outbox/store/database.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { formatSize } from '#console/kit/text/format-more.ts'
import { type Attached, attach, kindOf, maxFiles, type Refusal } from './files.ts'

function refuse({ name }: File, why: Refusal) {
  const text = why.is === 'size' ? t('chat.fileSize', { name, most: formatSize(why.maxBytes) }) : t(`chat.file.${why.is}`, { name })
  postMessage({ kind: 'error', text })
}

/** A stored file may be read before it is shown. */
const without = (files: readonly Attached[], those: readonly Attached[]) =>
  files.filter(({ key }) => !those.some((entry) => entry.key === key))

/** Keys of files on their way into the outbox, so that reopening the room does not show them again. */
const leaving = new Set<string>()

const placeOf = (room: string) => `chat/${room}`

/**
 * Chosen, pasted or dropped files to be sent. One that the channel refuses gets a message. They are stored on the device until sent or
 * removed.
 */
export function useAttached(room: string, onAdded: () => void) {
  const [files, setFiles] = useState<readonly Attached[]>([])
  const [dragging, setDragging] = useState(false)

  useEffect(() => {
    let left = false
    const read = async () => {
      const kept = await readDraftFiles(placeOf(room)).catch(() => [])
      const again = kept.flatMap(({ ref, name, blob }): Attached[] => {
        const kind = kindOf(blob.type)
        return kind && !leaving.has(ref) ? [{ key: ref, file: new File([blob], name, { type: blob.type }), kind }] : []
      })
      if (!left && again.length) setFiles((old) => [...again, ...without(old, again)])
    }
    void read()
    return () => {
      left = true
    }
  }, [room])

  async function add(list: Iterable<File>) {
    const chosen = [...list]
    const fitting = chosen.slice(0, maxFiles - files.length)
    if (fitting.length < chosen.length) postMessage({ kind: 'error', text: t('chat.filesMost', { most: formatNumber(maxFiles) }) })
    for (const file of fitting) {
      const entry = await attach(file)
      if ('is' in entry) refuse(file, entry)
      else {
        // Shown files are stored; where the device has no room, they last as long as the page.
        await addDraftFile(placeOf(room), { ref: entry.key, name: entry.file.name, blob: entry.file }).catch(() => undefined)
        setFiles((old) => [...without(old, [entry]), entry])
      }
    }
    onAdded()
  }
  const remove = (key: string) => {
    setFiles((old) => old.filter((entry) => entry.key !== key))
    void dropDraftFiles(placeOf(room), [key]).catch(() => undefined)
  }
  /**
   * Empties the tray; stored files are deleted by `sent` in the transaction that stores their messages. `ended` gets whether that
   * succeeded: if not, they return to the tray.
   */
  const take = () => {
    const keys = files.map(({ key }) => key)
    for (const key of keys) leaving.add(key)
    setFiles([])
    return {
      attached: files,
      sent: (db: OwnerDatabase) => dropDraftFiles(placeOf(room), keys, db),
      ended(isKept: boolean) {
        for (const key of keys) leaving.delete(key)
        if (!isKept) setFiles((old) => [...files, ...without(old, files)])
      },
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const list = event.clipboardData.files
    if (list.length === 0) return
    event.preventDefault()
    void add(list)
  }
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setDragging(true)
    },
    onDragLeave: () => setDragging(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setDragging(false)
      void add(event.dataTransfer.files)
    },
  }
  return { files, take, add, remove, dragging, onPaste, drop }
}
