/** `npm run coverage`: writes docs/coverage.md (coverage.ts). */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { coveragePage } from './coverage.ts'

writeFileSync(join(resolve(import.meta.dirname, '../..'), 'docs/coverage.md'), await coveragePage())
