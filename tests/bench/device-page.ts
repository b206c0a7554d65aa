/** Page part of the device's bench, and its search texts. */
import type { SyncedArea } from '#contract/synced-areas.ts'

const typed = [
  'budi siregar',
  'Dewi Anggraini',
  'setiawan',
  '081234',
  '+62 812 3',
  '628171',
  'sari.wibowo',
  'webinar',
  'modal besar',
  'gajian',
  'dihubungi setelah',
  'bandung',
  'sireger',
  'anggraeni',
  'wahju nugroho',
]

/** States of the search box while typing, letter by letter. */
export const keystrokes = (): string[] => typed.flatMap((text) => Array.from(text, (_, at) => text.slice(0, at + 1)))

/** Runs in the page: number of leads written since the first sync. */
export function leadsLogged(owner: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(`lapangan-${owner}`)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const db = opening.result
      const counting = db.transaction('leadLog').objectStore('leadLog').count()
      counting.onsuccess = () => {
        db.close()
        resolve(counting.result)
      }
    }
  })
}

interface Question {
  owner: string
  area: SyncedArea
  strokes: readonly string[]
}

/** Runs in the page: starts workers of the cached areas like the console, and times responses. Self-contained. */
export async function measureWorker({ owner, area, strokes }: Question) {
  const urls = performance.getEntriesByType('resource').map(({ name }) => name)
  const url = urls.find((name) => /cache-worker-[^/]+\.js$/.test(name))
  if (!url) throw new Error(`no worker of the cached areas among ${urls.join(' ')}`)
  let asked = 0
  const open = () => {
    const worker = new Worker(url, { type: 'module' })
    worker.postMessage({ kind: 'open', owner })
    const ask = (search: string) =>
      new Promise<number>((resolve, reject) => {
        const n = ++asked
        const began = performance.now()
        const received = ({ data }: MessageEvent) => {
          if (data.n !== n || data.kind === 'rows') return
          worker.removeEventListener('message', received)
          if (data.kind !== 'answer') return reject(new Error(JSON.stringify(data)))
          resolve(performance.now() - began)
        }
        worker.addEventListener('message', received)
        worker.postMessage({ kind: 'ask', n, area, ask: { kind: 'query', query: { page: 1, size: 10, sort: null, search, filters: [] } } })
      })
    return { worker, ask }
  }
  const starts: number[] = []
  for (let run = 0; run < 3; run++) {
    const { worker, ask } = open()
    starts.push(await ask(''))
    worker.terminate()
  }
  const { worker, ask } = open()
  for (const term of ['', 'a', 'budi', '0812', 'zzzz']) await ask(term)
  const searches: number[] = []
  for (const term of strokes) searches.push(await ask(term))
  worker.terminate()
  const slowest = strokes
    .map((term, at) => ({ term, ms: Math.round(searches[at] ?? 0) }))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 5)
  return { starts, searches, slowest }
}
