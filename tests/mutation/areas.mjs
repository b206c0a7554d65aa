/**
 * Mutated files of `npm run mutate`, with their tests. `alone`: tests of those who use them, which replace globals or start what never
 * stops, such as the session; each has a process of its own, after all others.
 */
export const areas = {
  'contract-lib': {
    mutate: ['contract/{lib,market,commerce}/**/*.ts'],
    tests: ['contract/{lib,market,commerce}/**/*.test.ts'],
  },
  outbox: {
    mutate: ['src/data/outbox/**/*.ts'],
    tests: ['src/data/outbox/**/*.test.{ts,tsx}'],
    alone: ['src/data/{base,api,cache,query,writes,start}/*.test.{ts,tsx}'],
  },
  composer: {
    mutate: ['src/inbox/composer/**/*.{ts,tsx}'],
    tests: ['src/inbox/**/*.test.{ts,tsx}', 'src/kit/text/insert-text.test.tsx'],
  },
  // With the tests of orders and members, which go through the API, a mutant took minutes (docs/decisions/0055-mutation-testing.md).
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
