import { FileText, ImageOff, Upload, X } from 'lucide-react'
import { useContext, useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { isStoredFile } from '#contract/kit/field/field.ts'
import { toRecord, toText } from '#contract/kit/field/guards.ts'
import { FileLink } from '../../files/file-link.tsx'
import { Picture } from '../../parts/picture.tsx'
import { SignedLink } from '../../parts/signed-link.tsx'
import { formatSize } from '../../text/format-more.ts'
import { about } from '../values/about.ts'
import { chooseFile } from '../values/picture.ts'
import type { InputProps } from '../values/tools.ts'
import { useAddress } from '../values/use-address.ts'
import { VideoRecord } from '../values/video-record.ts'

const place = 'size-28 rounded-lg border'

/** Picture or other file: choose, drop, show, remove. */
export function FileInput(props: InputProps) {
  const { field, value, onChange, onBlur, disabled, id } = props
  const [busy, setBusy] = useState(false)
  const address = useAddress(value)
  const { name = '', size, content } = toRecord(value)
  const isImage = field.kind === 'image'
  const has = typeof value === 'object' && value !== null
  const of = useContext(VideoRecord)
  // Its own address opens for nobody.
  const isSigned = field.storage === 'signed' && isStoredFile(value)

  async function take(file: File | undefined) {
    if (!file) return
    setBusy(true)
    onChange(await chooseFile(file, isImage))
    setBusy(false)
    onBlur()
  }

  const limits = [
    field.maxWidth && field.maxHeight ? t('kit.imageLimit', { width: field.maxWidth, height: field.maxHeight }) : '',
    field.maxBytes ? t('kit.sizeLimit', { size: formatSize(field.maxBytes) }) : '',
  ].filter(Boolean)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a second way; the input beneath is the first
    <div
      className="flex flex-wrap items-center gap-4 rounded-lg border border-dashed border-input p-3"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (!disabled) void take(event.dataTransfer.files[0])
      }}
    >
      {has &&
        (isImage ? (
          <Picture
            src={address}
            alt={toText(name)}
            width={336}
            className={`${place} object-contain`}
            missing={`${place} flex flex-col items-center justify-center gap-1 bg-muted px-2 text-center text-xs text-muted-foreground`}
            icon={<ImageOff aria-hidden="true" className="size-5" />}
          />
        ) : (
          <FileText aria-hidden="true" className="size-8 text-muted-foreground" />
        ))}
      <div className="flex min-w-0 flex-1 flex-col gap-2 text-sm">
        {has && (
          <span className="flex min-w-0 items-center gap-2">
            {isSigned && of ? (
              <SignedLink {...of} path={props.name} name={toText(name)} />
            ) : address && !isImage && !isSigned ? (
              <FileLink
                href={address}
                name={toText(name)}
                content={content instanceof Blob ? content : undefined}
                className="truncate text-primary-text underline"
              />
            ) : (
              <span className="truncate">{toText(name)}</span>
            )}
            {typeof size === 'number' && size > 0 && <span className="shrink-0 text-muted-foreground">{formatSize(size)}</span>}
            {!disabled && (
              <button
                type="button"
                aria-label={t('kit.removeFile')}
                className="grid size-control shrink-0 place-items-center rounded-md text-muted-foreground hover:bg-muted"
                onClick={() => onChange(null)}
              >
                <X className="size-4" />
              </button>
            )}
          </span>
        )}
        <label
          htmlFor={id}
          className={`${buttonClass({})} self-start has-disabled:hidden focus-within:outline-2 focus-within:outline-ring`}
        >
          <Upload />
          {t(busy ? 'kit.preparing' : has ? 'kit.replaceFile' : 'kit.chooseFile')}
          <input
            {...about(props)}
            type="file"
            className="sr-only"
            accept={field.accept?.join(',')}
            onChange={(event) => {
              void take(event.currentTarget.files?.[0])
              event.currentTarget.value = ''
            }}
          />
        </label>
        {!disabled && limits.length > 0 && <span className="text-xs text-muted-foreground">{limits.join(' · ')}</span>}
      </div>
    </div>
  )
}
