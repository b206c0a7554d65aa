import { ArrowLeft, ArrowRight, FileText, ImageOff, Upload, X } from 'lucide-react'
import { useState } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { t } from '#console/i18n/i18n.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { toRecord, toText } from '#contract/kit/field/guards.ts'
import { Picture } from '../../parts/picture.tsx'
import { formatSize } from '../../text/format-more.ts'
import { about } from '../values/about.ts'
import { chooseFile } from '../values/picture.ts'
import type { FormValues, InputProps } from '../values/tools.ts'
import { useAddress } from '../values/use-address.ts'

/** Keys of files: URL or key, with a counter for duplicates. */
function keysOf(values: readonly unknown[]): string[] {
  const seen = new Map<string, number>()
  return values.map((value) => {
    const { url, waiting, name, size } = toRecord(value)
    const key = toText(url ?? waiting ?? `${toText(name)} ${toText(size)}`)
    seen.set(key, (seen.get(key) ?? 0) + 1)
    return `${key} ${seen.get(key)}`
  })
}

function moved(values: readonly unknown[], from: number, to: number): unknown[] {
  const rest = values.filter((_, index) => index !== from)
  return [...rest.slice(0, to), values[from], ...rest.slice(to)]
}

/** Several ordered files: choose, drop, show, move, remove. */
export function FilesInput(props: InputProps) {
  const { field, name, value, onChange, onBlur, disabled, id, label } = props
  const { control, getFieldState } = useFormContext<FormValues>()
  const state = useFormState({ control, name })
  const [preparing, setPreparing] = useState(0)
  const values: readonly unknown[] = Array.isArray(value) ? value : []
  const max = field.max ?? 10
  const room = max - values.length - preparing

  async function take(chosen: readonly File[]) {
    const fitting = chosen.slice(0, Math.max(0, room))
    if (!fitting.length) return
    setPreparing(fitting.length)
    const made: unknown[] = []
    // One after the other: decoding several photos at once exhausts a phone's memory.
    for (const file of fitting) {
      made.push(await chooseFile(file, file.type.startsWith('image/')))
      setPreparing(fitting.length - made.length)
    }
    onChange([...values, ...made])
    onBlur()
  }

  const limits = [
    t('kit.filesLimit', { max }),
    field.maxWidth && field.maxHeight ? t('kit.imageLimit', { width: field.maxWidth, height: field.maxHeight }) : '',
    field.maxBytes ? t('kit.sizeLimit', { size: formatSize(field.maxBytes) }) : '',
  ].filter(Boolean)
  const keys = keysOf(values)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping files is a second way; the input beneath is the first
    <div
      className="grid gap-3 rounded-lg border border-dashed border-input p-3"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (!disabled) void take([...event.dataTransfer.files])
      }}
    >
      {(values.length > 0 || preparing > 0) && (
        <ul aria-label={label} className="flex flex-wrap gap-3">
          {values.map((each, index) => (
            <Item
              key={keys[index]}
              value={each}
              error={getFieldState(`${name}.${index}`, state).error?.message}
              disabled={disabled}
              onRemove={() => onChange(values.filter((_, at) => at !== index))}
              onEarlier={index > 0 ? () => onChange(moved(values, index, index - 1)) : null}
              onLater={index < values.length - 1 ? () => onChange(moved(values, index, index + 1)) : null}
            />
          ))}
          {preparing > 0 && (
            <li className="grid size-28 animate-breathe place-items-center rounded-lg bg-muted text-xs text-muted-foreground">
              {t('kit.preparing')}
            </li>
          )}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <label htmlFor={id} className={`${buttonClass({})} has-disabled:opacity-50 focus-within:outline-2 focus-within:outline-ring`}>
          <Upload />
          {t(preparing ? 'kit.preparing' : 'kit.addFiles')}
          <input
            {...about(props)}
            type="file"
            multiple
            disabled={disabled || room <= 0}
            className="sr-only"
            accept={field.accept?.join(',')}
            onChange={(event) => {
              void take([...(event.currentTarget.files ?? [])])
              event.currentTarget.value = ''
            }}
          />
        </label>
        <span className="text-xs text-muted-foreground">{limits.join(' · ')}</span>
      </div>
    </div>
  )
}

interface ItemProps {
  value: unknown
  error: string | undefined
  disabled: boolean
  onRemove: () => void
  onEarlier: (() => void) | null
  onLater: (() => void) | null
}

const tile = 'size-28 rounded-lg border'

function Item({ value, error, disabled, onRemove, onEarlier, onLater }: ItemProps) {
  const address = useAddress(value)
  const { name: given, type, size } = toRecord(value)
  const name = toText(given)
  return (
    <li className="grid w-28 content-start gap-1 text-xs">
      {toText(type).startsWith('image/') ? (
        <Picture
          src={address}
          alt={name}
          width={336}
          className={`${tile} object-cover ${error ? 'border-danger-text' : ''}`}
          missing={`${tile} flex flex-col items-center justify-center gap-1 bg-muted px-2 text-center text-muted-foreground`}
          icon={<ImageOff aria-hidden="true" className="size-5" />}
        />
      ) : (
        <span className={`${tile} grid place-items-center bg-muted text-muted-foreground`}>
          <FileText aria-hidden="true" className="size-8" />
        </span>
      )}
      <span dir="auto" className="truncate" title={name}>
        {name}
      </span>
      {typeof size === 'number' && size > 0 && <span className="text-muted-foreground">{formatSize(size)}</span>}
      {error && <span className="text-danger-text">{error}</span>}
      {!disabled && (
        <span className="-mx-1 flex justify-between">
          <Button
            variant="quiet"
            size="icon"
            repeats
            aria-label={t('kit.fileEarlier', { name })}
            disabled={!onEarlier}
            onClick={() => onEarlier?.()}
          >
            <ArrowLeft className="rtl:rotate-180" />
          </Button>
          <Button
            variant="quiet"
            size="icon"
            repeats
            aria-label={t('kit.fileLater', { name })}
            disabled={!onLater}
            onClick={() => onLater?.()}
          >
            <ArrowRight className="rtl:rotate-180" />
          </Button>
          <Button variant="quiet" size="icon" aria-label={t('kit.removeNamed', { name })} onClick={onRemove}>
            <X />
          </Button>
        </span>
      )}
    </li>
  )
}
