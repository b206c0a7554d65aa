import { Fragment } from 'react'
import { has, t } from '#console/i18n/i18n.ts'
import type { MessageId } from '#console/i18n/message-id.ts'
import { type KeyArea, keysOf } from '#console/kit/text/keys.ts'
import { commandKey, Kbd } from '#console/ui/kbd.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import { useItems } from '../base/navigation.ts'

interface LineProps {
  label: string
  combinations: readonly (readonly string[])[]
}

const signs: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Backspace: '⌫',
}

/** Printed name of a key. */
function nameOf(key: string): string {
  if (key === 'mod') return commandKey()
  return signs[key] ?? (key.length > 1 ? key.slice(0, 1).toUpperCase() + key.slice(1) : key.toUpperCase())
}

function Line({ label, combinations }: LineProps) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-6 border-b border-border/60 last:border-0">
      <dt className="text-sm">{label}</dt>
      <dd className="flex shrink-0 items-center gap-1" dir="ltr">
        {combinations.map((keys, at) => (
          <Fragment key={keys.join('+')}>
            {at > 0 && <span className="px-0.5 text-xs text-muted-foreground">/</span>}
            {keys.map((key) => (
              <Kbd key={key}>{nameOf(key)}</Kbd>
            ))}
          </Fragment>
        ))}
      </dd>
    </div>
  )
}

const isMessage = (id: string): id is MessageId => has(id)

function Group({ area, more = [] }: { area: KeyArea; more?: readonly LineProps[] }) {
  const lines = keysOf(area).flatMap(({ action, combinations }) => {
    const label = `keys.${area}.${action}`
    return isMessage(label) ? [{ label: t(label), combinations }] : []
  })
  return (
    <section className="break-inside-avoid pb-4" data-keys={area}>
      <h3 className="pb-1 text-xs font-medium text-muted-foreground">{t(`keys.${area}`)}</h3>
      <dl>
        {[...lines, ...more].map((line) => (
          <Line key={line.label} {...line} />
        ))}
      </dl>
    </section>
  )
}

const general = ['list', 'form', 'tags', 'menus'] as const
const inChats = ['chat', 'writing', 'canned', 'emoji', 'voice', 'find', 'media', 'contact'] as const

/** All keys this person can use, from the table of the handlers (src/kit/text/keys.ts). */
export function KeysSheet({ onClose }: { onClose: () => void }) {
  const items = useItems()
  const shows = (name: string) => items.some((item) => item.name === name)
  const navigation = items.flatMap(({ name, shortcut }) => (shortcut ? [{ label: t(`nav.${name}`), combinations: [[shortcut]] }] : []))
  const areas = [
    ...general,
    ...(shows('role') ? (['matrix'] as const) : []),
    ...(shows('post') ? (['cells'] as const) : []),
    ...(shows('chat-platform') ? inChats : []),
  ]
  return (
    <ResponsiveDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('app.keys')}
      closeLabel={t('app.close')}
      className="md:max-w-3xl"
    >
      <div className="gap-x-10 px-5 pt-2 pb-1 md:columns-2">
        <Group area="everywhere" more={navigation} />
        {areas.map((area) => (
          <Group key={area} area={area} />
        ))}
      </div>
    </ResponsiveDialog>
  )
}
