import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { coveragePage } from '#tests/coverage/coverage.ts'

it('docs/coverage.md says what contract, routes and tests say: npm run coverage writes it', async () => {
  expect(readFileSync(new URL('../../docs/coverage.md', import.meta.url), 'utf8')).toBe(await coveragePage())
})
