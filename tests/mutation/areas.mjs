/**
 * Mutated files of `npm run mutate`, with the tests beside them. Tests of those who use them are left out: they start a page or an API for
 * each mutant that they reach, so that an area took hours (docs/decisions/0055-mutation-testing.md).
 */
export const areas = {
  'contract-lib': {
    mutate: ['contract/{lib,market,commerce}/**/*.ts'],
    tests: ['contract/{lib,market,commerce}/**/*.test.ts'],
  },
  outbox: {
    mutate: ['src/data/outbox/**/*.ts'],
    tests: ['src/data/outbox/**/*.test.{ts,tsx}'],
  },
  composer: {
    mutate: ['src/inbox/composer/**/*.{ts,tsx}'],
    tests: ['src/inbox/**/*.test.{ts,tsx}', 'src/kit/text/insert-text.test.tsx'],
  },
  commerce: {
    mutate: ['server/commerce/**/*.ts'],
    tests: ['server/commerce/**/*.test.ts'],
  },
}

/** Area of MUTATE_AREA; throws with the valid names. */
export function chosenArea() {
  const name = process.env.MUTATE_AREA ?? ''
  const area = areas[name]
  if (!area) throw new Error(`MUTATE_AREA is one of ${Object.keys(areas).join(', ')}`)
  return { name, ...area }
}
