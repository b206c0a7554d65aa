/**
 * Leads: rows a second of a file of new ones and of one that changes all, what a save costs, and how long people are found for as many
 * leads of before there were people (arguments: rows of the file, leads of before).
 */
import { leads } from '#contract/sections/sales/leads.ts'
import { createApp } from '#server/app.ts'
import { importJob } from '#server/crud/import/job.ts'
import { leads as table } from '#server/db/tables/crm.ts'
import { insertRows } from '#server/demo/base/rows.ts'
import { linkAll } from '#server/people/identity/backfill.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { createRunner } from '#server/platform/jobs/runner.ts'
import { makePerson, testPlatform } from '#tests/support/api.ts'
import { requestAs } from '#tests/support/request.ts'
import { round } from './in-flight.ts'

const rows = Number(process.argv[2]) || 10_000
const former = Number(process.argv[3]) || 100_000
const saves = 500

/** Seconds, and those of the processor: the embedded database works in this process, and a busy machine shows in the first alone. */
async function measure(work: () => Promise<void>) {
  const began = performance.now()
  const usage = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(usage)
  return { seconds: round((performance.now() - began) / 1_000), cpu_seconds: round((user + system) / 1_000_000) }
}

export async function benchLeads() {
  const test = await testPlatform()
  const { database } = test.platform
  const ask = requestAs(createApp(test.platform), await makePerson(test.platform, [], 'Root', true))
  const importAll = (email: (at: number) => string) => async () => {
    const lines = Array.from({ length: rows }, (_, at) => `0812${String(10_000_000 + at)},Lead ${at},${email(at)}`)
    const form = new FormData()
    form.append('file', new File([['Phone,Name,Email', ...lines].join('\n')], 'leads.csv', { type: 'text/csv' }))
    form.append('duplicates', 'update')
    const begun = await ask('POST', `${leads.path}/import`, form)
    await createRunner(test.platform, [importJob]).idle()
    const { body } = await ask('GET', `${leads.path}/import/${begun.body.data?.ref}`)
    if (body.data?.created + body.data?.updated !== rows) throw new Error(JSON.stringify(body).slice(0, 500))
  }
  const send = async (method: string, path: string, body: unknown, mask: Readonly<Record<string, string>> = {}) => {
    const answer = await ask(method, path, body, mask)
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body))
    return String(answer.body.data.ref)
  }
  const refs: string[] = []
  const each = (work: (at: number) => Promise<unknown>) => async () => {
    for (let at = 0; at < saves; at++) await work(at)
  }
  try {
    return {
      rows,
      new_leads: await measure(importAll((at) => `lead${at}@surat.test`)),
      changed_leads: await measure(importAll((at) => `lain${at}@surat.test`)),
      saves,
      made: await measure(
        each(async (at) =>
          refs.push(await send('POST', leads.path, { name: `Baru ${at}`, phone: `62813${10_000_000 + at}`, status: 'new' })),
        ),
      ),
      note_changed: await measure(
        each((at) => send('PUT', `${leads.path}/${refs[at]}`, { notes: 'Suka pagi' }, { 'Update-Mask': 'notes' })),
      ),
      phone_changed: await measure(
        each((at) => send('PUT', `${leads.path}/${refs[at]}`, { phone: `62814${10_000_000 + at}` }, { 'Update-Mask': 'phone' })),
      ),
      leads_of_before: former,
      linked: await linkFormer(),
    }
  } finally {
    await test.close()
  }

  async function linkFormer() {
    const { rows: last } = await database.db.execute<{ id: string | number }>('select max(id) as id from leads')
    const from = Number(last[0]?.id ?? 0)
    const now = new Date().toISOString()
    const record = {
      version: 1,
      created_at: now,
      created_by: 'Ani',
      updated_at: now,
      updated_by: 'Ani',
      status: 'new',
      lead_sources: [],
      tags: [],
    }
    await insertRows(
      database.db,
      table,
      Array.from({ length: former }, (_, at) => ({
        ...record,
        ...{ id: from + 1 + at, ref: crypto.randomUUID(), name: `Lama ${at}`, phone: `62815${10_000_000 + Math.floor(at * 0.9)}` },
        ...{ email: at % 2 ? `lama${at}@surat.test` : null, search_text: `lama ${at} 62815${10_000_000 + at}` },
      })),
    )
    return measure(async () => {
      await database.transaction((tx) => enqueue(database, tx, linkAll, {}, { key: 'people' }))
      await createRunner(test.platform, [linkAll]).idle()
    })
  }
}

if (process.argv[1]?.endsWith('import-leads.ts')) console.log(JSON.stringify(await benchLeads(), null, 2))
