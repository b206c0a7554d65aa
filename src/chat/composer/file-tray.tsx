import { FileText, Mic, Video, X } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { formatSize } from '#console/i18n/size.ts'
import { useAddress } from '#console/kit/form/inputs/use-address.ts'
import type { Attached } from './files.ts'

const icons = { video: Video, audio: Mic, document: FileText } as const

function Preview({ entry }: { entry: Attached }) {
  const address = useAddress({ content: entry.kind === 'image' ? entry.file : undefined })
  if (address) return <img src={address} alt="" className="size-full object-cover" />
  const Icon = entry.kind === 'image' ? FileText : icons[entry.kind]
  return (
    <span className="flex size-full flex-col items-center justify-center gap-1 p-2 text-center text-xs text-muted-foreground">
      <Icon aria-hidden="true" className="size-6" />
      <bdi className="w-full truncate">{entry.file.name}</bdi>
      <span className="tabular-nums">{formatSize(entry.file.size)}</span>
    </span>
  )
}

/** Files that will be sent, to be looked at and taken out before. */
export function FileTray({ files, onRemove }: { files: readonly Attached[]; onRemove: (key: string) => void }) {
  return (
    <ul aria-label={t('chat.files')} className="flex gap-2 overflow-x-auto px-3 pt-3 pb-1">
      {files.map((entry) => (
        <li key={entry.key} className="relative size-24 shrink-0 rounded-lg border bg-muted">
          <span className="block size-full overflow-hidden rounded-lg">
            <Preview entry={entry} />
          </span>
          <button
            type="button"
            aria-label={t('chat.removeFile', { name: entry.file.name })}
            onClick={() => onRemove(entry.key)}
            className="absolute -end-1.5 -top-1.5 grid size-6 place-items-center rounded-full bg-foreground text-background touch:after:absolute touch:after:-inset-2.5"
          >
            <X aria-hidden="true" className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  )
}
