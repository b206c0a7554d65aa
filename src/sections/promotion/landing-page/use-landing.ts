import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { request } from '#console/data/api/request.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { isLanguage } from '#contract/choices/languages.ts'
import { isEmpty } from '#contract/kit/field/field.ts'
import { isRecord, toRecord, toText } from '#contract/kit/field/guards.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { type Cards, type EventCard, isShown, type Landing, type ProductCard, productKey } from '#contract/landing/render-page.ts'
import { landingPage } from '#contract/sections/promotion/landing-page.ts'
import type { Blocks } from './blocks.ts'

interface Shown {
  products: (ProductCard & { category: string; id: number })[]
  events: (EventCard & { id: number })[]
}

const none: Cards = { products: new Map(), events: new Map() }

/** What the blocks refer to, as the server would show it; without a network what is known of it. */
function useCards(blocks: Blocks): Cards {
  const products = blocks.filter(isShown('products')).flatMap(({ products: rows }) => (Array.isArray(rows) ? rows.filter(isRecord) : []))
  const events = blocks.filter(isShown('events')).flatMap(({ events: ids }) => (Array.isArray(ids) ? ids.map(toText) : []))
  const keys = products.flatMap(({ category, product_id: id }) => (isEmpty(id) ? [] : [productKey(category, id)]))
  const query = { products: [...new Set(keys)].sort().join(','), events: [...new Set(events)].sort().join(',') }
  const call = sectionCall(landingPage, 'cards')
  const { data } = useQuery({
    queryKey: queryKeys.call(call.name, query),
    queryFn: ({ signal }) => request<Shown>(call, { query, signal }),
    enabled: query.products !== '' || query.events !== '',
    placeholderData: keepPreviousData,
  })
  return useMemo(
    () =>
      data
        ? {
            products: new Map(data.products.map((card) => [productKey(card.category, card.id), card])),
            events: new Map(data.events.map((card) => [String(card.id), card])),
          }
        : none,
    [data],
  )
}

/** Addresses of stored and of just chosen pictures, the latter given back when the editor is left. */
function useAddresses(): (file: unknown) => string {
  const made = useRef(new Map<Blob, string>())
  useEffect(() => {
    const { current } = made
    return () => {
      for (const address of current.values()) URL.revokeObjectURL(address)
      current.clear()
    }
  }, [])
  return useMemo(
    () => (file) => {
      const { content, url } = toRecord(file)
      if (!(content instanceof Blob)) return toText(url)
      const address = made.current.get(content) ?? URL.createObjectURL(content)
      made.current.set(content, address)
      return address
    },
    [],
  )
}

/** All that a block needs to be drawn; the same object while nothing of it changes. */
export function useLanding(blocks: Blocks): Landing {
  const { control } = useFormContext<Record<string, unknown>>()
  const [title, language, chosen] = useWatch({ control, name: ['title', 'language', 'form_fields'] })
  const cards = useCards(blocks)
  const addressOf = useAddresses()
  const hasForm = blocks.some(isShown('form'))
  const formFields = Array.isArray(chosen) ? chosen.map(toText).join() : ''
  return useMemo(
    () => ({
      ...{ title: toText(title), language: isLanguage(language) ? language : 'id', form_fields: formFields.split(',') },
      ...{ cards, addressOf, hasForm, form: null, isStill: true },
    }),
    [title, language, formFields, cards, addressOf, hasForm],
  )
}
