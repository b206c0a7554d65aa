import { Pencil } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import type { Field } from '#contract/kit/field/field.ts'
import type { Kind } from '#contract/kit/field/kind.ts'
import { inputFor } from '../form/field/input-for.tsx'
import { fieldLabel } from '../text/labels.ts'
import { SideValue } from './side-value.tsx'

/** The chosen value of a field: one side, or a third value written by the person. */
export type Choice = { of: 'mine' } | { of: 'theirs' } | { of: 'both'; value: unknown }

/** Kinds with a typed value, for which a third value makes sense. */
const written: ReadonlySet<Kind> = new Set<Kind>([
  'text',
  'textarea',
  'richText',
  'slug',
  'url',
  'email',
  'phone',
  'digits',
  'number',
  'money',
  'percent',
  'date',
  'dateTime',
  'month',
  'tags',
  'choices',
])

interface Props {
  name: string
  field: Field | undefined
  base: unknown
  /** False when the base value is unknown. */
  hasBase: boolean
  mine: unknown
  theirs: unknown
  /** Key of a file of mine that waits on this device. */
  file?: string | undefined
  who: string
  choice: Choice | null
  onChoose: (choice: Choice) => void
  problem?: string | undefined
}

interface SideProps {
  group: string
  label: string
  checked: boolean
  onChoose: () => void
  children: ReactNode
}

/** The whole card is the target of the thumb; arrow keys move between the two, as in any radio group. */
function Side({ group, label, checked, onChoose, children }: SideProps) {
  return (
    <label className="relative flex min-h-14 cursor-pointer flex-col gap-1 rounded-lg border bg-card px-3 py-2.5 text-sm transition-colors hover:bg-muted has-checked:border-primary has-checked:bg-primary-soft/40 has-checked:ring-1 has-checked:ring-primary has-focus-visible:outline-2 has-focus-visible:outline-ring">
      <span className="flex items-center gap-2 font-medium">
        <input
          type="radio"
          name={group}
          checked={checked}
          onChange={onChoose}
          className="size-4 shrink-0 cursor-pointer appearance-none rounded-full border border-input bg-card outline-none after:absolute after:inset-0 checked:border-[5px] checked:border-primary"
        />
        {label}
      </span>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </label>
  )
}

/** One field that both sides changed: before, mine and theirs side by side, and where it makes sense a value out of both. */
export function FieldChoice({ name, field, base, hasBase, mine, theirs, file, who, choice, onChoose, problem }: Props) {
  const id = useId()
  const label = fieldLabel(name, field)
  const Input = field && inputFor(field.kind)
  const seen = hasBase ? { base } : {}
  return (
    <fieldset className="grid gap-2 border-b px-5 py-4 last:border-b-0" data-conflict={name}>
      <legend className="contents">
        <span className="text-base font-medium">{label}</span>
      </legend>
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-3">
        {hasBase && (
          <div className="flex flex-col gap-1 rounded-lg bg-muted px-3 py-2.5 text-sm">
            <span className="text-muted-foreground">{t('conflict.before')}</span>
            <span className="min-w-0 wrap-anywhere">
              <SideValue field={field} value={base} />
            </span>
          </div>
        )}
        <Side group={id} label={t('conflict.mine')} checked={choice?.of === 'mine'} onChoose={() => onChoose({ of: 'mine' })}>
          <SideValue field={field} value={mine} file={file} {...seen} />
        </Side>
        <Side
          group={id}
          label={who ? t('conflict.theirsOf', { who }) : t('conflict.theirs')}
          checked={choice?.of === 'theirs'}
          onChoose={() => onChoose({ of: 'theirs' })}
        >
          <SideValue field={field} value={theirs} {...seen} />
        </Side>
      </div>
      {Input && choice?.of === 'both' && (
        <div className="grid gap-1.5 rounded-lg border border-primary bg-primary-soft/40 p-3">
          <label htmlFor={`${id}-both`} className="text-sm font-medium">
            {t('conflict.both')}
          </label>
          <Input
            id={`${id}-both`}
            name={name}
            field={field}
            label={label}
            value={choice.value}
            onChange={(value) => onChoose({ of: 'both', value })}
            onBlur={() => undefined}
            invalid={problem !== undefined}
            disabled={false}
          />
        </div>
      )}
      {field && written.has(field.kind) && !file && choice?.of !== 'both' && (
        <Button
          variant="quiet"
          size="small"
          className="justify-self-start"
          onClick={() => onChoose({ of: 'both', value: (choice?.of === 'theirs' ? theirs : mine) ?? '' })}
        >
          <Pencil aria-hidden="true" />
          {t('conflict.write')}
        </Button>
      )}
      {problem && (
        <p role="alert" className="text-sm text-danger-text">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
