import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { DoorPerson } from '#console/data/door/kept-door.ts'
import { t } from '#console/i18n/i18n.ts'
import { ChoiceBadge } from '#console/kit/parts/choice-badge.tsx'
import { keyAction } from '#console/kit/text/keys.ts'
import { showPhone } from '#console/kit/text/phone.ts'
import { usePressGuard } from '#console/ui/hooks/press-guard.ts'
import { inputClass } from '#console/ui/input.tsx'
import { participant } from '#contract/sections/product/participant.ts'

/** Longer texts are typed by a scanner, and are no name. */
const maxTyped = 60

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement

interface Props {
  find: (typed: string) => readonly DoorPerson[]
  onCode: (text: string) => void
  onPerson: (person: DoorPerson) => void
}

/** Takes what a hand scanner types, whatever has the focus, and what a person types: a name or a phone. */
export function TicketInput({ find, onCode, onPerson }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const counts = usePressGuard()
  const [typed, setTyped] = useState('')
  const found = typed.length <= maxTyped ? find(typed) : []

  // The first key moves the focus here and is typed here: a scanner knows nothing of a focus.
  useEffect(() => {
    const onKey = ({ target, key, ctrlKey, metaKey, altKey }: globalThis.KeyboardEvent) => {
      if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey || isTextField(target)) return
      if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return
      input.current?.focus()
    }
    document.addEventListener('keydown', onKey, { capture: true })
    return () => document.removeEventListener('keydown', onKey, { capture: true })
  }, [])

  function submit(): void {
    const text = typed.trim()
    if (!text) return
    setTyped('')
    const [only, other] = found
    if (only && !other) onPerson(only)
    else onCode(text)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const action = event.nativeEvent.isComposing ? null : keyAction('door', event)
    if (action === 'clear') setTyped('')
    if (action !== 'admit') return
    event.preventDefault()
    // Several people match: one is chosen with the arrow keys or a finger, and not by chance.
    if (found.length > 1) input.current?.form?.querySelector<HTMLButtonElement>('[data-found]')?.focus()
    else submit()
  }

  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <label className="relative flex items-center">
        <span className="sr-only">{t('door.input')}</span>
        <Search aria-hidden="true" className="pointer-events-none absolute start-3 size-4 text-muted-foreground" />
        <input
          ref={input}
          value={typed}
          placeholder={t('door.input')}
          maxLength={300}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          data-list-search
          className={`${inputClass} min-h-11 ps-9 pe-3 text-base`}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      {typed.trim().length > 1 && typed.length <= maxTyped && (
        <ul className="divide-y rounded-lg border" aria-label={t('door.found')}>
          {found.length === 0 && (
            <li role="status" className="px-3 py-2.5 text-sm text-muted-foreground">
              {t('door.nobody')}
            </li>
          )}
          {found.map((person) => (
            <li key={person.ref}>
              <button
                type="button"
                data-found
                className="flex min-h-11 w-full flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5 text-start text-sm hover:bg-muted"
                onClick={({ timeStamp }) => {
                  if (!counts(timeStamp)) return
                  setTyped('')
                  onPerson(person)
                }}
              >
                <span className="min-w-0 flex-1 break-words font-medium">
                  <bdi>{person.name}</bdi>
                </span>
                <bdi dir="ltr" className="text-muted-foreground tabular-nums">
                  {showPhone(person.phone)}
                </bdi>
                {person.state !== 'registered' && <ChoiceBadge value={person.state} field={participant.fields.state} />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}
