import { serverNow } from '#console/data/base/server-clock.ts'
import type { Option } from '#console/data/query/option-queries.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatDateTime } from '#console/kit/text/format.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { Command, CommandEmpty, CommandInput, CommandItem, SteadyCommandList } from '#console/ui/command.tsx'
import { DropdownMenuItem } from '#console/ui/dropdown-menu.tsx'
import { unassigned } from '#contract/choices/options.ts'
import { useMe } from './may.ts'
import { snoozeChoices, snoozeUntil } from './times.ts'

export interface AssignListProps {
  /** Possible assignees. */
  people: readonly Option[]
  onChoose: (to: number | string) => void
}

/** Assignees of a chat: oneself, nobody, others. */
export function AssignList({ people, onChoose }: AssignListProps) {
  const me = useMe()
  const mine = people.find((person) => person.id === me)
  const others = people.filter((person) => person.id !== me)
  const choices = [
    ...(mine ? [{ value: mine.id, label: mine.label, detail: t('chat.me') }] : []),
    { value: unassigned, label: choiceLabel(unassigned), detail: '' },
    ...others.map(({ id, ref, label, detail = '' }) => ({ value: id || ref, label, detail })),
  ]
  return (
    <Command className="-m-3 flex w-72 max-w-[calc(100vw-1rem)] flex-col" label={t('chat.assign')}>
      <CommandInput autoFocus placeholder={t('chat.findPerson')} />
      <SteadyCommandList label={t('chat.assign')}>
        <CommandEmpty>{t('chat.nobody')}</CommandEmpty>
        {choices.map(({ value, label, detail }) => (
          <CommandItem key={value} value={`${label} ${detail} ${value}`} onSelect={() => onChoose(value)}>
            <span className="min-w-0 flex-1 py-1">
              <span className="block truncate" dir="auto">
                {label}
              </span>
              {detail && <span className="block truncate text-xs text-muted-foreground">{detail}</span>}
            </span>
          </CommandItem>
        ))}
      </SteadyCommandList>
    </Command>
  )
}

/** Snooze times, as menu items. */
export function SnoozeItems({ onChoose }: { onChoose: (until: string) => void }) {
  const now = new Date(serverNow())
  const offered = snoozeChoices.map((choice) => ({ choice, until: snoozeUntil(choice, now) }))
  return offered.map(({ choice, until }, at) => {
    // On a Sunday the next morning is Monday's.
    if (!until || offered.findIndex((each) => each.until === until) < at) return null
    return (
      <DropdownMenuItem key={choice} onSelect={() => onChoose(until)}>
        <span className="flex-1">{t(`chat.snooze.${choice}`)}</span>
        <bdi className="text-xs text-muted-foreground tabular-nums">{formatDateTime(until)}</bdi>
      </DropdownMenuItem>
    )
  })
}
