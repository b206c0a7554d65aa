/** Tells the security log what was done to users and roles: whose, and which fields; never the values. */
import type { Effect } from '#server/crud/rules.ts'

/** Fields that nobody chose. */
const own = new Set(['id', 'ref', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by', 'last_seen', 'users', 'is_root'])

function changedFields({ before, after, input }: Effect): string[] {
  const names = Object.keys(after ?? {}).filter((name) => !own.has(name))
  const changed = names.filter((name) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after?.[name] ?? null))
  return typeof input.password === 'string' ? [...changed, 'password'] : changed
}

export async function auditPeople(kind: 'user' | 'role', effects: readonly Effect[]): Promise<void> {
  for (const effect of effects) {
    const { platform, db, user, before, after, address = '' } = effect
    const subject = String(after?.name ?? before?.name ?? '')
    const fields = before && after ? changedFields(effect) : []
    if (before && after && !fields.length) continue
    const done = !before ? 'created' : after ? 'changed' : 'deleted'
    const detail = fields.length ? `${subject}: ${fields.join(', ')}` : subject
    await platform.securityLog.write(db, { event: `${kind}-${done}`, user: user.id, name: user.name, address, detail })
  }
}
