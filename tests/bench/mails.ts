/**
 * A newsletter to many: `npx tsx tests/bench/mails.ts [members]`, 100,000 without, on the embedded database, or on the Postgres of
 * TEST_DATABASE_URL. Mails go to a local SMTP server in a process of its own, and other calls are made meanwhile. Ends with 1 where the
 * snapshot takes over 5 s, fewer than 6,000 mails leave in a minute, other calls' 99th percentile is over 100 ms, or memory grows by more
 * than 150 MB.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { isRecord } from '#contract/kit/field/guards.ts'
import { createApp } from '#server/app.ts'
import { mailArea } from '#server/mail/area.ts'
import { startJobs } from '#server/platform/jobs/start.ts'
import { makePerson, testPlatform } from '#tests/support/api.ts'
import { addManyMembers } from '#tests/support/many-members.ts'
import { requestAs } from '#tests/support/request.ts'
import { startSmtpSink } from '#tests/support/smtp-sink.ts'

const path = '/crm/in/v1/newsletter'

/** The mail server, in the other process. */
if (process.argv[2] === 'sink') {
  const sink = await startSmtpSink({ keepsRaw: false })
  process.send?.({ url: sink.url })
  process.on('message', () => process.send?.({ accepted: sink.mails.length, recipients: new Set(sink.mails.map(({ to }) => to)).size }))
} else process.exit((await bench(Number(process.argv[2] ?? 100_000))) ? 0 : 1)

function ask(child: ChildProcess, question?: string): Promise<Record<string, unknown>> {
  const answer = new Promise<Record<string, unknown>>((resolve) =>
    child.once('message', (message) => resolve(isRecord(message) ? message : {})),
  )
  if (question) child.send(question)
  return answer
}

async function bench(count: number): Promise<boolean> {
  let isFine = false
  const child = fork(import.meta.filename, ['sink'], { execArgv: ['--import', 'tsx'] })
  const { url } = await ask(child)
  const test = await testPlatform({ MAIL_URL: String(url), MAIL_PER_MINUTE: '1000000' })
  try {
    const { platform } = test
    const rights = ['get', 'create', 'update'].map((action) => `${action} promotion`)
    const call = requestAs(createApp(platform), await makePerson(platform, [...rights, 'get member']))
    await addManyMembers(platform.database.db, count)
    const before = process.memoryUsage().rss
    const created = await call('POST', path, {
      subject: 'Kabar',
      body: `<p>${'Isi yang panjang. '.repeat(200)}</p>`,
      segmentation: ['all'],
      status: 'scheduled',
    })
    const id: number = created.body.data.id
    const took: number[] = []
    let [memory, snapshotMs, isOver] = [before, 0, false]
    const began = performance.now()
    let sendingSince = began
    await startJobs(platform, mailArea.jobs?.(platform.settings) ?? [], [])
    const paths = [
      `${path}/${id}`,
      '/crm/in/v1/newsletter?page=1&size=20',
      '/member/in/v1/members?page=1&size=20',
      `${path}/${id}/recipients?page=1&size=20`,
    ]
    for (let at = 0; !isOver; at++) {
      const asked = performance.now()
      const { body } = await call('GET', paths[at % paths.length] ?? path)
      took.push(performance.now() - asked)
      memory = Math.max(memory, process.memoryUsage().rss)
      if (at % paths.length === 0) {
        if (snapshotMs === 0 && body.data.matched > 0) {
          sendingSince = performance.now()
          snapshotMs = Math.round((Date.parse(body.data.started_at) ? sendingSince : began) - began)
        }
        isOver = body.data.status === 'sent'
        if (at % 400 === 0) console.log(`${Math.round((performance.now() - began) / 1_000)} s: ${body.data.sent} sent`)
      }
      await pause(20)
    }
    const minutes = (performance.now() - sendingSince) / 60_000
    const { accepted, recipients } = await ask(child, 'count')
    took.sort((a, b) => a - b)
    const at = (part: number) => Math.round(took[Math.min(took.length - 1, Math.floor(took.length * part))] ?? 0)
    const result = {
      members: count,
      accepted,
      recipients,
      snapshotMs,
      perMinute: Math.round(count / minutes),
      calls: took.length,
      p50: at(0.5),
      p99: at(0.99),
      max: at(1),
      memoryMb: Math.round((memory - before) / 1_000_000),
    }
    console.log(JSON.stringify(result))
    const isRight =
      accepted === count &&
      recipients === count &&
      snapshotMs <= 5_000 &&
      result.perMinute >= 6_000 &&
      result.p99 <= 100 &&
      result.memoryMb <= 150
    isFine = isRight
  } finally {
    await test.close()
    child.kill()
  }
  return isFine
}
