/** What is mutated by `npm run mutate`, and the tests that must notice it. */
export const areas = {
  'contract-lib': {
    mutate: ['contract/lib/**/*.ts'],
    tests: ['contract/lib/**/*.test.ts'],
  },
  outbox: {
    mutate: ['src/data/outbox/**/*.ts'],
    tests: ['src/data/outbox/**/*.test.{ts,tsx}', 'src/data/*.test.{ts,tsx}'],
  },
  composer: {
    mutate: ['src/chat/composer/**/*.{ts,tsx}'],
    tests: ['src/chat/**/*.test.{ts,tsx}', 'src/kit/insert-text.test.tsx'],
  },
  commerce: {
    mutate: ['server/commerce/**/*.ts'],
    tests: ['server/commerce/**/*.test.ts', 'server/sections/sales/**/*.test.ts', 'server/sections/member/**/*.test.ts'],
  },
}

/** Chosen by MUTATE_AREA; throws with the names there are. */
export function chosenArea() {
  const name = process.env.MUTATE_AREA ?? ''
  const area = areas[name]
  if (!area) throw new Error(`MUTATE_AREA is one of ${Object.keys(areas).join(', ')}`)
  return { name, ...area }
}
