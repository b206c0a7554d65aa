/** `npm run payloads`: writes a release's fixture, once; see payloads.test.ts. Existing files are never overwritten. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { derivePayloads } from './payload-rows.ts'

const at = (file: string) => new URL(file, import.meta.url)
const written = readFileSync(at('payloads.sha256'), 'utf8').trim().split('\n').length
const release = written + 1
const name = `payloads.v${release}.json`
const payloads = derivePayloads(release)
writeFileSync(at(name), JSON.stringify(payloads), { flag: 'wx' })
const biome = fileURLToPath(new URL('../../node_modules/@biomejs/biome/bin/biome', import.meta.url))
execFileSync(process.execPath, [biome, 'format', '--write', fileURLToPath(at(name))])
const text = readFileSync(at(name))
appendFileSync(at('payloads.sha256'), `${createHash('sha256').update(text).digest('hex')}  ${name}\n`)
console.log(`${name}: ${payloads.rows.length} rows; commit it with payloads.sha256`)
