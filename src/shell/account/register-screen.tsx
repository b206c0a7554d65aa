import { useQuery } from '@tanstack/react-query'
import { UserRoundPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useConfig } from '#console/data/api/config.ts'
import { request } from '#console/data/api/request.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { t } from '#console/i18n/i18n.ts'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { whoInvites } from '#contract/account.ts'
import { useGate } from '../base/gate.tsx'
import { CardFailure } from './card-failure.tsx'

interface Person {
  name: string
  email: string
}

function People({ people }: { people: readonly Person[] }) {
  if (!people.length) return <EmptyState icon={UserRoundPlus} title={t('invite.nobody')} />
  return (
    <ul className="divide-y divide-border/60">
      {people.map(({ name, email }) => (
        <li key={email} className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 px-4 py-2 text-sm">
          <bdi className="max-w-full truncate font-medium">{name}</bdi>
          <a href={`mailto:${email}`} dir="ltr" className="max-w-full truncate text-primary-text underline-offset-4 hover:underline">
            {email}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Contact for people who may not create users. */
function WhomToAsk() {
  useTitle(t('invite.title'))
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.call(whoInvites.name, ''),
    queryFn: ({ signal }) => request<{ people: Person[] }>(whoInvites, { signal }),
    networkMode: 'always',
    retry: false,
    meta: { keep: false },
  })
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-6 md:px-6 md:py-8">
      <h1 className="text-2xl font-semibold tracking-tight">{t('invite.title')}</h1>
      <Card aria-labelledby="whom-to-ask" className="mt-6">
        <CardHeader title={<span id="whom-to-ask">{t('invite.ask')}</span>} detail={t('invite.askDetail')} />
        {data ? (
          <People people={data.people} />
        ) : error ? (
          <CardFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="m-4 h-24" />
        )}
      </Card>
    </div>
  )
}

/** `/register` of the user menu (docs/product/session.md#inviting): an invitation. Needs create users. */
export function RegisterScreen({ form }: { form: ReactNode }) {
  const { auth } = useConfig()
  const may = useGate({ action: 'create', anyOf: ['user'] })
  return auth && may ? form : <WhomToAsk />
}
