/** Guards of routes, for `beforeLoad` (docs/product/access.md#permissions). */
import { redirect } from '@tanstack/react-router'
import { getConfig } from '#console/data/api/config.ts'
import { sessionStore } from '#console/data/api/session.ts'
import { type Access, type Action, holds, type Permission, passes } from '#contract/kit/field/permission.ts'
import { type Area, opens } from '#contract/nav.ts'
import { rememberPath } from './last-path.ts'
import { areas, nav } from './nav.ts'

/** Resolves after the login check. */
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

/** Passes everybody with a role; others sign in and return. */
export async function requireSession(href: string): Promise<Access> {
  await sessionKnown()
  const { session, ended } = sessionStore.get()
  if (session && session.roles.length > 0) return session
  if (ended !== 'signed-out') rememberPath(href)
  throw redirect({ to: '/login' })
}

/** Whether an area exists in this installation, by back-office mode and authentication. */
export function isThere({ hiddenInBackOffice, needsAuth }: Area): boolean {
  const { backOffice, auth } = getConfig()
  return !(backOffice && hiddenInBackOffice) && !(needsAuth && !auth)
}

/**
 * Passes those who may do `action` in the section `name`, and hold `permission` where one is named; others get the restriction page with the
 * path. Unknown names pass: another guard handles them.
 */
export async function requireAccess(name: string, action: Action | 'none', href: string, permission?: Permission): Promise<void> {
  const access = await requireSession(href)
  const area = areas.find((each) => each.name === name)
  if (!area) return
  const may = opens(area, access) && passes(area.gate && { ...area.gate, action }, access) && (!permission || holds(access, permission))
  if (!may || !isThere(area)) throw redirect({ to: '/restriction-page', search: { path: href } })
}

/** Target of '/': the dashboard, for a guest the first allowed place; null when there is none. */
export function startPath(access: Access): string | null {
  const open = nav.filter((item) => isThere(item) && opens(item, access))
  return (open.find((item) => item.name === 'dashboard') ?? open[0])?.path ?? null
}

/** Redirects from '/': to sign-in, the start path, or the restriction page when nothing is allowed. */
export async function requireStart(): Promise<void> {
  const path = startPath(await requireSession('/'))
  throw path === null ? redirect({ to: '/restriction-page', replace: true }) : redirect({ href: path, replace: true })
}

/** Screens for guests only: signed-in people are redirected. Without a role one may sign in as somebody else. */
export async function requireGuest(): Promise<void> {
  await sessionKnown()
  if (sessionStore.get().session?.roles.length) throw redirect({ to: '/' })
}
