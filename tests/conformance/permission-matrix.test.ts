/** Every operation by every demo account, without and with a forged token: access is as in the contract. */
import { beforeAll, expect, it } from 'vitest'
import { errorLog } from '#contract/error-logs.ts'
import { type Call, pathParams } from '#contract/kit/section/call.ts'
import type { Session } from '#contract/session.ts'
import { mountedCalls } from '#server/platform/http/mount.ts'
import { type Account, accounts } from '#tests/support/accounts.ts'
import { send, signIn } from './caller.ts'
import { unfitProblem } from './fits.ts'
import { makeWorld, type World } from './world.ts'

/** One account per role: the second salesperson equals the first. */
const names = Object.keys(accounts).filter((name): name is Account => Object.hasOwn(accounts, name) && name !== 'sales2')
const sessions = new Map<Account, Session>()
let world: World
let calls: readonly Call[] = []

beforeAll(async () => {
  world = await makeWorld()
  calls = mountedCalls(world.app)
  for (const name of names) sessions.set(name, await signIn(world.app, name))
  return () => world.close()
})

/** Of no record, so a permitted call changes nothing. */
const nothing = '0198c5a2-7e10-7cc3-9d3e-1f3c7a5b9e10'

function ask(call: Call, token: string | undefined): Promise<Response> {
  const params = Object.fromEntries(pathParams(call.path).map((name) => [name, name === 'sha256' ? 'a'.repeat(64) : nothing]))
  return send(world.app, call, { params, ids: [nothing], body: call.body && {}, token })
}

function maySend({ permission }: Call, { permissions }: Session): boolean {
  if (permission === 'signed-in' || permission === 'public') return true
  return [permission].flat().some((needed) => permissions.includes(needed))
}

function forged(token: string): string[] {
  const [head = '', body = '', signature = ''] = token.split('.')
  const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  const other = Buffer.from(JSON.stringify({ ...claims, sub: nothing })).toString('base64url')
  return [`${head}.${body}.${[...signature].reverse().join('')}`, `${none}.${body}.`, `${head}.${other}.${signature}`]
}

/** Calls without a permission. An entry here is open to strangers, or to everybody who signs in. */
const open = {
  public: [
    ...['session.login', 'session.login-code', 'session.login-setup', 'session.login-confirm'],
    ...['session.forget', 'session.validate-reset', 'session.reset', 'utility.error-logs', 'whatsapp.verify', 'whatsapp.receive'],
    // Signed by the provider of mail.
    'mail-events.receive',
    ...['simulator.people', 'simulator.conversation', 'simulator.media', 'simulator.send', 'simulator.read', 'simulator.idle'],
    ...['simulator.expire', 'simulator.online', 'sync.probe'],
    ...['simulator.members', 'simulator.inbox', 'simulator.inbox-read'],
    ...['simulator.classes', 'simulator.progress', 'simulator.token', 'simulator.events', 'simulator.pushes'],
    // Of members' apps, some with a token of the member.
    ...['member-app.home', 'member-app.seen', 'member-app.click', 'member-app.register-device', 'member-app.forget-device'],
    ...['member-app.newsletters', 'member-app.newsletter', 'member-app.push-opened'],
    ...['simulator.questions', 'simulator.ask', 'simulator.rate', 'simulator.question-media'],
  ],
  'signed-in': [
    ...['session.me', 'session.logout', 'account.password', 'account.security', 'account.second-factor-setup'],
    ...['account.second-factor-confirm', 'account.recovery-codes', 'account.second-factor-remove', 'account.sessions'],
    ...['account.session-end', 'account.sessions-end', 'account.who-invites', 'sync.cancel', 'sync.changes', 'sync.replay'],
    ...['uploads.state', 'uploads.piece', 'quick-panel.data', 'search.everywhere', 'push.key', 'push.unsubscribe', 'image-loader.show'],
    // Own jobs only.
    ...['jobs.list', 'jobs.stream', 'jobs.cancel', 'jobs.retry', 'jobs.undo', 'jobs.result'],
    // Names of readable sections.
    'changes.stream',
  ],
} as const

it.each(['public', 'signed-in'] as const)('a call is %s without a permission only where it is listed', (permission) => {
  expect(calls.flatMap((call) => (call.permission === permission ? [call.name] : [])).sort()).toEqual([...open[permission]].sort())
})

it('the API refuses a missing or forged token', async () => {
  const wrong: string[] = []
  const tokens = [undefined, ...forged(world.root)]
  const closed = calls.filter(({ permission }) => permission !== 'public')
  expect(closed.length).toBeGreaterThan(80)
  for (const call of closed)
    for (const token of tokens)
      wrong.push(
        ...(await unfitProblem(await ask(call, token), [401])).map((what) => `${call.name} ${token ? 'forged' : 'no token'}: ${what}`),
      )
  expect(wrong).toEqual([])
})

it.each(names)('the API permits %s exactly what their permissions say', async (name) => {
  const session = sessions.get(name)
  if (!session) throw new Error(`${name} is not signed in`)
  const wrong: string[] = []
  for (const call of calls.filter(({ permission }) => permission !== 'public')) {
    // A session of its own, because some calls end it.
    const response = await ask(call, await world.platform.tokens.issue(session.user))
    if (!maySend(call, session)) wrong.push(...(await unfitProblem(response, [403])).map((what) => `${call.name}: ${what}`))
    else if ([401, 403].includes(response.status) || response.status >= 500)
      wrong.push(`${call.name}: ${response.status} ${await response.text()}`)
    else await response.body?.cancel()
  }
  expect(wrong).toEqual([])
})

it('a public call requires no session', async () => {
  // The error log takes the console's token in a header of its own.
  const isOpen = ({ permission, member, name }: Call) => permission === 'public' && member !== 'required' && name !== errorLog.name
  const asked = calls.filter(isOpen)
  const wrong: string[] = []
  for (const call of asked) {
    const response = await ask(call, undefined)
    if (response.status === 401) wrong.push(`${call.name}: ${response.status}`)
    await response.body?.cancel()
  }
  expect(asked.length).toBeGreaterThan(3)
  expect(wrong).toEqual([])
})

it('a call of a member refuses a missing or forged token, and those of the console', async () => {
  const wrong: string[] = []
  const asked = calls.filter(({ member }) => member === 'required')
  expect(asked.length).toBeGreaterThan(2)
  for (const call of asked)
    for (const token of [undefined, world.root, ...forged(world.root)])
      wrong.push(...(await unfitProblem(await ask(call, token), [401])).map((what) => `${call.name}: ${what}`))
  expect(wrong).toEqual([])
})
