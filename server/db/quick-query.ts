/**
 * Queries of the embedded database in one step. The driver needs six calls, because it requests parameter types each time; they are cached
 * by text.
 */

import { type PGlite, protocol, type QueryOptions, type Results } from '@electric-sql/pglite'
import { toText } from '#contract/kit/field/guards.ts'
import type { CommitQueue } from './group-commit.ts'

const { serialize } = protocol
/** Maximum cached texts; the oldest are dropped. */
const max = 500
/** Maximum characters of a cached text; longer ones list many values and do not recur. */
const maxTextLength = 5_000

const portal = Buffer.concat([serialize.describe({ type: 'P' }), serialize.execute({}), serialize.sync()])

type Query = (text: string, params?: readonly unknown[], options?: QueryOptions) => Promise<Results<object>>

const step = (text: string) => Buffer.concat([serialize.parse({ text }), serialize.bind(), serialize.execute({})])
const begin = step('begin')
const replan = step('discard plans')
/** Queries until plans are renewed: a plan for an empty table scans all of a grown one. */
const replanAfter = 1_000

interface Known {
  /** Of the prepared statement; '' if the text is sent each time. */
  name: string
  types: readonly number[]
}

/**
 * With `prepared`, texts are parsed once and plans kept, for lookups by key. Searches are planned per query. Messages of `opening` are sent
 * before the next query, in the same step.
 */
function quickQuery(client: PGlite, prepared: boolean, opening: () => readonly Uint8Array[] = () => []): Query {
  const remembered = new Map<string, Known>()
  let made = 0
  let asked = 0

  /** Returns the database's response up to its last message; throws its errors. */
  async function ask(...messages: readonly Uint8Array[]) {
    const { messages: responses } = await client.execProtocol(Buffer.concat(messages), { syncToFs: false })
    return responses
  }

  async function forgetOldest(): Promise<void> {
    const [oldest] = remembered
    if (remembered.size <= max || !oldest) return
    const [text, { name }] = oldest
    remembered.delete(text)
    if (name) await ask(serialize.close({ type: 'S', name }), serialize.sync())
  }

  async function learn(text: string): Promise<Known> {
    const name = prepared && text.length <= maxTextLength ? `q${++made}` : ''
    const responses = await ask(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }), serialize.sync())
    const types = responses.flatMap((message) =>
      message instanceof protocol.messages.ParameterDescriptionMessage ? message.dataTypeIDs : [],
    )
    const known = { name, types }
    if (text.length <= maxTextLength) remembered.set(text, known)
    await forgetOldest()
    return known
  }

  function toWire(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null
    const write = client.serializers[type ?? 0]
    return write ? write(value) : toText(value)
  }

  return (text, params = [], options = {}) =>
    client.runExclusive(async () => {
      const { name, types } = params.length ? (remembered.get(text) ?? (await learn(text))) : { name: '', types: [] }
      const bind = serialize.bind({ statement: name, values: params.map((value, n) => toWire(value, types[n])) })
      const parse = name ? [] : [serialize.parse({ text })]
      const fresh = prepared && ++asked % replanAfter === 0 ? [replan] : []
      const responses = await ask(...opening(), ...fresh, ...parse, bind, portal)
      return read(responses, client, options)
    })
}

type QueryResult = Awaited<ReturnType<PGlite['execProtocol']>>['messages']

interface Column {
  name: string
  dataTypeID: number
}

function read(responses: QueryResult, client: PGlite, { rowMode, parsers }: QueryOptions): Results<object> {
  let fields: Column[] = []
  let readers: ((text: string | null) => unknown)[] = []
  const rows: object[] = []
  let affectedRows = 0
  for (const message of responses) {
    if (message instanceof protocol.messages.RowDescriptionMessage) {
      fields = message.fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }))
      readers = fields.map(({ dataTypeID }) => {
        const parse = parsers?.[dataTypeID] ?? client.parsers[dataTypeID]
        return (text) => (text === null || !parse ? text : parse(text, dataTypeID))
      })
    } else if (message instanceof protocol.messages.DataRowMessage) {
      const values = message.fields.map((text, n) => readers[n]?.(text) ?? null)
      rows.push(rowMode === 'array' ? values : Object.fromEntries(values.map((value, n) => [fields[n]?.name, value])))
    } else if (message instanceof protocol.messages.CommandCompleteMessage) {
      affectedRows = Number(/^(?:INSERT|UPDATE|DELETE|COPY|MERGE)\b.* (\d+)$/.exec(message.text)?.[1] ?? 0)
    }
  }
  return { rows, fields, affectedRows }
}

/** Commits without a flush if it wrote anything, which is what Postgres flushes for. */
const withoutFlush = 'select pg_current_xact_id_if_assigned() is not null; set local synchronous_commit = off'

/** Returns the database with queries in one step; the rest is the driver's. Without a queue, commits have nothing to flush. */
export function quick(client: PGlite, queue: CommitQueue | null = null): PGlite {
  const query = quickQuery(client, false)
  let open = false
  const queryInside = quickQuery(client, true, () => {
    if (open) return []
    open = true
    return [begin]
  })

  const turn: CommitQueue['turn'] = (work) => (queue ? queue.turn(work) : client._runExclusiveTransaction(work))

  const exec = (text: string, options: { throwOnError?: boolean } = {}) =>
    client.runExclusive(() => client.execProtocol(serialize.query(text), options))

  /** Returns whether the commit that follows writes what has to be flushed; where a query failed, it undoes all. */
  async function leaveUnflushed(): Promise<boolean> {
    const { messages } = await exec(withoutFlush, { throwOnError: false })
    return messages.some((message) => message instanceof protocol.messages.DataRowMessage && message.fields[0] === 't')
  }

  async function end(text: 'commit' | 'rollback'): Promise<void> {
    if (!open) return
    const isUnflushed = text === 'commit' && queue?.isGrouping() && (await leaveUnflushed())
    open = false
    const { messages } = await exec(text)
    const undone = messages.some((message) => message instanceof protocol.messages.CommandCompleteMessage && message.text === 'ROLLBACK')
    if (undone && text === 'commit') throw new Error('the transaction was rolled back, because a query in it failed')
    if (isUnflushed) queue?.join()
  }

  /** Starts with its first query, so an empty one costs nothing. */
  async function transaction<T>(work: (tx: { query: Query }) => Promise<T>): Promise<T> {
    await client.waitReady
    return turn(async () => {
      let closed = false
      const queryUntilClosed: Query = async (...asked) => {
        if (closed) throw new Error('the transaction has ended')
        return queryInside(...asked)
      }
      try {
        const result = await work({ query: queryUntilClosed })
        closed = true
        await end('commit')
        return result
      } catch (error) {
        closed = true
        await end('rollback')
        throw error
      }
    })
  }

  const swap = <T extends object>(target: T, own: Record<string, unknown>): T =>
    new Proxy(target, {
      get(_, name) {
        if (typeof name === 'string' && Object.hasOwn(own, name)) return own[name]
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  return swap(client, {
    query: async (...asked: Parameters<Query>) => {
      await client.waitReady
      const result = await turn(() => query(...asked))
      await client.syncToFs()
      return result
    },
    transaction,
  })
}
