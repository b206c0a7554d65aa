import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { postMessage } from '#console/data/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatSize } from '#console/i18n/size.ts'
import { type Attached, attach, mostFiles, type Refusal } from './files.ts'

function refuse({ name }: File, why: Refusal) {
  const text = why.is === 'size' ? t('chat.fileSize', { name, most: formatSize(why.most) }) : t(`chat.file.${why.is}`, { name })
  postMessage({ kind: 'error', text })
}

/** Files that will be sent: chosen, pasted or dropped. One that the channel does not take is refused in words. */
export function useAttached(onAdded: () => void) {
  const [files, setFiles] = useState<readonly Attached[]>([])
  const [dragging, setDragging] = useState(false)

  async function add(list: Iterable<File>) {
    for (const file of [...list].slice(0, mostFiles - files.length)) {
      const entry = await attach(file)
      if ('is' in entry) refuse(file, entry)
      else setFiles((old) => [...old, entry])
    }
    onAdded()
  }
  const remove = (key: string) => setFiles((old) => old.filter((entry) => entry.key !== key))
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
  return { files, setFiles, add, remove, dragging, onPaste, drop }
}
