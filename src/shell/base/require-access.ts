/** Guards of routes, for `beforeLoad` (docs/product/access.md#permissions). */
import { redirect } from '@tanstack/react-router'
import { getConfig } from '#console/data/api/config.ts'
import { sessionStore } from '#console/data/api/session.ts'
import { type Access, type Action, passes } from '#contract/kit/field/permission.ts'
import { type Area, opens } from '#contract/nav.ts'
import { rememberPath } from './last-path.ts'
import { areas, nav } from './nav.ts'

/** Resolves when the login check is over. */
export function sessionKnown(): Promise<void> {
  if (sessionStore.get().status !== 'checking') return Promise.resolve()
  return new Promise((resolve) => {
    const stop = sessionStore.subscribe(() => {
      if (sessionStore.get().status === 'checking') return
      stop()
      resolve()
    })
  })
}

/** Everybody with a role; others go to sign in and come back here. */
export async function requireSession(href: string): Promise<Access> {
  await sessionKnown()
  const { session, ended } = sessionStore.get()
  if (session && session.roles.length > 0) return session
  if (ended !== 'signed-out') rememberPath(href)
  throw redirect({ to: '/login' })
}

/** Whether an area exists in this installation: back-office mode and authentication decide, not the person. */
export function isThere({ hiddenInBackOffice, needsAuth }: Area): boolean {
  const { backOffice, auth } = getConfig()
  return !(backOffice && hiddenInBackOffice) && !(needsAuth && !auth)
}

/**
 * Lets those pass who may do `action` in the section `name`; the others see the restriction page with the path they
 * tried. An unknown name passes: that there is no such page is not this guard's to say.
 */
export async function requireAccess(name: string, action: Action | 'none', href: string): Promise<void> {
  const access = await requireSession(href)
  const area = areas.find((each) => each.name === name)
  if (!area) return
  const may = opens(area, access) && passes(area.gate && { ...area.gate, action }, access)
  if (!may || !isThere(area)) throw redirect({ to: '/restriction-page', search: { path: href } })
}

/** Where '/' leads: the dashboard, and for a guest the first place that is open to them; null when none is. */
export function startPath(access: Access): string | null {
  const open = nav.filter((item) => isThere(item) && opens(item, access))
  return (open.find((item) => item.name === 'dashboard') ?? open[0])?.path ?? null
}

/** Sends on from '/': to sign in, to where this person begins, or to the restriction page when nothing is open to them. */
export async function requireStart(): Promise<void> {
  const path = startPath(await requireSession('/'))
  throw path === null ? redirect({ to: '/restriction-page', replace: true }) : redirect({ href: path, replace: true })
}

/** Screens for guests only: who is signed in goes on to where they were. Without a role one may only sign in as somebody else. */
export async function requireGuest(): Promise<void> {
  await sessionKnown()
  if (sessionStore.get().session?.roles.length) throw redirect({ to: '/' })
}
