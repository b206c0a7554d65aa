/** What holds in any order of runs, ends of processes, and what people and the mail server do (docs/product/newsletters.md#invariants). */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Outcome } from '#server/platform/mail/outcome.ts'
import { suppress } from '#server/platform/mail/suppressions.ts'
import { makeNewsletterWorld, type NewsletterWorld, newsletterPath } from '#tests/support/newsletters.ts'
import { storeMailEvents } from '../mail-events.ts'
import { countOpened } from './opens.ts'

let world: NewsletterWorld
beforeAll(async () => {
  world = await makeNewsletterWorld()
})
afterAll(() => world.close())

const size = 7

/** Of a mail at the server. `dies`: the process does, before or after the server has it; it may only have been frozen. */
type Answer = 'accepted' | 'gone' | 'refused' | 'full' | 'down' | 'lost' | 'silent' | 'dies early' | 'dies late'
type Step =
  | { is: 'run'; answers: Answer[] }
  | { is: 'later' | 'thaw' | 'hold' | 'resume' | 'stop' }
  | { is: 'leave' | 'open' | 'told'; at: number; kind: number }

const outcomes: Readonly<Record<Exclude<Answer, 'dies early' | 'dies late'>, Outcome>> = {
  accepted: { is: 'accepted', response: '250' },
  gone: { is: 'refused', fault: 'address', isTemporary: false, response: '550 5.1.1' },
  refused: { is: 'refused', fault: 'other', isTemporary: false, response: '554' },
  full: { is: 'refused', fault: 'other', isTemporary: true, response: '452' },
  down: { is: 'server_fault', response: '421' },
  lost: { is: 'unknown', response: 'closed' },
  silent: { is: 'unknown', response: 'timeout' },
}
const takes: readonly Answer[] = ['accepted', 'silent', 'dies late']

const answers = fc.array(
  fc.constantFrom<Answer[]>('accepted', 'accepted', 'gone', 'refused', 'full', 'down', 'lost', 'silent', 'dies early', 'dies late'),
  {
    maxLength: 12,
  },
)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: answers.map((given): Step => ({ is: 'run', answers: given })) },
  { weight: 4, arbitrary: fc.constant<Step>({ is: 'later' }) },
  { weight: 4, arbitrary: fc.constantFrom<Step[]>({ is: 'thaw' }, { is: 'hold' }, { is: 'resume' }, { is: 'resume' }, { is: 'stop' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constantFrom('leave' as const, 'open' as const, 'told' as const),
      at: fc.nat(size - 1),
      kind: fc.nat(2),
    }),
  },
)

/** A mail server, and the processes that send to it. */
function makeStage() {
  const accepted = new Map<string, number>()
  const suppressed = new Set<string>()
  const wrong: string[] = []
  const frozen: (() => Promise<void>)[] = []

  /** Runs a process until nothing is due, or until it dies. */
  async function run(given: readonly Answer[]): Promise<void> {
    const left = [...given]
    const hanging: (() => void)[] = []
    let isDead = false
    let die: () => void = () => undefined
    const died = new Promise<void>((resolve) => {
      die = resolve
    })
    const deliver = async ({ to }: { to: string }): Promise<Outcome> => {
      if (suppressed.has(to)) wrong.push(`${to} was claimed though suppressed`)
      const answer = isDead ? 'dies early' : (left.shift() ?? 'accepted')
      if (takes.includes(answer)) accepted.set(to, (accepted.get(to) ?? 0) + 1)
      if (answer !== 'dies early' && answer !== 'dies late') return outcomes[answer]
      isDead = true
      die()
      return new Promise((resolve) => hanging.push(() => resolve(outcomes[answer === 'dies late' ? 'accepted' : 'down'])))
    }
    const idle = world.another({ mail: { ...world.platform.mail, deliver } }).idle()
    frozen.push(() => {
      left.length = 0
      isDead = false
      for (const resume of hanging.splice(0)) resume()
      return idle
    })
    await Promise.race([idle, died])
  }

  return {
    ...{ accepted, suppressed, wrong, run },
    /** Processes that were taken for dead go on; what they write is refused if another has taken over. */
    async thaw() {
      for (const resume of frozen.splice(0)) await resume()
    },
  }
}

type Stage = ReturnType<typeof makeStage>

async function expectInvariants(id: number, { accepted, wrong }: Stage): Promise<void> {
  const row = await world.read(id)
  const rows = await world.recipients(id)
  const of = (...states: string[]) => rows.filter(({ state }) => states.includes(state)).length
  expect(wrong).toEqual([])
  expect(row.matched).toBe(rows.length)
  const { sent, failed, unknown, suppressed, stopped, skipped, queued } = row
  expect({ sent, failed, unknown, suppressed, stopped, skipped, queued }).toEqual({
    ...{ sent: of('sent'), failed: of('failed'), unknown: of('unknown'), suppressed: of('suppressed'), stopped: of('stopped') },
    ...{ skipped: of('skipped'), queued: of('queued', 'sending') },
  })
  expect(row.status === 'sent').toBe(rows.length > 0 && queued === 0)
  expect(row.opened).toBeLessThanOrEqual(accepted.size)
  for (const [address, times] of accepted) expect([address, times]).toEqual([address, 1])
  for (const { state, address } of rows) if (state === 'sent') expect(accepted.has(address ?? '')).toBe(true)
}

async function act(id: number, stage: Stage, next: Step): Promise<void> {
  const rows = await world.recipients(id)
  if (next.is === 'run') return stage.run(next.answers)
  if (next.is === 'later') return world.later()
  if (next.is === 'thaw') return stage.thaw()
  if (!('at' in next)) return void (await world.ask('PUT', `${newsletterPath}/${id}/${next.is}`, {}))
  const row = rows[next.at]
  if (!row?.address) return
  if (next.is === 'leave') {
    stage.suppressed.add(row.address)
    return suppress(world.db, row.address, 'unsubscribed')
  }
  const has = stage.accepted.has(row.address)
  const now = Date.now()
  if (next.is === 'open' && has)
    await world.db.transaction((tx) =>
      countOpened(tx, [{ id: row.id, person: next.kind > 0 ? now : null, machine: next.kind < 2 ? now : null }], now),
    )
  // Nobody tells of a mail that they never had, but that it came back.
  const kind = has ? (['delivered', 'bounced', 'complained'] as const)[next.kind] : 'bounced'
  if (next.is !== 'told' || !kind || (!has && row.state !== 'unknown')) return
  if (kind !== 'delivered') stage.suppressed.add(row.address)
  await world.db.transaction((tx) => storeMailEvents(tx, [{ recipient: row.id, address: null, kind }]))
}

it('recipients sum up, nobody gets it twice, and who is said to have it has it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      await world.empty()
      const stage = makeStage()
      await world.join(...Array.from({ length: size }, (_, at) => `m${at}@mail.test`))
      const { id } = await world.create()
      await stage.run(['down'])
      for (const each of steps) {
        await act(id, stage, each)
        await expectInvariants(id, stage)
      }
      // Whatever happened, it ends.
      await stage.thaw()
      for (let times = 0; times < 8 && (await world.read(id)).status !== 'sent'; times++) {
        await world.ask('PUT', `${newsletterPath}/${id}/resume`, {})
        await world.later()
        await stage.run([])
        await expectInvariants(id, stage)
      }
      expect((await world.read(id)).status).toBe('sent')
    }),
    { numRuns: 20, endOnFailure: true },
  )
}, 600_000)
