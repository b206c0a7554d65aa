/** Options of a reference: results of the server, earlier results on this device, and records that wait in the outbox. */

import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useConnection } from '#console/data/api/connection.ts'
import { useStore } from '#console/data/base/store.ts'
import { isCached } from '#console/data/cache/cached.ts'
import { matches } from '#console/data/outbox/overlay/list-evaluate.ts'
import { pendingRow } from '#console/data/outbox/overlay/overlay.ts'
import {
  foundOptions,
  namedOptions,
  type Option,
  optionsOptions,
  seenOptions,
  targetOptions,
  toOption,
} from '#console/data/query/option-queries.ts'
import { type OutboxRow, outboxStore } from '#console/data/query/outbox-store.ts'
import { loadSectionWords } from '#console/i18n/i18n.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { Filter } from '#contract/kit/field/list-query.ts'
import { optionQuery, parseTarget, typeaheadSize } from '#contract/kit/section/options.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { searchForm } from '#contract/lib/search/words.ts'
import { syncedAreas } from '#contract/synced-areas.ts'
import { choiceLabel } from '../text/labels.ts'
import { showPhone } from '../text/phone.ts'
import { useSettled } from '../text/use-settled.ts'

/** Milliseconds; one request per typed word. */
const pauseMs = 250

/** Records created here that still wait and match the filters; the server finds them by their ref. */
export function pendingOptions(section: Section, to: string, filters: readonly Filter[], outbox: readonly OutboxRow[]): Option[] {
  const wanted = [...(optionQuery(section, to)?.filters ?? []), ...filters]
  return outbox
    .filter((row) => row.section === section.name && row.action === 'create')
    .map((row) => pendingRow(section, row))
    .filter((row) => {
      try {
        return matches(section, row, { filters: wanted, search: '' })
      } catch {
        // A filter that only the server knows, such as similar_role.
        return false
      }
    })
    .map((row) => toOption(section, row))
}

const isNamed = ({ id, ref }: Option, key: string) => ref === key || (id > 0 && String(id) === key)
const has = ({ label, detail = '' }: Option, term: string) => searchForm(`${label} ${detail}`).includes(searchForm(term))
const unique = (options: readonly Option[]) => [...new Map(options.map((option) => [option.ref, option])).values()]

export interface ReferenceOptions {
  /** Options that match the text, in list order. */
  offered: readonly Option[]
  /** Finds an option by id or ref. */
  find: (key: unknown) => Option | undefined
  loading: boolean
  /** They were never read, and there is no network. */
  isUnread: boolean
}

interface Asked {
  to: string
  /** Null while a value that the reference's query needs is missing; then there are no options. */
  filters: readonly Filter[] | null
  text: string
  chosen: readonly (number | string)[]
}

/** Whether the target is on the device. */
const isOnDevice = (to: string) => syncedAreas.some((area) => area === parseTarget(to).section && isCached(area))

const none: readonly Filter[] = []

/** Writes an option's second line as people read it: a choice of its section in words, a phone in groups. */
function useDetail(section: Section | undefined): (option: Option) => Option {
  const [, setWords] = useState('')
  const field = section?.fields[section.options.detail ?? '']
  const name = field?.kind === 'choice' ? section?.name : undefined
  useEffect(() => {
    if (name !== undefined)
      void loadSectionWords(name)
        .then(() => setWords(name))
        .catch(() => undefined)
  }, [name])
  const write = field?.kind === 'phone' ? showPhone : name === undefined ? null : (text: string) => choiceLabel(text, field)
  return (option) => (write && option.detail ? { ...option, detail: write(option.detail) } : option)
}

/** Options of a reference picker and the names of chosen values; offline, those that the device has read before. */
export function useReferenceOptions({ to, filters, text, chosen }: Asked): ReferenceOptions {
  const term = useSettled(text.trim().toLowerCase(), pauseMs)
  const online = useConnection() === 'online'
  const narrow = filters ?? none
  const { data: target } = useQuery(targetOptions(to))
  const inWords = useDetail(target?.section)
  const { data: first, isPending, isPaused } = useQuery({ ...optionsOptions(to, narrow), enabled: filters !== null })
  const isPart = first !== undefined && target != null && first.length >= target.query.size
  const asks = (online || isOnDevice(to)) && filters !== null && term !== '' && isPart
  const { data: found = [], isFetching } = useQuery({ ...foundOptions(to, term, narrow), enabled: asks })
  const outbox = useStore(outboxStore, ({ rows }) => rows)
  const pending = useMemo(() => (target ? pendingOptions(target.section, to, narrow, outbox) : []), [target, to, narrow, outbox])
  const [seen, setSeen] = useState<readonly Option[]>([])
  // Persisted queries are loaded after the first paint.
  useEffect(() => setSeen(target ? seenOptions(target.section, to) : []), [target, to])
  const here = unique([...pending, ...(first ?? []), ...found, ...seen])
  const keys = chosen.map(String)
  const unnamed = keys.filter((key) => key !== '0' && !here.some((option) => isNamed(option, key)))
  const { data: named = [] } = useQuery({
    ...namedOptions(to, unnamed),
    enabled: (online || isOnDevice(to)) && unnamed.length > 0 && !isPending,
  })
  // Options read for other sibling values or by a list may not match; offline they are better than none.
  const offline = online || narrow.length ? [] : seen
  const all = filters === null ? [] : unique([...pending, ...(first ?? []), ...offline])
  const local = all.filter((option) => has(option, text.trim().toLowerCase()))
  const fitting = unique([...local, ...(asks ? found : [])])
  return {
    offered: (target?.query.all ? fitting : fitting.slice(0, typeaheadSize)).map(inWords),
    find: (key) => [...here, ...named].find((option) => isNamed(option, toText(key))),
    loading: filters !== null && ((isPending && !isPaused) || (asks && isFetching)),
    isUnread: isPending && isPaused,
  }
}
