/** What a person reads of a change that was made here and decided later; every screen shows the rest. */
import { isRecord, toRecord, toText } from '#contract/kit/field/guards.ts'
import { removedMessage } from '#contract/kit/field/removal.ts'
import { type DataMessage, postMessage } from '../base/messages.ts'
import { isVisible } from '../base/visible.ts'
import type { OutboxEvent } from '../outbox/row/event.ts'
import { namesOf } from '../outbox/row/settle.ts'
import type { Notice, OutboxRow, Verdict } from '../outbox/row/types.ts'
import type { OwnerDatabase } from '../outbox/store/database.ts'
import { noticeKey } from '../outbox/store/store.ts'
import { isNotifiedByWaiter } from './await-verdict.ts'

const isNotice = (value: unknown): value is Notice =>
  isRecord(value) && Array.isArray(value.mine) && Array.isArray(value.theirs) && typeof value.label === 'string'

function toMessage({ kind, seq, section, label, mine, theirs, who }: Notice): Omit<DataMessage, 'id'> {
  if (kind === 'conflict') return { kind: 'error', message: 'outbox.conflictAbout', values: { label }, conflict: seq }
  return {
    kind: 'info',
    message: who ? 'outbox.mergedWith' : 'outbox.merged',
    values: { label, ...(who && { who }) },
    fields: { section, names: { mine, theirs } },
  }
}

/** Takes the notices out, so that no other tab shows them too. */
async function takeNotices(db: OwnerDatabase): Promise<Notice[]> {
  // Also what a try whose answer was lost has taken out already.
  const taken = new Map<string, unknown>()
  await db.transaction('rw', db.meta, async () => {
    const entries = await db.meta.where('key').startsWith(noticeKey).toArray()
    await db.meta.bulkDelete(entries.map(({ key }) => key))
    for (const { key, value } of entries) taken.set(key, value)
  })
  return [...taken.values()].filter(isNotice)
}

function notifyDone(row: OutboxRow, verdict: Extract<Verdict, { kind: 'done' }>): void {
  const isRemoval = row.action === 'remove' && row.base?.each !== undefined
  if (isRemoval && verdict.refused.length < row.touches.length && isVisible()) {
    postMessage({ kind: 'success', text: verdict.message || removedMessage, lines: [row.label] })
  }
  // What somebody else changed meanwhile is asked about by a notice.
  const refused = verdict.refused.filter(({ current }) => !current)
  if (refused.length) postMessage({ kind: 'error', refused: namesOf(row, refused) })
}

/** Code of the reason for which changes wait; it is said once, not of each. */
let waitReason = ''

/** Only a server that can keep nothing says why an attempt failed that is made again. */
function notifyWait(verdict: Verdict): void {
  const { message, reason } = verdict.kind === 'retry' ? verdict.error : { message: '', reason: null }
  const code = toText(toRecord(reason).code)
  if (code && code !== waitReason) postMessage({ kind: 'error', text: message, reason })
  if (code || verdict.kind === 'done') waitReason = code
}

function notifyVerdict(row: OutboxRow, verdict: Verdict): void {
  if (verdict.kind === 'done') notifyDone(row, verdict)
  // A conflict may merge by itself; a notice says what became of it.
  if (verdict.kind !== 'parked' || verdict.reason === 'conflict') return
  // Only a refusal has a message of the server; other reasons have texts of the console.
  const { status, message, reason, fields } = verdict.error
  const text =
    verdict.reason === 'rejected' && status > 0 && message
      ? { text: message, reason, ...(fields && { problems: { section: row.section, fields } }) }
      : {}
  postMessage({ kind: 'error', message: `outbox.reason.${verdict.reason}`, values: { label: row.label }, ...text })
}

export interface Notifier {
  notify: (event: OutboxEvent) => void
  stop: () => void
}

/**
 * Shows messages of verdicts that nobody waits for, and notices while the tab is seen: a drain leaves those in the database with the
 * verdict, so that the first tab that a person sees shows what a worker decided without one, once.
 */
export function createNotifier(db: OwnerDatabase): Notifier {
  const showNotices = async () => {
    if (isVisible()) for (const notice of await takeNotices(db)) postMessage(toMessage(notice))
  }
  const look = () => void showNotices().catch(() => undefined)
  const watching = new AbortController()
  document.addEventListener('visibilitychange', look, { signal: watching.signal })
  look()
  return {
    notify(event) {
      if (event.kind === 'verdict') notifyWait(event.verdict)
      if (event.kind === 'verdict' && !isNotifiedByWaiter(event.row.id)) notifyVerdict(event.row, event.verdict)
      if (event.kind === 'notice') look()
    },
    stop: () => watching.abort(),
  }
}
