/**
 * Delivery queue: due messages are claimed in order, one per room at a time; the claim is committed before sending, so that no message is
 * silently sent twice after a crash (server/db/tables/chat.ts, deliveries).
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type SendError, sendErrorOf } from '#contract/chat/send-errors.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { pullBackHeld } from '../rooms/hold-broadcasts.ts'
import type { WhatsappNumber } from '../rooms/templates.ts'
import { type ChannelAdapter, channelOf, type Refusal } from './channel.ts'
import { confirm, type Delivery, fail, postpone, readDelivery, unknownReason } from './delivery.ts'

/** Rooms sent to concurrently. */
const concurrentRooms = 12
const lookEvery = 5_000
/** Longer than any send; older claims are of dead processes. */
const claimLasts = 300_000
const firstWait = 2_000
const maxWaitMs = 600_000
/** After the customer's 24 hours only templates would be accepted. */
const givenUpAfter = 86_400_000

export interface Deliverer {
  /** Sends due messages until none is left; resolves when they have ended. */
  drain(): Promise<void>
  /** Marks claims of dead processes as unknown. */
  settleDead(): Promise<void>
}

/** Returns ms to the next attempt: exponential backoff with jitter, or as the provider's error wants it. */
export function waitAfter(attempts: number, asked = 0, random = Math.random, error: SendError | null = null): number {
  const growth = error?.growth && error.growth ** Math.min(attempts, 20) * 1_000
  const step = Math.min(error?.maxWait ?? maxWaitMs, growth ?? firstWait * 2 ** Math.min(attempts - 1, 20))
  // Less than 4^n seconds would be refused once more.
  return Math.max(asked, growth ? step : Math.round(step * (0.5 + random() / 2)))
}

/** `adapterOf` differs in tests only. */
export function createDeliverer(
  platform: Platform,
  adapterOf: (platform: Platform, number: WhatsappNumber) => ChannelAdapter = channelOf,
): Deliverer {
  const { database, log } = platform
  const self = randomUUID()
  let working = 0

  /** Claims the first due message of each room. */
  async function claim(max: number): Promise<number[]> {
    const { rows } = await database.transaction((tx) =>
      tx.execute<{ message: number }>(sql`
        with next as (
          select message from deliveries as d
          where state = 'waiting' and due_at <= now() and not exists (
            select 1 from deliveries as e where e.room = d.room and e.message < d.message and e.state in ('waiting', 'claimed')
          )
          order by due_at, message limit ${max} for update of d skip locked
        )
        update deliveries set state = 'claimed', claimed_by = ${self}, claimed_at = now(), attempts = attempts + 1
        from next where deliveries.message = next.message
        returning deliveries.message`),
    )
    return rows.map(({ message }) => message)
  }

  async function settle(delivery: Delivery, refusal: Refusal): Promise<void> {
    const late = Date.now() - Date.parse(delivery.created_at) > givenUpAfter
    if (refusal.next !== 'retry' || late) return fail(platform, delivery, refusal)
    const wait = waitAfter(delivery.attempts, refusal.wait, Math.random, sendErrorOf(refusal.code ?? null))
    await postpone(platform, delivery, wait, refusal)
    await pullBackHeld(database, delivery.message)
    setTimeout(wake, wait + 50).unref()
  }

  async function send(message: number): Promise<void> {
    const delivery = await readDelivery(platform, message)
    if (!delivery) return
    const { number, outgoing, media, provider_id } = delivery
    // A state that came after it was queued again says that it went all the same.
    if (provider_id) return confirm(platform, delivery, { provider_id })
    if (!number.is_active) return settle(delivery, { reason: 'This number is switched off', next: 'give up' })
    if (delivery.isLate) return settle(delivery, { reason: 'The file of this message could not be read', next: 'retry' })
    const adapter = adapterOf(platform, number)
    const outcome = await adapter.send(number, outgoing, media)
    if (!('provider_id' in outcome)) {
      log.warn({ message, attempts: delivery.attempts, next: outcome.next }, 'a message was not sent')
      return settle(delivery, outcome)
    }
    await confirm(platform, delivery, outcome)
    await adapter.confirmed?.(number, outgoing.address, outcome.provider_id)
  }

  async function drain(): Promise<void> {
    if (platform.background.stopping || working >= concurrentRooms) return
    const claimed = await claim(concurrentRooms - working)
    working += claimed.length
    await Promise.all(
      claimed.map(async (message) => {
        // Claims left by a bug are finally shown as unknown, and never sent again.
        await send(message).catch((error: unknown) => log.error({ err: error, message }, 'a delivery failed'))
        working -= 1
        await drain()
      }),
    )
  }

  function wake(): void {
    platform.background.run(drain)
  }

  return {
    drain,
    async settleDead() {
      // The embedded database has one process: all other claims are dead.
      const old = sql`claimed_at < now() - make_interval(secs => ${claimLasts / 1000})`
      const dead = database.embedded ? sql`(claimed_by is distinct from ${self} or ${old})` : old
      const { rows } = await database.db.execute<{ message: number }>(
        sql`select message from deliveries where state = 'claimed' and ${dead} order by message`,
      )
      for (const { message } of rows) {
        const delivery = await readDelivery(platform, message)
        if (!delivery) continue
        if (delivery.provider_id) await confirm(platform, delivery, { provider_id: delivery.provider_id })
        else await fail(platform, delivery, { reason: unknownReason, next: 'unknown' })
      }
    },
  }
}

/** Runs from the start, woken by each stored message of any process, and by the clock. */
export async function startDeliveries(platform: Platform): Promise<void> {
  const deliverer = createDeliverer(platform)
  const look = async () => {
    await deliverer.settleDead()
    await deliverer.drain()
  }
  await platform.database.listen('deliveries', () => platform.background.run(deliverer.drain))
  setInterval(() => platform.background.run(look), lookEvery).unref()
  platform.background.run(look)
}
