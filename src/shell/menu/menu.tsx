import { ChevronDown, Search, Star } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from '#console/data/base/store.ts'
import { t } from '#console/i18n/i18n.ts'
import { keyAction } from '#console/kit/text/keys.ts'
import { cn } from '#console/ui/cn.ts'
import { Input } from '#console/ui/input.tsx'
import type { NavGroup } from '#contract/kit/section/section-options.ts'
import type { NavItem } from '#contract/nav.ts'
import { NavIcon } from '../base/nav-icon.tsx'
import { isCurrent, useGroups, useItems, usePathname } from '../base/navigation.ts'
import { PathLink } from '../base/path-link.tsx'
import { isFound } from './find.ts'
import { placesStore, toggleFolded, togglePinned } from './places.ts'

interface MenuProps {
  /** Icons only, 64 px wide. */
  narrow?: boolean | undefined
  /** The search field is below the entries, within reach of a thumb. */
  thumb?: boolean | undefined
  onPress?: (() => void) | undefined
}

interface EntryProps extends MenuProps {
  item: NavItem
}

const rowClass =
  'flex h-8 min-w-0 flex-1 items-center gap-2.5 rounded-md px-2 text-sm text-muted-foreground transition-colors hover:bg-muted hover:text-foreground touch:h-11'
const starClass =
  'grid size-8 shrink-0 place-items-center rounded-md text-muted-foreground hover:bg-muted hover:text-foreground touch:size-11'
const titleClass = 'px-2 pb-1 text-xs font-medium text-muted-foreground'

function Entry({ item, narrow = false, onPress }: EntryProps) {
  const current = isCurrent(item, usePathname())
  const pinned = useStore(placesStore, ({ pinned: names }) => names.includes(item.name))
  const label = t(`nav.${item.name}`)
  return (
    <li className={cn('group flex items-center rounded-md', current && 'bg-primary-soft')}>
      <PathLink
        href={item.path}
        data-entry=""
        onClick={onPress}
        aria-current={current ? 'page' : undefined}
        title={narrow ? label : undefined}
        className={cn(rowClass, 'aria-[current=page]:font-medium aria-[current=page]:text-primary-text', narrow && 'justify-center px-0')}
      >
        <NavIcon name={item.name} />
        <span className={narrow ? 'sr-only' : 'truncate'}>{label}</span>
      </PathLink>
      {!narrow && (
        <button
          type="button"
          aria-pressed={pinned}
          aria-label={t(pinned ? 'menu.unpin' : 'menu.pin', { name: label })}
          className={cn(
            starClass,
            !pinned && 'opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 touch:opacity-60',
            pinned && 'text-primary-text',
          )}
          onClick={() => togglePinned(item.name)}
        >
          <Star aria-hidden="true" className={cn('size-3.5', pinned && 'fill-current')} />
        </button>
      )}
    </li>
  )
}

function Entries({ items, ...rest }: MenuProps & { items: readonly NavItem[] }) {
  return (
    <ul className="grid gap-0.5">
      {items.map((item) => (
        <Entry key={item.name} item={item} {...rest} />
      ))}
    </ul>
  )
}

/** A collapsible group; the current one stays open. */
function Group({ group, items, narrow, onPress }: MenuProps & { group: NavGroup; items: readonly NavItem[] }) {
  const pathname = usePathname()
  const folded = useStore(placesStore, (places) => places.folded.includes(group))
  const here = items.some((item) => isCurrent(item, pathname))
  const open = here || !folded
  if (group === 'main') return <Entries items={items} narrow={narrow} onPress={onPress} />
  if (narrow)
    return (
      <>
        <hr className="mx-2 mb-2" />
        <Entries items={items} narrow onPress={onPress} />
      </>
    )
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        disabled={here}
        className="flex w-full items-center justify-between rounded-md px-2 py-1 text-xs font-medium text-muted-foreground enabled:hover:bg-muted enabled:hover:text-foreground touch:min-h-11"
        onClick={() => toggleFolded(group)}
      >
        {t(`group.${group}`)}
        {!here && <ChevronDown aria-hidden="true" className={cn('size-3.5 transition-transform', !open && '-rotate-90 rtl:rotate-90')} />}
      </button>
      {open && <Entries items={items} onPress={onPress} />}
    </>
  )
}

/** Arrows move through the entries after the field, and back to it from the first. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const action = keyAction('navigation', event)
  if (action !== 'next' && action !== 'previous') return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a[data-entry]')].sort(
    (a, b) => Number(b.tagName === 'INPUT') - Number(a.tagName === 'INPUT'),
  )
  const at = all.findIndex((each) => each.matches(':focus'))
  const next = all[at + (action === 'next' ? 1 : -1)]
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
}

/** The current entry stays in sight: in the middle at first, and where it went out of sight by a link elsewhere. */
function useCurrentInSight(path: string | undefined) {
  const box = useRef<HTMLDivElement>(null)
  const isDrawn = useRef(false)
  useLayoutEffect(() => {
    const list = box.current
    // A pinned entry stands above, its own place in its group below.
    const current = path && list && [...list.querySelectorAll<HTMLElement>(`a[href="${path}"]`)].at(-1)
    if (!list || !current) return
    const [outer, inner] = [list.getBoundingClientRect(), current.getBoundingClientRect()]
    const isInSight = inner.top >= outer.top && inner.bottom <= outer.bottom
    if (!isInSight || !isDrawn.current) list.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2
    isDrawn.current = true
  }, [path])
  return box
}

/** Navigation for many sections: search, pinned entries, and all entries in collapsible groups. */
export function Menu({ narrow = false, thumb = false, onPress }: MenuProps) {
  const pathname = usePathname()
  const items = useItems()
  const groups = useGroups()
  const { pinned } = useStore(placesStore)
  const [typed, setTyped] = useState('')
  const box = useCurrentInSight(items.find((item) => isCurrent(item, pathname))?.path)
  const close = () => {
    setTyped('')
    onPress?.()
  }
  const own = pinned.flatMap((name) => items.find((item) => item.name === name) ?? [])
  const found = items.filter((item) => isFound(typed.trim(), t(`nav.${item.name}`), item.name))
  const finding = typed.trim() !== '' && !narrow
  const rest = { narrow, onPress: close }

  const field = !narrow && (
    <div className={cn('flex items-center px-3', thumb ? 'sticky bottom-0 z-10 border-t bg-popover py-2' : 'pb-2')}>
      <Search aria-hidden="true" className="pointer-events-none relative z-10 -me-6.5 ms-2.5 size-4 shrink-0 text-muted-foreground" />
      <Input
        type="search"
        value={typed}
        aria-label={t('menu.find')}
        placeholder={t('menu.find')}
        className="ps-8"
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          const action = keyAction('navigation', event)
          // Escape in an empty field closes its window.
          if (action === 'clear' && typed !== '') {
            event.stopPropagation()
            setTyped('')
          }
          if (action === 'open' && finding && !event.nativeEvent.isComposing)
            event.currentTarget.closest('[data-menu]')?.querySelector<HTMLElement>('a[data-entry]')?.click()
        }}
      />
    </div>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows are a second way through links that Tab reaches
    <div data-menu="" className="flex min-h-0 flex-1 flex-col" onKeyDown={moveFocus}>
      {!thumb && field}
      <div ref={box} className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto overscroll-contain px-3 py-2">
        {!finding && own.length > 0 && (
          <nav aria-label={t('menu.pinned')}>
            {!narrow && <p className={titleClass}>{t('menu.pinned')}</p>}
            <Entries items={own} {...rest} />
          </nav>
        )}
        <nav aria-label={t('app.navigation')} className="grid gap-4">
          {finding ? (
            <Entries items={found} {...rest} />
          ) : (
            groups.map(({ group, items: inside }) => (
              <div key={group}>
                <Group group={group} items={inside} {...rest} />
              </div>
            ))
          )}
          {finding && found.length === 0 && (
            <p role="status" className="px-2 text-sm text-muted-foreground">
              {t('menu.none')}
            </p>
          )}
        </nav>
      </div>
      {thumb && field}
    </div>
  )
}
