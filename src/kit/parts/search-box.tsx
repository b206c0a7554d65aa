import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { actionIn, firstKeys } from '../text/first-keys.ts'

/** Milliseconds; one request per typed word. */
const pause = 250

/** Searches after a short pause; keeps its own text, so that a response never changes text or focus. */
export function SearchBox({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  function ask(next: string) {
    clearTimeout(timer.current)
    if (next.trim() === sent.current) return
    sent.current = next.trim()
    onSearch(next.trim())
  }

  return (
    <label className="relative flex min-w-40 flex-1 items-center sm:max-w-72">
      <span className="sr-only">{t('list.search')}</span>
      <Search aria-hidden="true" className="pointer-events-none absolute start-3 size-4 text-muted-foreground" />
      <input
        type="search"
        data-list-search
        value={text}
        maxLength={200}
        placeholder={t('list.search')}
        className="h-control w-full rounded-md border border-input bg-background ps-9 pe-3 text-sm outline-none placeholder:text-muted-foreground focus-visible:ring-2 focus-visible:ring-ring"
        onChange={(event) => {
          setText(event.currentTarget.value)
          clearTimeout(timer.current)
          timer.current = setTimeout(ask, pause, event.currentTarget.value)
        }}
        onKeyDown={(event) => actionIn(firstKeys.form, event) === 'accept' && ask(event.currentTarget.value)}
        // Searches at once on blur, so that a late search does not navigate back.
        onBlur={(event) => ask(event.currentTarget.value)}
      />
    </label>
  )
}
