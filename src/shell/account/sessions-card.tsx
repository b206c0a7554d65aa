import { request } from '#console/data/api/request.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { SessionList } from '#console/kit/parts/session-list.tsx'
import { Button } from '#console/ui/button.tsx'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { confirm } from '#console/ui/confirm.ts'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { endOtherSessions, endOwnSession } from '#contract/account.ts'
import { CardFailure } from './card-failure.tsx'
import { failureText } from './failure.ts'
import { refreshAccount, useSessions } from './use-account.ts'

async function send(sent: Promise<unknown>, done: string): Promise<void> {
  try {
    await sent
    postMessage({ kind: 'success', text: done })
  } catch (error) {
    postMessage({ kind: 'error', text: failureText(error) })
  }
  refreshAccount()
}

async function endOthers(): Promise<void> {
  const words = { title: t('account.endTitle'), detail: t('account.endDetail'), action: t('account.endOthers'), cancel: t('app.cancel') }
  if (await confirm({ ...words, destructive: true })) await send(request(endOtherSessions), t('account.othersEnded'))
}

/** Sessions of the person; unknown ones can be ended. */
export function SessionsCard() {
  const { data, error, refetch } = useSessions()
  const others = data?.sessions.some(({ current }) => !current) ?? false
  return (
    <Card aria-labelledby="account-sessions">
      <CardHeader title={<span id="account-sessions">{t('account.sessions')}</span>}>
        {others && (
          <Button size="small" onClick={() => void endOthers()}>
            {t('account.endOthers')}
          </Button>
        )}
      </CardHeader>
      {data ? (
        <SessionList
          sessions={data.sessions}
          onEnd={({ id }) => void send(request(endOwnSession, { params: { session_id: id } }), t('account.ended'))}
        />
      ) : error ? (
        <CardFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="m-4 h-12" />
      )}
    </Card>
  )
}
