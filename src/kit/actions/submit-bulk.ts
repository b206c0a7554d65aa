/** Submits changes of many records, awaits their verdicts and shows one message with the result. */

import { type DataMessage, postMessage } from '#console/data/base/messages.ts'
import type { LastError, OutboxRow, RefusedName } from '#console/data/outbox/row/types.ts'
import { readRemoval } from '#console/data/outbox/wire/verdict.ts'
import { awaitVerdict, type Ending } from '#console/data/writes/await-verdict.ts'
import { type Submission, submit } from '#console/data/writes/submit.ts'
import { labelOf } from '../text/labels.ts'
import { problemText } from '../text/problem-text.ts'
import { reasonOf } from '../text/reason.ts'
import { refusedText } from '../text/refusal-text.ts'

export interface Part {
  submission: Submission
  /** Names of all affected records by ref. */
  names: ReadonlyMap<string, string>
}

export interface Outcome {
  /** Records that the server changed, and its first message. */
  done: number
  texts: string
  refused: RefusedName[]
  /** Records whose change waits on the device. */
  waiting: number
  /** Ids of the changes that wait. */
  waitingIds: readonly string[]
}

const nothing: Outcome = { done: 0, texts: '', refused: [], waiting: 0, waitingIds: [] }

const added = (a: Outcome, b: Outcome): Outcome => ({
  done: a.done + b.done,
  texts: a.texts || b.texts,
  refused: [...a.refused, ...b.refused],
  waiting: a.waiting + b.waiting,
  waitingIds: [...a.waitingIds, ...b.waitingIds],
})

type Names = Part['names']

/** Which fields were refused and why, where the server named them. */
function problemsOf({ section }: OutboxRow, { fields = {} }: LastError): string {
  return Object.entries(fields)
    .map(([path, problem]) => `${labelOf(`${section}.${path}`, path) ?? path}: ${problemText(problem)}`)
    .join(' ')
}

type Ended = Exclude<Ending, { is: 'waiting' }>

/** A conflict asks by a notice of its own, and one that merged goes on, so it is neither done nor refused here. */
function ofEnding(ending: Ended, names: Names): Outcome {
  const { row } = ending
  if (ending.is === 'done') {
    const { refused: all = [], message = '' } = ending.verdict ?? {}
    const refused = all.filter(({ current }) => !current)
    return {
      ...nothing,
      done: row.touches.length - all.length,
      texts: message,
      refused: refused.map(({ ref, message: text, reason: cause }) => ({ name: names.get(ref) ?? '', message: text, reason: cause })),
    }
  }
  if (ending.is === 'again' || ending.reason === 'conflict') return nothing
  if (ending.reason === 'auth') return { ...nothing, waiting: row.touches.length, waitingIds: [row.id] }
  const { message, reason } = ending.error
  const problems = problemsOf(row, ending.error)
  const why = problems ? { message: problems } : { message, reason }
  return { ...nothing, refused: row.touches.map((ref) => ({ name: names.get(ref) ?? '', ...why })) }
}

function ofAnswer(response: unknown, names: Names): Outcome {
  const { refused, message } = readRemoval(response)
  const named = refused.map((entry) => ({ name: names.get(entry.ref) ?? '', message: entry.message, reason: entry.reason }))
  return { ...nothing, done: names.size - refused.length, texts: message, refused: named }
}

async function handOver({ submission, names }: Part): Promise<{ ids: readonly string[]; outcome: Outcome }> {
  try {
    const { ids, response } = await submit(submission)
    return { ids, outcome: ids.length ? nothing : ofAnswer(response, names) }
  } catch (error) {
    const message = await reasonOf(error)
    return { ids: [], outcome: { ...nothing, refused: [...names.values()].map((name) => ({ name, message })) } }
  }
}

/** Hands the parts over one after the other, and waits a little for the verdict on each. */
export async function submitBulk(parts: readonly Part[]): Promise<Outcome> {
  let outcome = nothing
  let kept = 0
  const waits: { id: string; ending: Promise<Ending> }[] = []
  for (const part of parts) {
    const handed = await handOver(part)
    waits.push(...handed.ids.map((id) => ({ id, ending: awaitVerdict(id, { notifies: true }) })))
    outcome = added(outcome, handed.outcome)
    if (handed.ids.length) kept += part.names.size
  }
  const names = new Map(parts.flatMap((part) => [...part.names]))
  const waitingIds: string[] = []
  for (const { id, ending: end } of waits) {
    const ending = await end
    if (ending.is === 'waiting') {
      waitingIds.push(id)
      continue
    }
    kept -= ending.row.touches.length
    outcome = added(outcome, ofEnding(ending, names))
  }
  return added(outcome, { ...nothing, waiting: kept, waitingIds })
}

type OutcomeText = Pick<DataMessage, 'text' | 'lines' | 'buttons'>

/** Shows one message: what was refused, else that it waits, else it is done. */
export function showOutcome({ done, refused, waiting }: Outcome, texts: { done: OutcomeText; waiting: OutcomeText }): void {
  if (refused.length) postMessage({ kind: 'error', ...refusedText(refused) })
  else if (waiting) postMessage({ kind: 'info', ...texts.waiting })
  else if (done) postMessage({ kind: 'success', ...texts.done })
}
