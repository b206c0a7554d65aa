/** Logs changes of users and roles to the security log: names of fields, no values. */
import { toText } from '#contract/kit/field/guards.ts'
import type { Announced } from '#server/crud/rules.ts'

export async function auditPeople(kind: 'user' | 'role', effects: readonly Announced[]): Promise<void> {
  for (const effect of effects) {
    const { platform, db, user, before, after, address = '', changes } = effect
    const subject = toText(after?.name ?? before?.name)
    const fields = before && after ? Object.keys(changes) : []
    if (before && after && !fields.length) continue
    const done = !before ? 'created' : after ? 'changed' : 'deleted'
    const detail = fields.length ? `${subject}: ${fields.join(', ')}` : subject
    await platform.securityLog.write(db, { event: `${kind}-${done}`, user: user.id, name: user.name, address, detail })
  }
}
