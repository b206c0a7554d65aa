/** Alerts those who may set up WhatsApp to a state that needs somebody: a job of its transaction, so never too early, and never lost. */
import { eq } from 'drizzle-orm'
import { openAlert } from '#contract/chat/channel-alerts.ts'
import type { Database, Db } from '#server/db/database.ts'
import type { JobInput } from '#server/db/tables/jobs.ts'
import { channelStates } from '#server/db/tables/webhook.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { jobKind } from '#server/platform/jobs/kind.ts'
import { alertChannel } from '#server/push/alert.ts'
import { alertWords } from './alert-words.ts'
import { ownerName } from './state-owner.ts'

interface StateInput extends JobInput {
  state: number
  /** ISO 8601; a later one has a job of its own. */
  at: string
}

/** Its ref names the alert, so that an attempt more is no alert more. */
export const stateAlertJob = jobKind<StateInput>('whatsapp-alert', 'quick', async (run) => {
  const { platform, input, ref } = run
  const { db } = platform.database
  const [found] = await db.select({ state: channelStates, name: ownerName }).from(channelStates).where(eq(channelStates.id, input.state))
  const alert = found && Date.parse(found.state.at) === Date.parse(input.at) ? openAlert(found.state, Date.now()) : null
  if (found && alert)
    await alertChannel(platform, {
      ref,
      title: found.name ? `WhatsApp · ${found.name}` : 'WhatsApp',
      textIn(language) {
        const { said, todo } = alertWords(alert, found.state, language)
        return `${said} ${todo}`
      },
    })
  await run.commit(async () => ({ finished: true }))
  return 'done'
})

/** Called in the transaction that stores the state. */
export async function alertState(database: Database, tx: Db, state: number, at: string): Promise<void> {
  await enqueue(database, tx, stateAlertJob, { state, at }, { key: `${state}-${at}` })
}
