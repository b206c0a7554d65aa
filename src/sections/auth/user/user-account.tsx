import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#console/data/api/api-error.ts'
import { request } from '#console/data/api/request.ts'
import { useAccess } from '#console/data/api/session.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { invalidateSection } from '#console/data/query/queries.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { localised } from '#console/i18n/fixed-messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { SessionList } from '#console/kit/parts/session-list.tsx'
import { reasonOf } from '#console/kit/text/reason.ts'
import { Button } from '#console/ui/button.tsx'
import { confirm } from '#console/ui/confirm.ts'
import { endUserSession, endUserSessions, inviteAgain, resetSecondFactor, type SessionEntry, userSessions } from '#contract/account.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { holds } from '#contract/kit/field/permission.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'

interface Held {
  sessions: SessionEntry[]
  second_factor: boolean
}

/** Sends a call about this user and shows the result. */
async function send(call: Call, params: Readonly<Record<string, string>>, done: string): Promise<void> {
  try {
    await request(call, { params })
    postMessage({ kind: 'success', text: done })
  } catch (error) {
    postMessage({ kind: 'error', text: await reasonOf(error) })
  }
}

function Invited({ user }: { user: AnyRow }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-muted px-4 py-3 sm:col-span-2">
      <p className="text-sm">{t('invite.waiting')}</p>
      <Button
        onClick={() =>
          void send(inviteAgain, { id: user.ref }, t('sections.invitationSent', { email: toText(user.email) })).then(() =>
            invalidateSection('user'),
          )
        }
      >
        {t('invite.again')}
      </Button>
    </div>
  )
}

function Sessions({ user }: { user: AnyRow }) {
  const id = user.ref
  const name = toText(user.name)
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.call(userSessions.name, id),
    queryFn: ({ signal }) => request<Held>(userSessions, { params: { id }, signal }),
    retry: false,
    staleTime: 0,
    networkMode: 'always',
    meta: { keep: false },
  })
  const act = async (
    call: Call,
    params: Readonly<Record<string, string>>,
    done: string,
    question?: { title: string; detail: string; action: string },
  ) => {
    if (question && !(await confirm({ ...question, cancel: t('app.cancel'), destructive: true }))) return
    await send(call, params, done)
    await refetch()
  }
  const endAll = { title: t('account.endTitle'), detail: t('account.endDetail'), action: t('account.endAll') }
  const removal = {
    title: t('account.removeTitle', { name }),
    detail: t('account.removeDetail'),
    action: t('account.removeFactor'),
  }
  // A user with more permissions is out of reach: no card.
  if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return null
  return (
    <section aria-labelledby="user-sessions" className="rounded-lg border sm:col-span-2">
      <header className="flex min-h-12 flex-wrap items-center gap-2 border-b px-4 py-2">
        <h2 id="user-sessions" className="flex-1 text-sm font-semibold">
          {t('account.sessions')}
        </h2>
        {data?.second_factor && (
          <Button size="small" onClick={() => void act(resetSecondFactor, { id }, t('account.factorRemovedOf', { name }), removal)}>
            {t('account.removeFactor')}
          </Button>
        )}
        {data && data.sessions.length > 1 && (
          <Button size="small" onClick={() => void act(endUserSessions, { id }, t('account.allEnded', { name }), endAll)}>
            {t('account.endAll')}
          </Button>
        )}
      </header>
      {error ? (
        <p className="flex items-center justify-between gap-3 px-4 py-3 text-sm text-muted-foreground">
          {localised(error.message)}
          <Button size="small" onClick={() => void refetch()}>
            {t('app.retry')}
          </Button>
        </p>
      ) : (
        <SessionList
          sessions={data?.sessions ?? []}
          onEnd={(session) => void act(endUserSession, { id, session_id: session.id }, t('account.ended'))}
        />
      )}
    </section>
  )
}

/** Actions on an existing user, with permission to edit users: pending invitation, sessions, lost second factor. */
export function UserAccount({ user }: { user: AnyRow }) {
  const access = useAccess()
  if (!holds(access, 'update user') || !user.version) return null
  return user.invited === true ? <Invited user={user} /> : <Sessions user={user} />
}
