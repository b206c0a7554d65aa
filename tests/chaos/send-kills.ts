/**
 * Newsletters under SIGKILL of their senders: who got what is read from the mail server, and compared with what the database says
 * (docs/product/newsletters.md#groups).
 */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { asc, sql } from 'drizzle-orm'
import { isRecord } from '#contract/kit/field/guards.ts'
import { type Database, openDatabase } from '#server/db/open.ts'
import { newsletters, newsletterRecipients as recipients } from '#server/db/tables/newsletters.ts'
import { planNewsletter } from '#server/mail/newsletter/start.ts'
import { groupSize } from '#server/platform/mail/mail-rate.ts'
import { addManyMembers } from '#tests/support/many-members.ts'
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts'

export interface SendKillsOptions {
  /** A Postgres without data, which several processes share; null for an embedded one, which one has at a time. */
  url: string | null
  newsletters: number
  members: number
  kills: number
  senders: number
  /** Milliseconds in which the mail server has a mail and has not said so. */
  delayMs: number
  /** Bound of the whole run. */
  withinMs: number
}

export interface SendKillsResult {
  mails: number
  accepted: number
  /** Neither accepted nor called unknown. */
  lost: string[]
  /** Accepted more than once. */
  doubled: string[]
  /** By name, with whether the mail server had it. */
  unknown: { address: string; newsletter: number; hasArrived: boolean }[]
  /** Connections to the mail server of each process at its kill. */
  inFlight: number[]
  /** Called sent without being accepted. */
  invented: string[]
  /** Recipients by state differ from the counts of their newsletter. */
  miscounted: number[]
  seconds: number
}

interface Sender {
  name: string
  child: ChildProcess
  /** Claims of its life, and those of its slices now. */
  holders: Set<string>
  running: Set<string>
}

async function fill(database: Database, options: SendKillsOptions): Promise<void> {
  await addManyMembers(database.db, options.members)
  for (let count = 0; count < options.newsletters; count++)
    await database.transaction(async (tx) => {
      const values = {
        subject: `Kabar ${count}`,
        body: '<p>Isi</p>',
        segmentation: sql`'["all"]'::jsonb`,
        status: 'scheduled' as const,
        send_at: sql`now()`,
      }
      const [made] = await tx.insert(newsletters).values(values).returning()
      if (made) await planNewsletter(database, tx, made)
    })
}

/** Open once; the embedded database is a sender's while one runs. */
async function using<T>(open: () => Promise<Database>, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await open()
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

export async function runSendKills(options: SendKillsOptions): Promise<SendKillsResult> {
  const folder = await mkdtemp(join(tmpdir(), 'lapangan-kills-'))
  const sink = await startSmtpSink({ keepsRaw: false, delayMs: options.delayMs })
  const open = () => openDatabase(options.url ? { url: options.url } : { dataDir: folder })
  const senders: Sender[] = []
  try {
    await using(open, (database) => fill(database, options))
    return await run(options, { folder, sink, open, senders })
  } finally {
    for (const { child } of senders) child.kill('SIGKILL')
    await sink.close()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Stage {
  folder: string
  sink: SmtpSink
  open: () => Promise<Database>
  senders: Sender[]
}

async function run(options: SendKillsOptions, { folder, sink, open, senders }: Stage): Promise<SendKillsResult> {
  const began = performance.now()
  const total = options.newsletters * options.members
  const inFlight: number[] = []
  let started = 0

  async function start(): Promise<void> {
    started += 1
    const name = `sender-${started}`
    const env = {
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      DATA_DIR: folder,
      MAIL_URL: `${sink.url}?name=${name}`,
      MAIL_PER_MINUTE: '1000000',
      ...(options.url && { DATABASE_URL: options.url }),
    }
    const child = fork(resolve(import.meta.dirname, 'sender.ts'), {
      execArgv: ['--import', 'tsx'],
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const sender: Sender = { name, child, holders: new Set(), running: new Set() }
    child.on('message', (message) => {
      if (!isRecord(message)) return
      if (typeof message.ended === 'string') sender.running.delete(message.ended)
      if (typeof message.began !== 'string') return
      sender.holders.add(message.began)
      sender.running.add(message.began)
    })
    senders.push(sender)
    await new Promise<void>((isReady, reject) => {
      child.on('message', (message) => message === 'ready' && isReady())
      child.once('exit', (code, signal) => signal !== 'SIGKILL' && reject(new Error(`a sender ended with ${code ?? signal}`)))
    })
  }

  async function waitFor(isTrue: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await isTrue())) {
      if (performance.now() - began > options.withinMs)
        throw new Error(`not over after ${options.withinMs} ms: ${sink.mails.length} of ${total} accepted`)
      await pause(2)
    }
  }

  /** Kills whichever sends, at once; its claims are over as if their minute had passed. */
  async function kill(): Promise<void> {
    // Each of its slices has its ten connections: those that are being opened are not to be told apart.
    const isBusy = ({ name, running }: Sender) => running.size > 0 && sink.open(name) >= Math.min(groupSize * running.size, options.members)
    await waitFor(() => senders.some(isBusy))
    const victim = senders.find(isBusy)
    if (!victim) throw new Error('nobody sends')
    // The other one next time.
    senders.push(...senders.splice(0, 1))
    inFlight.push(sink.open(victim.name))
    const isGone = new Promise((gone) => victim.child.once('exit', gone))
    victim.child.kill('SIGKILL')
    await isGone
    senders.splice(senders.indexOf(victim), 1)
    if (options.url)
      await using(open, async ({ db }) => {
        for (const holder of victim.holders)
          await db.execute(
            sql`update jobs set lease_until = now() - interval '1 second' where holder = ${holder}::uuid and state = 'running'`,
          )
      })
    await start()
  }

  await Promise.all(Array.from({ length: options.senders }, start))
  for (let count = 1; count <= options.kills; count++) {
    // Not at the same place of a group each time.
    const next = Math.floor((total * count) / (options.kills + 1)) + ((count * 7) % 13)
    await waitFor(() => sink.mails.length >= next)
    await kill()
  }
  if (options.url) await using(open, ({ db }) => waitFor(async () => (await db.$count(newsletters, sql`status <> 'sent'`)) === 0))
  else {
    await waitFor(() => sink.mails.length >= total - 10 * options.kills && senders.every(({ name }) => sink.open(name) > 0))
    await settle(sink, waitFor)
  }
  for (const { child } of senders.splice(0)) {
    const isGone = new Promise((gone) => child.once('exit', gone))
    child.kill('SIGKILL')
    await isGone
  }
  const judged = await using(open, (database) => judge(database, sink))
  return { ...judged, mails: total, accepted: sink.mails.length, inFlight, seconds: Math.round((performance.now() - began) / 1_000) }
}

/** Nothing more arrives: nobody has said anything for two seconds. */
async function settle(sink: SmtpSink, waitFor: (isTrue: () => boolean) => Promise<void>): Promise<void> {
  let [seen, since] = [-1, performance.now()]
  await waitFor(() => {
    if (sink.mails.length !== seen) [seen, since] = [sink.mails.length, performance.now()]
    return performance.now() - since > 2_000
  })
}

async function judge({ db }: Database, sink: SmtpSink) {
  const accepted = new Map<number, number>()
  for (const { messageId } of sink.mails) {
    const id = Number(/^newsletter-(\d+)-/.exec(messageId)?.[1])
    accepted.set(id, (accepted.get(id) ?? 0) + 1)
  }
  const rows = await db
    .select({ id: recipients.id, newsletter: recipients.newsletter_id, address: recipients.address, state: recipients.state })
    .from(recipients)
    .orderBy(asc(recipients.id))
  const found = await db.select().from(newsletters)
  const timesOf = (id: number) => accepted.get(id) ?? 0
  const named = (chosen: readonly (typeof rows)[number][]) =>
    chosen.map(({ address, newsletter }) => `${address} of newsletter ${newsletter}`)
  const countOf = (newsletter: number, ...states: string[]) =>
    rows.filter((row) => row.newsletter === newsletter && states.includes(row.state)).length
  return {
    lost: named(rows.filter(({ id, state }) => state !== 'unknown' && timesOf(id) === 0)),
    doubled: named(rows.filter(({ id }) => timesOf(id) > 1)),
    invented: named(rows.filter(({ id, state }) => state === 'sent' && timesOf(id) === 0)),
    unknown: rows
      .filter(({ state }) => state === 'unknown')
      .map(({ id, newsletter, address }) => ({ address: address ?? '', newsletter, hasArrived: timesOf(id) > 0 })),
    miscounted: found
      .filter(
        ({ id, matched, sent, failed, unknown }) =>
          matched !== rows.filter((row) => row.newsletter === id).length ||
          sent !== countOf(id, 'sent') ||
          failed !== countOf(id, 'failed') ||
          unknown !== countOf(id, 'unknown'),
      )
      .map(({ id }) => id),
  }
}
