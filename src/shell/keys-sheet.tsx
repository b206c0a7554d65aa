import type { ReactNode } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { commandKey, Kbd } from '#console/ui/kbd.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import { useItems } from './navigation.ts'

function Line({ words, keys }: { words: string; keys: readonly string[] }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-6 border-b border-border/60 last:border-0">
      <dt className="text-sm">{words}</dt>
      <dd className="flex gap-1" dir="ltr">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dd>
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="pb-4">
      <h3 className="pb-1 text-xs font-medium text-muted-foreground">{title}</h3>
      <dl>{children}</dl>
    </section>
  )
}

/** Keys of the inbox, as src/chat/use-keys.ts hears them. */
const chatKeys = [
  ['move', 'j', 'k'],
  ['open', 'Enter', 'o'],
  ['select', 'x'],
  ['reply', 'r'],
  ['resolve', 'e'],
  ['unread', 'u'],
  ['assign', 'a'],
  ['tag', 't'],
  ['snooze', 's'],
  ['search', '/'],
  ['back', 'Esc'],
  ['canned', '/'],
  ['line', 'Shift', 'Enter'],
] as const

/** Every key there is. */
export function KeysSheet({ onClose }: { onClose: () => void }) {
  const items = useItems()
  const withKey = items.filter((item) => item.shortcut)
  return (
    <ResponsiveDialog open onOpenChange={(open) => !open && onClose()} title={t('app.keys')} closeLabel={t('app.close')}>
      <div className="px-5 pt-2 pb-1">
        <Group title={t('keys.everywhere')}>
          <Line words={t('keys.palette')} keys={[commandKey(), 'K']} />
          <Line words={t('keys.help')} keys={['?']} />
          <Line words={t('keys.close')} keys={['Esc']} />
          {withKey.map((item) => (
            <Line key={item.name} words={t(`nav.${item.name}`)} keys={[item.shortcut ?? '']} />
          ))}
        </Group>
        {items.some((item) => item.name === 'chat-platform') && (
          <Group title={t('keys.chat')}>
            {chatKeys.map(([words, ...keys]) => (
              <Line key={words} words={t(`keys.chat.${words}`)} keys={keys} />
            ))}
          </Group>
        )}
        <Group title={t('keys.dialogs')}>
          <Line words={t('keys.move')} keys={['↑', '↓']} />
          <Line words={t('keys.choose')} keys={['Enter']} />
          <Line words={t('keys.next')} keys={['Tab']} />
        </Group>
      </div>
    </ResponsiveDialog>
  )
}
