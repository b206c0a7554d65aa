import { Paperclip } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { keyAction } from '#console/kit/text/keys.ts'
import { type Canned, fillCanned, type Variables } from './canned.ts'

interface Props {
  id: string
  found: readonly Canned[]
  loading: boolean
  /** Index that Enter takes. */
  at: number
  values: Variables
  onPick: (canned: Canned) => void
}

export const optionId = (id: string, at: number): string => `${id}-${at}`

/** Canned replies that match the text after '/'; the text box keeps the focus and its keys choose. */
export function CannedList({ id, found, loading, at, values, onPick }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div className="absolute inset-x-2 bottom-full z-10 mb-2 overflow-hidden rounded-xl border bg-popover shadow-floating md:inset-x-4">
      <p className="border-b px-3 py-1.5 text-xs font-medium text-muted-foreground">{t('chat.canned')}</p>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={t('chat.canned')}
        className="max-h-[min(18rem,var(--visible-height)*0.4)] overflow-y-auto p-1.5"
      >
        {found.map((canned, index) => (
          <div
            key={canned.ref}
            id={optionId(id, index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            // Keeps the focus in the text box, and so a phone's keyboard.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(canned)}
            onKeyDown={(event) => keyAction('canned', event) === 'take' && onPick(canned)}
            className="flex cursor-pointer flex-col rounded-md px-2.5 py-1.5 aria-selected:bg-muted touch:min-h-11 touch:justify-center"
          >
            <span className="flex items-baseline gap-2 text-sm">
              <code dir="ltr" className="font-mono font-medium text-primary-text">
                /{canned.shortcut}
              </code>
              <bdi className="truncate">{canned.title}</bdi>
              {canned.attachment && <Paperclip aria-label={canned.attachment.name} className="ms-auto size-3.5 shrink-0 self-center" />}
            </span>
            <bdi dir="auto" className="truncate text-xs text-muted-foreground">
              {fillCanned(canned.text, values)}
            </bdi>
          </div>
        ))}
        {found.length === 0 && <p className="px-2.5 py-3 text-sm text-muted-foreground">{t(loading ? 'app.loading' : 'chat.noCanned')}</p>}
      </div>
    </div>
  )
}
