/** Starts what the first row does not need. */

import { endIfExpired, sessionStore } from '../api/session.ts'
import { idle, markFirstRow } from '../base/deferred.ts'
import { queryClient } from '../query/query-client.ts'
import { painted, until } from '../query/until.ts'

const expiryCheck = 60_000

/** A page that is drawn may have no list, such as a report or one that does not exist. */
function isSettled(): boolean {
  if (sessionStore.get().status !== 'signed-in') return true
  const lists = queryClient.getQueryCache().findAll({ queryKey: ['list'] })
  return lists.length ? lists.some((query) => query.state.data !== undefined) : !document.querySelector('[data-skeleton]')
}

/** Starts services once the first screen is drawn and its list, if any, has rows. Called once at start. */
export async function startBackground(drawn: Promise<void>): Promise<void> {
  setInterval(endIfExpired, expiryCheck)
  await drawn
  // Its code may come later than its address.
  await painted()
  await until(isSettled)
  await painted()
  // The snapshot of the last visit, shown by boot.js.
  document.getElementById('last-frame')?.remove()
  await idle()
  markFirstRow()
  document.documentElement.dataset.typeface = ''
  await import('./services.ts').then(({ startServices }) => startServices()).catch(() => undefined)
}
