/** `npm run eval`: prints how well the bot finds sources and detects questions for people, and fails below the targets. */

import { evaluate, holds } from '#server/assistant/bot/evaluate.ts'
import { openDatabase } from '#server/db/open.ts'

const database = await openDatabase({ memory: true })
const result = await evaluate(database.db)
const percent = (part: number) => `${(part * 100).toFixed(1)} %`
console.log(`questions ${result.questions}`)
console.log(`hit-rate@3 ${percent(result.hitRate)}`)
console.log(`valid cites ${percent(result.validCites)}`)
console.log(`leaks ${result.leaks}`)
console.log(`guarded ${percent(result.guarded)}, harmless ${percent(result.harmless)}`)
for (const question of result.missed) console.log(`missed: ${question}`)
process.exit(holds(result) ? 0 : 1)
