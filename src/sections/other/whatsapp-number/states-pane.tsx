import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { getLocale, t, useLocale } from '#console/i18n/i18n.ts'
import { HeadedPane } from '#console/kit/list/headed-pane.tsx'
import { NoAnswer } from '#console/kit/list/no-answer.tsx'
import type { ListPaneProps } from '#console/kit/list/screen/list-pane.tsx'
import { NoRows } from '#console/kit/list/small-table.tsx'
import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import { formatDateTime } from '#console/kit/text/format.ts'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { channelStates } from '#contract/sections/other/whatsapp-number.ts'
import { badgeOf, type ChannelState, detailsOf, groupOf, groups, kindLabel, subjectOf } from './states.ts'
import { statesOptions } from './states-query.ts'

/** What needs somebody, newest first. */
const alarmingOf = (states: readonly ChannelState[]): ChannelState[] =>
  states.filter(({ words }) => words.length).sort((one, other) => Date.parse(other.at) - Date.parse(one.at))

function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} className="tabular-nums">
      {formatDateTime(at)}
    </time>
  )
}

function Needs({ state }: { state: ChannelState }) {
  const words = state.words.find(({ language }) => language === getLocale())
  return (
    <li className="flex gap-3 py-3">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger-text" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-medium [overflow-wrap:anywhere]">{words?.said}</p>
        <p>{words?.todo}</p>
        <p className="mt-0.5 text-xs text-muted-foreground">
          <Time at={state.at} />
          {state.name && (
            <>
              {' · '}
              <bdi>{state.name}</bdi>
            </>
          )}
        </p>
      </div>
    </li>
  )
}

function Line({ state }: { state: ChannelState }) {
  const badge = badgeOf(state)
  const details = detailsOf(state)
  const subject = subjectOf(state)
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium [overflow-wrap:anywhere]">
          {kindLabel(state.kind)}
          {subject && (
            <>
              {' · '}
              <bdi dir="ltr">{subject}</bdi>
            </>
          )}
        </p>
        {details.map((detail) => (
          <p key={detail} className="text-muted-foreground [overflow-wrap:anywhere]">
            <bdi>{detail}</bdi>
          </p>
        ))}
        <p className="text-xs text-muted-foreground">
          <Time at={state.at} />
        </p>
      </div>
      {badge && <StatusBadge value={badge.label} label={badge.label} tone={badge.tone} />}
    </li>
  )
}

/** States of one number or account, by what they are about. */
function Owner({ name, states }: { name: string; states: readonly ChannelState[] }) {
  return (
    <Card aria-label={name}>
      <CardHeader title={<bdi>{name}</bdi>} />
      {groups.map((group) => {
        const own = states
          .filter((state) => groupOf(state) === group)
          .sort((one, other) => subjectOf(one).localeCompare(subjectOf(other)) || kindLabel(one.kind).localeCompare(kindLabel(other.kind)))
        if (!own.length) return null
        return (
          <section key={group} className="border-t px-4 pt-2 first-of-type:border-t-0">
            <h3 className="text-xs font-medium text-muted-foreground">{t(`whatsapp-number.of.${group}`)}</h3>
            <ul className="divide-y divide-border/60">
              {own.map((state) => (
                <Line key={state.id} state={state} />
              ))}
            </ul>
          </section>
        )
      })}
    </Card>
  )
}

function States({ states }: { states: readonly ChannelState[] }) {
  if (!states.length) return <NoRows>{t('whatsapp-number.states.empty')}</NoRows>
  const alarming = alarmingOf(states)
  const ownerOf = ({ name, account }: ChannelState) => name ?? account
  const owners = [...new Set(states.map(ownerOf))]
  return (
    <>
      {alarming.length > 0 && (
        <Card aria-label={t('whatsapp-number.states.needs')}>
          <CardHeader title={t('whatsapp-number.states.needs')} />
          <ul className="divide-y divide-border/60 px-4">
            {alarming.map((state) => (
              <Needs key={state.id} state={state} />
            ))}
          </ul>
        </Card>
      )}
      {owners.map((name) => (
        <Owner key={name} name={name} states={states.filter((state) => ownerOf(state) === name)} />
      ))}
    </>
  )
}

/** How WhatsApp says that accounts, numbers and templates stand, in place of the list (docs/product/whatsapp.md#states). */
export function StatesPane({ heading, tabs }: ListPaneProps) {
  useLocale()
  const query = useQuery(statesOptions)
  return (
    <HeadedPane heading={heading} tabs={tabs} call={channelStates} about={t('whatsapp-number.states.about')}>
      {query.data ? <States states={query.data} /> : <NoAnswer query={query} offline={t('whatsapp-number.kept.offline')} />}
    </HeadedPane>
  )
}
