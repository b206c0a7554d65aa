import { FileText, ImageOff, Mic, Video, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { useAddress } from '#console/kit/form/values/use-address.ts'
import { Picture } from '#console/kit/parts/picture.tsx'
import { formatSize } from '#console/kit/text/format-more.ts'
import { Spinner } from '#console/ui/spinner.tsx'
import type { Attached } from './files.ts'
import type { ComingFile } from './use-canned-reply.ts'

const icons = { video: Video, audio: Mic, document: FileText } as const

function Described({ name, icon, note }: { name: string; icon: ReactNode; note: string }) {
  return (
    <span className="flex size-full flex-col items-center justify-center gap-1 p-2 text-center text-xs text-muted-foreground">
      {icon}
      <bdi className="w-full truncate">{name}</bdi>
      <span className="tabular-nums">{note}</span>
    </span>
  )
}

function Preview({ entry }: { entry: Attached }) {
  const address = useAddress({ content: entry.kind === 'image' ? entry.file : undefined })
  if (address)
    return (
      <Picture
        src={address}
        alt=""
        width={192}
        className="size-full object-cover"
        compact
        icon={<ImageOff aria-hidden="true" className="size-5" />}
      />
    )
  const Icon = entry.kind === 'image' ? FileText : icons[entry.kind]
  const { name, size } = entry.file
  return <Described name={name} icon={<Icon aria-hidden="true" className="size-6" />} note={formatSize(size)} />
}

function Tile({ name, onRemove, children }: { name: string; onRemove: () => void; children: ReactNode }) {
  return (
    <li className="relative size-24 shrink-0 rounded-lg border bg-muted">
      <span className="block size-full overflow-hidden rounded-lg">{children}</span>
      <button
        type="button"
        aria-label={t('chat.removeFile', { name })}
        onClick={onRemove}
        className="absolute -end-1.5 -top-1.5 grid size-6 place-items-center rounded-full bg-foreground text-background touch:after:absolute touch:after:-inset-2.5"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </li>
  )
}

interface FileTrayProps {
  files: readonly Attached[]
  coming: readonly ComingFile[]
  onRemove: (key: string) => void
}

/** Files to be sent, each of which can be viewed and removed; and those being prepared. */
export function FileTray({ files, coming, onRemove }: FileTrayProps) {
  return (
    <ul aria-label={t('chat.files')} className="flex gap-2 overflow-x-auto px-3 pt-3 pb-1">
      {files.map((entry) => (
        <Tile key={entry.key} name={entry.file.name} onRemove={() => onRemove(entry.key)}>
          <Preview entry={entry} />
        </Tile>
      ))}
      {coming.map(({ key, name, stop }) => (
        <Tile key={key} name={name} onRemove={stop}>
          <Described name={name} icon={<Spinner />} note={t('chat.cannedComing')} />
        </Tile>
      ))}
    </ul>
  )
}
