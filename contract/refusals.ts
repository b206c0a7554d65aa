/** Refusals of a call: derived from its shape, or of its own handler. OpenAPI declares them. */

import type { ErrorCode } from './kit/field/errors.ts'
import type { Fields } from './kit/field/field.ts'
import { isFile } from './kit/field/kind.ts'
import type { Call, CallAction } from './kit/section/call.ts'

const hasFile = (fields: Fields): boolean =>
  Object.values(fields).some(({ kind, fields: inner = {} }) => isFile(kind) || kind === 'files' || hasFile(inner))

const each = (names: string, ...codes: ErrorCode[]): Record<string, ErrorCode[]> =>
  Object.fromEntries(names.split(' ').map((name) => [name, codes]))

/** Refusals by handlers alone, by name of the call. */
export const ownRefusals: Readonly<Record<string, readonly ErrorCode[]>> = {
  'session.login': ['bad_credentials', 'forbidden', 'second_factor', 'rate_limited'],
  'session.login-setup': ['gone'],
  ...each('session.login-code session.login-confirm session.validate-reset session.reset', 'gone', 'rate_limited'),
  ...each('session.forget account.password account.second-factor-setup user.invite promotion-code.apply', 'rate_limited'),
  ...each('search.everywhere transaction.create transaction.resend uploads.piece changes.stream jobs.stream', 'rate_limited'),
  'account.second-factor-confirm': ['gone', 'rate_limited'],
  'account.second-factor-remove': ['forbidden', 'rate_limited'],
  'account.recovery-codes': ['not_found', 'rate_limited'],
  ...each(
    'member-app.home member-app.newsletters member-app.newsletter member-app.register-device member-app.forget-device',
    'rate_limited',
  ),
  ...each('member-app.seen member-app.click member-app.push-opened', 'not_found', 'rate_limited'),
  'push-notification.test': ['not_found', 'rate_limited'],
  ...each('simulator.token simulator.events simulator.pushes', 'forbidden', 'not_found'),
  ...each('jobs.cancel jobs.retry', 'forbidden'),
  'jobs.undo': ['forbidden', 'gone'],
  'videos.convert': ['rate_limited'],
  'utility.error-logs': ['forbidden', 'rate_limited'],
  'image-loader.show': ['not_found', 'rate_limited'],
  'newsletter.test': ['rate_limited'],
  'mail-events.receive': ['forbidden', 'too_large', 'rate_limited'],
  'whatsapp.verify': ['forbidden', 'rate_limited'],
  'whatsapp.receive': ['forbidden', 'too_large'],
  // Only in demos, on the same computer.
  ...each('simulator.people simulator.conversation simulator.media simulator.send simulator.read simulator.online', 'forbidden'),
  ...each('simulator.idle simulator.expire simulator.members simulator.questions simulator.question-media', 'forbidden'),
  'simulator.classes': ['forbidden'],
  'simulator.progress': ['forbidden', 'not_found'],
  ...each('simulator.inbox simulator.inbox-read simulator.ask simulator.rate', 'forbidden', 'not_found'),
  ...each('push.test promotion-code.switchBatch', 'not_found'),
  'tanya-saham-messages.create': ['not_found'],
  'chat-messages.create': ['window_closed', 'not_found'],
  'chat-messages.reaction': ['window_closed'],
  ...each('chat-broadcasts.preview chat-broadcasts.create', 'not_found'),
  'member.restore': ['gone'],
  ...each('leads.import-part leads.import-finish', 'gone'),
}

/** By access. */
function accessRefusals({ permission, member }: Call): ErrorCode[] {
  if (permission === 'public') return member ? ['unauthenticated'] : []
  return permission === 'signed-in' ? ['unauthenticated', 'wrong_owner'] : ['unauthenticated', 'wrong_owner', 'forbidden']
}

/** Refusals of path, query, headers and body, before handlers. */
function inputRefusals({ path, query, body, removal, encoding }: Call): ErrorCode[] {
  const takesBody = body !== undefined || encoding === 'bytes' || (removal !== undefined && removal.by !== 'path')
  return [
    'invalid',
    'malformed',
    ...(path.includes('{') ? (['not_found'] as const) : []),
    ...(takesBody || typeof query === 'object' ? (['too_large'] as const) : []),
    ...(takesBody ? (['unsupported_media'] as const) : []),
    ...(body && hasFile(body) ? (['not_staged'] as const) : []),
  ]
}

/** Actions with ids in the body. */
const namingActions: ReadonlySet<CallAction> = new Set(['switch', 'swap', 'bulkUpdate', 'restore', 'erase'])

/** Refusals of a change: by its key, a newer version, or records that depend on it. */
function changeRefusals({ name, kind, permission, path, action, removal, reply }: Call): ErrorCode[] {
  if (reply.of === 'lines') return ['not_attempted']
  if (kind !== 'mutation' || permission === 'public') return []
  const namesRecords = removal !== undefined || reply.of === 'removal' || namingActions.has(action ?? 'call')
  const isOfRecord = path.includes('{') || removal !== undefined || action === 'update'
  return [
    ...(namesRecords ? (['not_found'] as const) : []),
    ...(name.endsWith('.import-undo') ? (['gone'] as const) : []),
    ...(['in_progress', 'key_reused', 'cancelled'] as const),
    ...(isOfRecord ? (['stale'] as const) : []),
    ...(removal || action === 'erase' ? (['in_use'] as const) : []),
  ]
}

/** Returns the refusals of a call. */
export function refusalsOf(call: Call): readonly ErrorCode[] {
  const name = call.twinOf ?? call.name
  const own = Object.hasOwn(ownRefusals, name) ? ownRefusals[name] : undefined
  const all = [
    ...accessRefusals(call),
    ...inputRefusals(call),
    ...changeRefusals({ ...call, name }),
    ...(own ?? []),
    'internal',
    'unavailable',
  ] as const
  return [...new Set(all)]
}
