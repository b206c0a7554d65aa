/** Canned replies: search by '/', and replacement of variables. */

import { isStoredFile, type StoredFile } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { autoTextVariables } from '#contract/sections/other/auto-text.ts'

export interface Canned {
  ref: string
  shortcut: string
  title: string
  text: string
  attachment: StoredFile | null
}

export type Variables = Readonly<Record<(typeof autoTextVariables)[number], string>>

export function toCanned({ ref, shortcut, title, text, attachment }: AnyRow): Canned {
  return {
    ref,
    shortcut: toText(shortcut),
    title: toText(title),
    text: toText(text),
    attachment: isStoredFile(attachment) ? attachment : null,
  }
}

/** Fetches a canned reply's file; null when it is unavailable. An HTML page of a gateway is no file. */
export async function fetchAttachment({ url, name, type }: StoredFile, signal: AbortSignal): Promise<File | null> {
  const { fetchFile } = await import('#console/data/api/fetch-file.ts')
  const response = await fetchFile(url, { signal, retries: 2 }).catch(() => null)
  if (!response?.ok || response.headers.get('Content-Type') !== type) return null
  const content = await response.blob().catch(() => null)
  return content && new File([content], name, { type })
}

/** The text from a '/' at the start of the text or a word up to the cursor; null when there is none. */
export function cannedTerm(text: string, cursor: number): { term: string; from: number } | null {
  const match = /(?:^|\s)\/([^\s/]*)$/.exec(text.slice(0, cursor))
  return match ? { term: match[1] ?? '', from: cursor - (match[1] ?? '').length - 1 } : null
}

/** Returns replies whose shortcut starts with the term, then those that contain it. */
export function findCanned(all: readonly Canned[], term: string): Canned[] {
  const wanted = term.toLowerCase()
  const getRank = ({ shortcut, title, text }: Canned) =>
    shortcut.toLowerCase().startsWith(wanted)
      ? 0
      : title.toLowerCase().includes(wanted) || shortcut.toLowerCase().includes(wanted)
        ? 1
        : text.toLowerCase().includes(wanted)
          ? 2
          : 3
  return all
    .map((entry) => ({ entry, rank: getRank(entry) }))
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry)
}

const isVariable = (name: string): name is keyof Variables => autoTextVariables.some((known) => known === name)

/** Replaces variables; one without a value stays as written, so that no text with a gap is sent. */
export function fillCanned(text: string, values: Variables): string {
  return text.replace(/\{(\w+)\}/g, (match, name: string) => (isVariable(name) && values[name] !== '' ? values[name] : match))
}

/** Title for display: it is not sent, so variables without a value are removed. */
export const cannedTitle = (title: string, values: Variables): string =>
  fillCanned(title, values)
    .replace(/\{\w+\}/g, '')
    .replace(/\s+/g, ' ')
    .trim()
