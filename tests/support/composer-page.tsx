/** A page with one component, and what a person does on it. Test files call `openPage`, and `closePage` after each test. */
import { notifyManager, onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { vi } from 'vitest'
import { queryKeys } from '#console/data/query/query-keys.ts'
import type { Canned } from '#console/inbox/composer/canned.ts'
import { cannedQuery } from '#console/inbox/composer/use-canned.ts'
import { page } from '#contract/kit/field/paging.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { autoText } from '#contract/sections/other/auto-text.ts'

let root: Root
let client: QueryClient

const record = {
  id: 1,
  version: 1,
  created_at: '2026-11-20T00:00:00Z',
  created_by: null,
  updated_at: '2026-11-20T00:00:00Z',
  updated_by: null,
}
const toRow = (canned: Canned): AnyRow => ({ ...record, ...canned })

/** Renders with the canned replies that were read; null: they have not been read. */
export function openPage(node: ReactNode, canned: readonly Canned[] | null = []): void {
  notifyManager.setScheduler(queueMicrotask)
  onlineManager.setOnline(true)
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  if (canned) client.setQueryData(queryKeys.list(autoText.name, cannedQuery), page(canned.map(toRow), 1, cannedQuery.size, canned.length))
  root = createRoot(document.body.appendChild(document.createElement('div')))
  drawPage(node)
}

/** Renders the page again with other properties. */
export function drawPage(node: ReactNode): void {
  act(() => root.render(<QueryClientProvider client={client}>{node}</QueryClientProvider>))
}

/** Reads every query of the page again. */
export const refetchAll = (): void => void client.refetchQueries()

export function closePage(): void {
  act(() => root.unmount())
  client.clear()
  document.body.replaceChildren()
}

/** The element of a label or of its words. Throws without one. */
export function find<E extends Element = HTMLElement>(selector: string, words?: string): E {
  const found = [...document.querySelectorAll<E>(selector)].find((each) => words === undefined || each.textContent?.includes(words))
  if (!found) throw new Error(`no ${selector} ${words ?? ''}`)
  return found
}

export const isThere = (selector: string): boolean => document.querySelector(selector) !== null
export const button = (label: string): HTMLButtonElement => find(`button[aria-label="${label}"]`)
export const click = (element: HTMLElement) => act(async () => element.click())
export const press = (label: string) => click(button(label))
export const box = (): HTMLTextAreaElement => find('textarea')

/** Fires a key; returns whether something handled it. */
export function key(target: Element, name: string, init: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...init })
  act(() => void target.dispatchEvent(event))
  return event.defaultPrevented
}

/** Fires an event with properties that its constructor does not take, such as `dataTransfer`. */
export async function fire(target: Element, type: string, values: object = {}): Promise<boolean> {
  const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), values)
  await act(async () => void target.dispatchEvent(event))
  return event.defaultPrevented
}

/** Retries until it passes. Meanwhile React draws by itself, as on a page. */
export async function until(check: () => void | Promise<void>): Promise<void> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  try {
    await vi.waitFor(check, { timeout: 3_000, interval: 10 })
  } finally {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  }
}

/** A promise that the test ends. */
export function deferred<T>() {
  const ends: { resolve: (value: T) => void; reject: (error: unknown) => void } = { resolve: () => undefined, reject: () => undefined }
  const promise = new Promise<T>((resolve, reject) => Object.assign(ends, { resolve, reject }))
  return { promise, resolve: (value: T) => ends.resolve(value), reject: (error: unknown) => ends.reject(error) }
}

/** Replaces the text of a field. */
export function fill(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  const set = Object.getOwnPropertyDescriptor(prototype, 'value')?.set
  act(() => {
    set?.call(field, text)
    if (field instanceof HTMLTextAreaElement) field.setSelectionRange(text.length, text.length)
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  })
}
