/** Duration of the bot's search in two thousand pages. */
import { performance } from 'node:perf_hooks'
import { golden } from '#server/assistant/bot/golden.ts'
import { library } from '#server/assistant/bot/library.ts'
import { retrieve } from '#server/assistant/bot/retrieve.ts'
import { storeText } from '#server/assistant/bot/store.ts'
import { openDatabase } from '#server/db/open.ts'
import { knowledge } from '#server/db/tables/knowledge.ts'

const pages = 2_000
const pageLength = 2_500
const documents = 40

/** A page of shuffled library sentences, so that word frequencies are realistic. */
function pageOf(seed: number): string {
  const sentences = library.flatMap(({ blocks }) => blocks.flatMap(({ text: blockText }) => blockText.split('. ')))
  let text = ''
  for (let at = seed; text.length < pageLength; at += 7) text += `${sentences[at % sentences.length]} ${seed}-${at}. `
  return text
}

/** Milliseconds of every golden question, three times each; `p95`: 95th percentile. */
export async function benchRetrieval() {
  const database = await openDatabase({ memory: true })
  const { db } = database
  for (let document = 0; document < documents; document += 1) {
    const [made] = await db
      .insert(knowledge)
      .values({ name: `${document}.pdf`, type: 'application/pdf', size: 1 })
      .returning()
    const own = Array.from({ length: pages / documents }, (_, page) => ({
      text: pageOf((document * pages) / documents + page),
      page: page + 1,
    }))
    if (made) await storeText(db, made.id, own)
  }
  await db.execute('analyze knowledge_chunks')
  const times: number[] = []
  for (const [question] of [...golden, ...golden, ...golden]) {
    const start = performance.now()
    await retrieve(db, question)
    times.push(performance.now() - start)
  }
  await database.close()
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => Number((sorted[Math.floor(sorted.length * part)] ?? Number.NaN).toFixed(1))
  return { pages, p50: at(0.5), p95: at(0.95), max: at(1 - 1 / sorted.length) }
}

if (process.argv[1]?.endsWith('retrieval.ts')) {
  console.log(JSON.stringify(await benchRetrieval(), null, 2))
  process.exit(0)
}
