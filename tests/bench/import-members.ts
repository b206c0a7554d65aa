/** Imports of members with memberships: rows a second of a file of new members, and of one that moves all their ends. */
import { addDays, wibDay } from '#contract/lib/wib.ts'
import { member } from '#contract/sections/member/member.ts'
import { createApp } from '#server/app.ts'
import { importJob } from '#server/crud/import/job.ts'
import { createRunner } from '#server/platform/jobs/runner.ts'
import { makePerson, testPlatform } from '#tests/support/api.ts'
import { requestAs } from '#tests/support/request.ts'
import { round } from './in-flight.ts'

const rows = Number(process.argv[2]) || 2_000
const header = 'Phone,Name,Product,Type,Expires on,Sales,Note'

/**
 * Seconds from the upload to the last row, and those of the processor: the embedded database works in this process, and a busy machine
 * shows in the first alone.
 */
export async function benchMemberImport() {
  const test = await testPlatform()
  const app = createApp(test.platform)
  const ask = requestAs(app, await makePerson(test.platform, [], 'Root', true))
  const seller = await makePerson(test.platform, ['get member'], 'Sales')
  const today = wibDay(new Date())
  const found: {
    what: string
    rows: number
    seconds: number
    cpu_seconds: number
    rows_per_second: number
    rows_per_cpu_second: number
  }[] = []
  const take = async (what: string, days: number, expected: Record<string, number>) => {
    const lines = Array.from({ length: rows }, (_, at) => {
      const phone = `0812${String(10_000_000 + at)}`
      return `${phone},Member ${at},${['EMT', 'EMV', 'WST'][at % 3]},${at % 5 ? 'Regular' : 'VIP'},${addDays(today, days)},${at % 2 ? seller.email : ''},`
    })
    const form = new FormData()
    form.append('file', new File([[header, ...lines].join('\n')], `${what}.csv`, { type: 'text/csv' }))
    const began = performance.now()
    const usage = process.cpuUsage()
    const begun = await ask('POST', `${member.path}/import`, form)
    await createRunner(test.platform, [importJob]).idle()
    const seconds = (performance.now() - began) / 1_000
    const { user, system } = process.cpuUsage(usage)
    const cpu = (user + system) / 1_000_000
    const { body } = await ask('GET', `${member.path}/import/${begun.body.data?.ref}`)
    for (const [name, count] of Object.entries(expected))
      if (body.data?.[name] !== count) throw new Error(`${what}: ${JSON.stringify(body).slice(0, 500)}`)
    found.push({
      ...{ what, rows, seconds: round(seconds), cpu_seconds: round(cpu) },
      ...{ rows_per_second: Math.round(rows / seconds), rows_per_cpu_second: Math.round(rows / cpu) },
    })
  }
  try {
    await take('new members', 30, { created: rows, failed: 0 })
    await take('later ends', 60, { updated: rows, failed: 0 })
    return found
  } finally {
    await test.close()
  }
}

if (process.argv[1]?.endsWith('import-members.ts')) console.log(JSON.stringify(await benchMemberImport(), null, 2))
