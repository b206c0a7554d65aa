/**
 * One push notification under `kill -9` of the processes that send it: every phone shows it once. The phones are those of a push service that
 * remembers what it took; apps drop a message whose ref they have.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { pushNotification } from '#contract/sections/promotion/push-notification.ts'
import { type Database, openDatabase } from '#server/db/open.ts'
import { pushNotifications } from '#server/db/tables/push.ts'
import { pushSending } from '#server/member-app/send-push.ts'
import { createPlatform } from '#server/platform/create.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { makePerson } from '#tests/support/api.ts'
import { type FcmSink, startFcmSink } from '#tests/support/fcm-sink.ts'
import { freePort } from '#tests/support/ports.ts'
import { startServer } from '#tests/support/server.ts'
import type { ServerOptions } from '#tests/support/server-process.ts'

export interface PushKillsReport {
  pushes: number
  kills: number
  /** Phones that show nothing, and those that show it twice. */
  lost: number
  doubled: number
  /** Messages that a phone had already, and dropped. */
  repeated: number
  /** Of the database: reached members, and the status. */
  counted: number
  status: string
  /** From the first to the last message, with the restarts. */
  seconds: number
}

interface Options {
  pushes: number
  kills: number
  /** Of a Postgres; without one a process on the embedded database. */
  url?: string | undefined
  /** Processes on the Postgres. */
  processes?: number
  /** Whole servers by default; 'sender': one process on the embedded database that does nothing else, which starts within seconds. */
  by?: 'server' | 'sender'
  /** Milliseconds. */
  within?: number
}

/** Members with a phone each, and a push to all of them whose sending begins with the first process. */
async function seed(database: Database, pushes: number): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.execute(sql`
      insert into members (ref, name, phone) select gen_random_uuid(), 'Anggota ' || n, (628100000000 + n)::text from generate_series(1, ${pushes}::int) as n`)
    await tx.execute(sql`
      insert into member_devices (member_id, token, platform) select id, 'phone-' || id, 'android' from members order by id`)
    const values = { title: 'Kabar', message: 'Isi', segmentation: ['all'], send_at: sql`now()`, quiet_hours: false }
    const [push] = await tx.insert(pushNotifications).values(values).returning({ id: pushNotifications.id, ref: pushNotifications.ref })
    if (!push) throw new Error('the push was not stored')
    await enqueue(database, tx, pushSending, { push: push.id }, { key: push.ref })
  })
}

/** Resolves once so many messages were taken, or the push has ended. */
async function reached(sink: FcmSink, count: number, isOver: () => boolean): Promise<void> {
  while (sink.sent.length < count) {
    if (isOver()) throw new Error(`${sink.sent.length} of ${count} messages were sent in time`)
    await pause(20)
  }
}

/** Of the seed and of every process, so that one token holds for all. */
const shared = { SECRET_KEY: 'a secret key of thirty-two characters' }

export async function runPushKills({
  pushes,
  kills,
  url,
  processes = url ? 2 : 1,
  by = 'server',
  within = 1_800_000,
}: Options): Promise<PushKillsReport> {
  const folder = await mkdtemp(join(tmpdir(), 'lapangan-pushes-'))
  const newDataDir = () => mkdtemp(join(folder, 'process-'))
  const first = await newDataDir()
  const sink = await startFcmSink()
  const servers: Killable[] = []
  let open: Database | null = await openDatabase(url ? { url } : { dataDir: first })
  try {
    const platform = await createPlatform(readSettings({ ...shared, NODE_ENV: 'test', DATA_DIR: first, LOG_LEVEL: 'silent' }), open)
    const { token } = await makePerson(platform, ['get promotion'])
    await seed(open, pushes)
    // The embedded database has one process.
    if (!url) {
      await open.close()
      open = null
    }
    const env = {
      ...{ ...shared, DEMO: 'false', LOG_LEVEL: 'warn', FCM_SERVICE_ACCOUNT_KEY: sink.key, PUSH_PER_MINUTE: '600000' },
      ...(url && { DATABASE_URL: url }),
    }
    // Some are taken without an answer: nobody knows of them, and they are sent again.
    let taken = 0
    sink.answer = () => (url && ++taken % 997 === 0 ? { status: 200, cut: true } : { status: 200 })
    const began = performance.now()
    const isOver = () => performance.now() - began > within
    for (let at = 0; at < processes; at++) {
      const dataDir = at === 0 ? first : await newDataDir()
      if (by === 'sender') servers.push(await startSender({ ...env, DATA_DIR: dataDir, NODE_ENV: 'test' }))
      else servers.push(await startWhole(token, { readyWithin: 240_000, port: await freePort(), dataDir, env }))
    }
    for (let kill = 1; kill <= kills; kill++) {
      await reached(sink, Math.floor((pushes * kill) / (kills + 1)), isOver)
      await servers[kill % processes]?.killAndRestart()
      // A claim ends a minute after its holder died, and one that still lives is lost as well: its writes are fenced.
      await open?.db.execute(sql`update jobs set lease_until = now() where state = 'running'`)
    }
    const row = await ended(servers, isOver)
    const seconds = (performance.now() - began) / 1_000
    const shown = Array.from({ length: pushes }, (_, at) => sink.shown.get(`phone-${at + 1}`)?.size ?? 0)
    return {
      ...{ pushes, kills, seconds, status: row.status, counted: row.sent_count },
      lost: shown.filter((count) => count === 0).length,
      doubled: shown.filter((count) => count > 1).length,
      repeated: sink.sent.length - shown.filter((count) => count > 0).length,
    }
  } finally {
    for (const each of servers) await each.dispose()
    await open?.close()
    await sink.close()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Listed {
  status: string
  sent_count: number
}

/** What sends, and may be killed. */
interface Killable {
  killAndRestart(): Promise<void>
  dispose(): Promise<void>
  /** The push as the process knows it; null before it has said so. */
  read(): Promise<Listed | null>
}

/** Tells of the push as the console lists it. */
async function startWhole(token: string, options: ServerOptions): Promise<Killable> {
  const server = await startServer(options)
  return {
    killAndRestart: () => server.killAndRestart(),
    dispose: () => server.dispose(),
    async read() {
      const answer = await fetch(server.url + pushNotification.path, { headers: { authorization: `Bearer ${token}` } })
      const { data }: { data: Listed[] } = await answer.json()
      return data[0] ?? null
    },
  }
}

async function startSender(env: Readonly<Record<string, string>>): Promise<Killable> {
  let known: Listed | null = null
  const start = async (): Promise<ChildProcess> => {
    const made = fork(resolve(import.meta.dirname, 'push-sender.ts'), { execArgv: ['--import', 'tsx'], env: { ...process.env, ...env } })
    made.on('message', (message) => {
      if (isRecord(message)) known = { status: toText(message.status), sent_count: Number(message.sent_count) }
    })
    await new Promise<void>((isReady, reject) => {
      made.on('message', (message) => message === 'ready' && isReady())
      made.once('exit', (code) => reject(new Error(`a sender ended with ${code}`)))
    })
    return made
  }
  let child = await start()
  async function kill(): Promise<void> {
    const isGone = new Promise((gone) => child.once('exit', gone))
    child.kill('SIGKILL')
    await isGone
  }
  return {
    async killAndRestart() {
      await kill()
      child = await start()
    },
    dispose: kill,
    read: async () => known,
  }
}

/** The push once it has ended. */
async function ended([first]: readonly Killable[], isOver: () => boolean): Promise<Listed> {
  for (;;) {
    const row = await first?.read()
    if (row && row.status !== 'scheduled') return row
    if (isOver()) throw new Error(`the push has not ended: ${JSON.stringify(row)}`)
    await pause(100)
  }
}
