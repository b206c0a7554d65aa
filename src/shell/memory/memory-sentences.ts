/** What is said of a browser that forgets: true in the engine in which it is said (docs/offline.md#what-a-browser-forgets). */
import { findInstallMenu } from '#console/data/base/browser.ts'
import type { OutboxRow } from '#console/data/query/outbox-store.ts'
import { type BrowserMemory, canAsk, oldRows, type Situation, spanOf } from '#console/data/start/browser-memory.ts'
import { t } from '#console/i18n/i18n.ts'

/** What the person can do about changes that wait; nothing where none does. */
export function adviceSentence(rows: readonly OutboxRow[], isOnline: boolean): string[] {
  if (rows.length === 0) return []
  if (rows.every(({ state }) => state === 'parked')) return [t('memory.decide')]
  return [t(isOnline ? 'memory.online' : 'memory.offline')]
}

function installSentence(): string[] {
  const menu = findInstallMenu()
  return menu ? [t(`memory.${menu}`)] : []
}

/** Of the waiting page and the device page; nothing where the browser may forget nothing that waits. */
export function memorySentences({ memory, rows, isOnline, now }: Omit<Situation, 'hasDraft'>): string[] {
  const span = spanOf(memory)
  const old = span === 'kept' ? [] : oldRows(rows, now)
  const waits = rows.length ? [t('memory.waits', { count: rows.length })] : []
  if (span === 'window') return [t('memory.window'), t('memory.windowDetail'), ...waits, ...adviceSentence(rows, isOnline)]
  const late = old.length ? [t('memory.old', { count: old.length })] : []
  // A person who installs while something waits would look for it there in vain.
  if (span === 'week')
    return [t('memory.week'), ...(rows.length ? [...(late.length ? late : waits), ...adviceSentence(rows, isOnline)] : installSentence())]
  return late.length ? [...late, ...adviceSentence(rows, isOnline)] : []
}

/** Of 'Protection' on the device page. */
export function protectionSentence(memory: BrowserMemory): string {
  const span = spanOf(memory)
  if (span === 'window' || span === 'week') return t(`memory.${span}`)
  if (span === 'kept') return t('device.persisted')
  return t(memory.engine === 'firefox' && memory.permission === 'denied' ? 'memory.denied' : 'device.notPersisted')
}

/** Whether asking the browser to keep the data could change anything here. */
export const mayRequest = (memory: BrowserMemory): boolean =>
  spanOf(memory) === 'room' && memory.persisted === false && (memory.engine !== 'firefox' || canAsk(memory))

/** After the browser refused. `page`: name of the device page. */
export function refusedSentence(memory: BrowserMemory): string {
  if (memory.engine === 'firefox') return t('memory.refused', { page: t('nav.device') })
  return t(memory.isInstalled ? 'device.persistRefusedApp' : 'device.persistRefused')
}

/** Of the question in Firefox, whose phones and tablets say what they are. */
export function askTitle(): string {
  const [kind] = /Mobile|Tablet/.exec(navigator.userAgent) ?? []
  if (kind === 'Mobile') return t('memory.askPhone')
  return t(kind === 'Tablet' ? 'memory.askTablet' : 'memory.askLaptop')
}
