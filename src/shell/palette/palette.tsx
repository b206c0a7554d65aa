import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type ReactNode, useDeferredValue, useRef, useState } from 'react'
import { useAccess } from '#console/data/api/session.ts'
import { useStore } from '#console/data/base/store.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { findCachedRecord } from '#console/data/search/search-cached.ts'
import { t } from '#console/i18n/i18n.ts'
import { writeSearch } from '#console/kit/list/query/search.ts'
import { drawSentence } from '#console/kit/parts/sentence.tsx'
import { showPhone } from '#console/kit/text/phone.ts'
import { useSettled } from '#console/kit/text/use-settled.ts'
import { Command, CommandGroup, CommandInput, CommandItem, CommandList } from '#console/ui/command.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import { firstPage } from '#contract/kit/field/list-query.ts'
import type { Hit } from '#contract/kit/section/hit.ts'
import type { NavItem } from '#contract/nav.ts'
import { minSearched } from '#contract/search.ts'
import { NavIcon } from '../base/nav-icon.tsx'
import { useItems } from '../base/navigation.ts'
import { placesStore } from '../menu/places.ts'
import { type PaletteEntry, useActions, usePlaces } from './entries.tsx'
import { pickMeant } from './pick-meant.ts'
import { markOpened, recentRecords } from './recent-records.ts'
import { recordAddress } from './record-address.ts'
import { rankGroups, useHits } from './use-hits.ts'

/** Milliseconds without a key before the server is asked. */
const settledMs = 200
/** Sections and actions beside records, which are what one mostly searches for. */
const maxFew = 3
const maxRecent = 5

interface LineProps {
  value: string
  icon: ReactNode
  label: string
  beside?: string | undefined
  isPhone?: boolean
  onSelect: () => void
}

const Line = ({ value, icon, label, beside, isPhone = false, onSelect }: LineProps) => (
  <CommandItem value={value} onSelect={onSelect}>
    {icon}
    <span className="max-w-[86%] shrink-0 truncate">
      <bdi>{label}</bdi>
    </span>
    {beside && (
      <span className="ms-auto shrink truncate text-xs text-muted-foreground tabular-nums">
        <bdi dir={isPhone ? 'ltr' : 'auto'}>{drawSentence(beside)}</bdi>
      </span>
    )}
  </CommandItem>
)

/** Records chosen here since the page began: their names are known before their screens have read them. */
const chosenHits = new Map<string, Hit>()

/** What was opened lately, as far as the device still holds it; `keys` names all of it. */
function useOpened(items: readonly NavItem[]): { records: readonly { section: string; hit: Hit }[]; keys: ReadonlySet<string> } {
  const [own] = useState(() => recentRecords().filter(({ section }) => items.some(({ name }) => name === section)))
  const { data = [] } = useQuery({
    queryKey: queryKeys.call('search.opened', own),
    queryFn: async () => {
      const found = await Promise.all(
        own.map(async ({ section, id }) => ({
          section,
          hit: chosenHits.get(`${section}/${id}`) ?? (await findCachedRecord(section, id).catch(() => null)),
        })),
      )
      return found.flatMap(({ section, hit }) => (hit ? [{ section, hit }] : [])).slice(0, maxRecent)
    },
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  })
  return { records: data, keys: new Set(own.map(({ section, id }) => `${section}/${id}`)) }
}

/** Ctrl/⌘ K: records, sections and actions, by name. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { history } = useRouter()
  const access = useAccess()
  const items = useItems()
  const { recent } = useStore(placesStore)
  const [typed, setTyped] = useState('')
  /** The line that the person moved to; until then the first one is chosen, whatever comes above it. */
  const [moved, setMoved] = useState<string | null>(null)
  const isMoving = useRef(false)
  const text = useDeferredValue(typed.trim())
  const asked = useSettled(text, settledMs)
  const { records, keys } = useOpened(items)
  const { groups, isSearching, isHeldOnly } = useHits(
    asked,
    items.map(({ name }) => name),
  )
  const then = (act: () => void) => () => {
    onClose()
    act()
  }
  const go = (path: string) => then(() => history.push(path))
  const open = (section: string, hit: Hit) =>
    then(() => {
      chosenHits.set(`${section}/${hit.ref}`, hit)
      void recordAddress(section, hit.ref, access).then((path) => {
        markOpened(path)
        history.push(path)
      })
    })
  const places = usePlaces(go)
  const actions = useActions(go, then)
  const isEmpty = text === ''
  const matching = (entries: readonly PaletteEntry[]) => pickMeant(entries, text)
  const lately = recent.flatMap((name) => places.find((place) => place.name === name) ?? []).slice(0, maxRecent)
  const [foundPlaces, foundActions] = [matching(places), matching(actions)]
  const hasRecords = text.length >= minSearched
  const ranked = hasRecords ? rankGroups(groups, asked, { lately: recent, opened: keys }) : []
  const busy = hasRecords && (isSearching || asked !== text)
  const nothing = !isEmpty && !busy && ranked.length + foundPlaces.length + foundActions.length === 0
  const said = busy ? t('palette.searching') : nothing ? t('palette.empty') : hasRecords && isHeldOnly ? t('palette.heldOnly') : ''
  const shownOf = (entries: readonly PaletteEntry[]) => (ranked.length === 0 ? entries : entries.slice(0, maxFew))
  const linesOf = (entries: readonly PaletteEntry[], kind: string) =>
    entries.map(({ name, label, icon, onSelect }) => (
      <Line key={`${kind} ${name}`} value={`${kind} ${name}`} icon={icon} label={label} onSelect={onSelect} />
    ))
  const recordLine = (section: string, hit: Hit, named?: string) => (
    <Line
      key={`${section} ${hit.ref}`}
      value={`record ${section} ${hit.ref}`}
      icon={<NavIcon name={section} />}
      label={hit.title}
      beside={named ?? (hit.phone && hit.phone !== hit.title ? showPhone(hit.phone) : hit.detail)}
      isPhone={named === undefined && hit.phone !== ''}
      onSelect={open(section, hit)}
    />
  )
  const allLine = (section: string) => (
    <Line
      key={`all ${section}`}
      value={`all ${section}`}
      icon={<Search aria-hidden="true" />}
      label={t('palette.all', { section: t(`nav.${section}`) })}
      onSelect={go(listAddress(items, section, asked))}
    />
  )
  const parts = isEmpty
    ? [
        {
          heading: t('palette.recent'),
          lines: [...records.map(({ section, hit }) => recordLine(section, hit, t(`nav.${section}`))), ...linesOf(lately, 'lately')],
        },
        { heading: t('palette.actions'), lines: linesOf(foundActions, 'action') },
        { heading: t('palette.goTo'), lines: linesOf(places, 'place') },
      ]
    : [
        { heading: t('palette.goTo'), lines: linesOf(shownOf(foundPlaces), 'place') },
        { heading: t('palette.actions'), lines: linesOf(shownOf(foundActions), 'action') },
        ...ranked.map(({ section, hits, fuzzy }) => ({
          heading: fuzzy ? t('palette.near', { section: t(`nav.${section}`) }) : t(`nav.${section}`),
          lines: [...hits.map((hit) => recordLine(section, hit)), allLine(section)],
        })),
      ]
  const sections = parts.filter((part) => part.lines.length > 0)
  const values = sections.flatMap((part) => part.lines.map((line) => line.props.value))
  return (
    <ResponsiveDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('app.search')}
      hideTitle
      closeLabel={t('app.close')}
      className="max-w-xl md:mt-[14vh]"
    >
      <Command
        label={t('app.search')}
        loop
        shouldFilter={false}
        value={moved !== null && values.includes(moved) ? moved : (values[0] ?? '')}
        onValueChange={(value) => isMoving.current && setMoved(value)}
        onKeyDownCapture={({ key }) => {
          isMoving.current = key.startsWith('Arrow')
        }}
        onPointerMoveCapture={() => {
          isMoving.current = true
        }}
      >
        <CommandInput
          autoFocus
          placeholder={t('palette.placeholder')}
          value={typed}
          onValueChange={(value) => {
            setTyped(value)
            setMoved(null)
          }}
        />
        <CommandList label={t('app.search')}>
          {sections.map(({ heading, lines }) => (
            <CommandGroup key={heading} heading={heading}>
              {lines}
            </CommandGroup>
          ))}
        </CommandList>
        <p role="status" className={said ? 'px-4 pb-2 text-xs text-muted-foreground' : ''}>
          {said}
        </p>
      </Command>
    </ResponsiveDialog>
  )
}

/** The section's list with this search. */
function listAddress(items: readonly NavItem[], section: string, search: string): string {
  const path = items.find(({ name }) => name === section)
  const params = new URLSearchParams(
    Object.entries(writeSearch({ ...firstPage, search })).flatMap(([key, value]) => (value ? [[key, value]] : [])),
  )
  return `${path?.to ?? path?.path ?? `/${section}/list`}?${params}`
}
