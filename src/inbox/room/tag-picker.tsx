import { Check } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { Command, CommandEmpty, CommandInput, CommandItem, SteadyCommandList } from '#console/ui/command.tsx'
import { useTags } from './options.ts'

interface Props {
  chosen: readonly string[]
  onChange: (tags: string[]) => void
}

/** Tags to add and remove; a deleted tag can still be removed. */
export function TagPicker({ chosen, onChange }: Props) {
  const known = useTags().map((tag) => tag.label)
  const all = [...known, ...chosen.filter((tag) => !known.includes(tag))]
  const toggle = (tag: string) => onChange(chosen.includes(tag) ? chosen.filter((each) => each !== tag) : [...chosen, tag])
  return (
    <Command className="-m-3 flex w-64 max-w-[calc(100vw-1rem)] flex-col" label={t('chat.tags')}>
      <CommandInput autoFocus placeholder={t('chat.findTag')} />
      <SteadyCommandList label={t('chat.tags')}>
        <CommandEmpty>{t('chat.noTags')}</CommandEmpty>
        {all.map((tag) => (
          <CommandItem key={tag} value={tag} onSelect={() => toggle(tag)} aria-checked={chosen.includes(tag)}>
            <span className="min-w-0 flex-1 truncate" dir="auto">
              {tag}
            </span>
            {chosen.includes(tag) && <Check aria-hidden="true" className="text-primary-text!" />}
          </CommandItem>
        ))}
      </SteadyCommandList>
    </Command>
  )
}
