/** Parses a document in a separate program with limits of memory and time, which protect the API. */
import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type KnowledgeReason, knowledgeTypes } from '#contract/lib/knowledge.ts'
import { projectRoot } from '#server/db/root.ts'
import type { Chunk } from '../bot/chunks.ts'
import type { Parsed } from './parse.ts'
import type { ParseMessage, ParseRequest } from './parser.ts'

export interface ParseBounds {
  /** Milliseconds in all. */
  within: number
  /** Bytes. */
  memory: number
}

export const parseBounds: ParseBounds = { within: 60_000, memory: 1_200_000_000 }
/** Megabytes of objects, without buffers. */
const heap = 768

/** Built, a file beside the program; otherwise its source. */
function program(): { path: string; execArgv: string[] } {
  const bounded = [`--max-old-space-size=${heap}`]
  if (import.meta.url.endsWith('.ts'))
    return { path: fileURLToPath(new URL('./parser.ts', import.meta.url)), execArgv: [...bounded, '--import', 'tsx'] }
  const beside = ['./knowledge-parser.js', '../knowledge-parser.js'].map((name) => fileURLToPath(new URL(name, import.meta.url)))
  const path = beside.find((each) => existsSync(each))
  if (!path) throw new Error('knowledge-parser.js is missing')
  return { path, execArgv: bounded }
}

const failed = (reason: KnowledgeReason): Parsed => ({ ok: false, type: null, reason })

/** Reports exceeded limits as too large. Throws if the program fails, or `signal` aborts. */
export function parseApart(bytes: Uint8Array, name: string, signal: AbortSignal, bounds = parseBounds): Promise<Parsed> {
  const { path, execArgv } = program()
  // No environment: a parser of foreign files gets no secrets.
  const child = fork(path, { cwd: projectRoot, env: {}, execArgv, serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const chunks: Chunk[] = []
  let parsed: Parsed | null = null
  let isLate = false
  const stop = () => void child.kill('SIGKILL')
  const timer = setTimeout(() => {
    isLate = true
    stop()
  }, bounds.within)
  signal.addEventListener('abort', stop)
  child.on('message', (message: ParseMessage) => {
    if ('chunks' in message) chunks.push(...message.chunks)
    else if (!message.end.ok) parsed = message.end
    else {
      const { type } = message.end
      const known = knowledgeTypes.find((each) => each === type)
      if (known) parsed = { ok: true, type: known, chunks }
    }
  })
  const ended = new Promise<Parsed>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, killed) => {
      if (parsed) resolve(parsed)
      else if (signal.aborted) reject(new Error('the document is read no further'))
      else if (isLate || killed === 'SIGKILL' || killed === 'SIGABRT') resolve(failed('too_large'))
      else reject(new Error(`the program that reads documents ended with ${code ?? killed}`))
    })
  })
  child.send({ bytes, name, memory: bounds.memory } satisfies ParseRequest, () => undefined)
  return ended.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    stop()
  })
}
