import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { optionsOptions } from '#console/data/query/option-queries.ts'
import { t } from '#console/i18n/i18n.ts'
import { Input } from '#console/ui/input.tsx'
import { keyAction } from '../../text/keys.ts'
import { about } from '../values/about.ts'
import type { InputProps } from '../values/tools.ts'

/** Free words with suggestions of the tag manager; Enter or a comma adds, Backspace removes the last. */
export function TagsInput(props: InputProps) {
  const { value, onChange, onBlur, id, field, disabled } = props
  const [text, setText] = useState('')
  const { data = [] } = useQuery(optionsOptions('tag-manager'))
  const tags: string[] = Array.isArray(value) ? value.map(String) : []
  function add(raw: string) {
    const next = raw.split(',').flatMap((each) => (each.trim() && !tags.includes(each.trim()) ? [each.trim()] : []))
    if (next.length) onChange([...tags, ...next].slice(0, field.max ?? 1_000))
    setText('')
  }
  return (
    <div className="flex flex-col gap-2">
      {tags.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="inline-flex items-center gap-1 rounded-full bg-muted ps-3 text-sm">
              {tag}
              <button
                type="button"
                disabled={disabled}
                aria-label={t('kit.removeTag', { tag })}
                className="grid size-7 place-items-center rounded-full hover:bg-border disabled:opacity-50 touch:size-11"
                onClick={() => onChange(tags.filter((each) => each !== tag))}
              >
                <X className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Input
        {...about(props)}
        list={`${id}-tags`}
        placeholder={t('kit.addTag')}
        value={text}
        onChange={(event) =>
          event.currentTarget.value.includes(',') ? add(event.currentTarget.value) : setText(event.currentTarget.value)
        }
        onKeyDown={(event) => {
          const action = keyAction('tags', event)
          if (action === 'add') {
            event.preventDefault()
            add(text)
          } else if (action === 'removeLast' && !text) onChange(tags.slice(0, -1))
        }}
        onBlur={() => {
          add(text)
          onBlur()
        }}
      />
      <datalist id={`${id}-tags`}>
        {data.map((option) => (
          <option key={option.ref} value={option.label} />
        ))}
      </datalist>
    </div>
  )
}
