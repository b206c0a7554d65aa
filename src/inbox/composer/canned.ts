/** Canned replies: what '/' finds, and their variables filled in. */

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

/** The file that goes with a canned reply; null when it cannot be had now. A gateway's page is no such file. */
export async function fetchAttachment({ url, name, type }: StoredFile, signal: AbortSignal): Promise<File | null> {
  const { fetchFile } = await import('#console/data/api/fetch-file.ts')
  const response = await fetchFile(url, { signal, retries: 2 }).catch(() => null)
  if (!response?.ok || response.headers.get('Content-Type') !== type) return null
  const content = await response.blob().catch(() => null)
  return content && new File([content], name, { type })
}

/** What follows a '/' that begins the text or a word, up to the cursor; null when canned replies are not asked for. */
export function cannedTerm(text: string, cursor: number): { term: string; from: number } | null {
  const match = /(?:^|\s)\/([^\s/]*)$/.exec(text.slice(0, cursor))
  return match ? { term: match[1] ?? '', from: cursor - (match[1] ?? '').length - 1 } : null
}

/** Those whose shortcut begins with the term stand first, then those that hold it anywhere. */
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

/** The text with its variables filled in; one that has no value here stays as it is written, so that nobody sends a hole. */
export function fillCanned(text: string, values: Variables): string {
  return text.replace(/\{(\w+)\}/g, (match, name: string) => (isVariable(name) && values[name] !== '' ? values[name] : match))
}

/** The title as a person reads it: nobody sends it, so a variable without a value is left out. */
export const cannedTitle = (title: string, values: Variables): string =>
  fillCanned(title, values)
    .replace(/\{\w+\}/g, '')
    .replace(/\s+/g, ' ')
    .trim()
