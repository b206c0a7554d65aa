import { Link } from '@tanstack/react-router'
import { ArrowLeft, CloudOff, DoorOpen } from 'lucide-react'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useConnection } from '#console/data/api/connection.ts'
import { useStore } from '#console/data/base/store.ts'
import type { Answer } from '#console/data/door/answer.ts'
import { buildFinder } from '#console/data/door/find-people.ts'
import type { DoorList, DoorPerson } from '#console/data/door/kept-door.ts'
import { type Door, type DoorState, foldMarks, foldPeople, openDoor } from '#console/data/door/open-door.ts'
import { setGate, useGate } from '#console/data/door/this-gate.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { PageSkeleton } from '#console/kit/parts/page-skeleton.tsx'
import { formatDateTime, formatNumber } from '#console/kit/text/format.ts'
import { reasonOf } from '#console/kit/text/reason.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { inputClass } from '#console/ui/input.tsx'
import { Progress } from '#console/ui/progress.tsx'
import { maxGateLength } from '#contract/choices/participants.ts'
import { AnswerPanel, type Shown, signalOf } from './answer-panel.tsx'
import { CameraPane } from './camera-pane.tsx'
import { openReader } from './read-code.ts'
import { Doubles, findDoubles, ScanList } from './scan-list.tsx'
import { giveSignal } from './signal.ts'
import { TicketInput } from './ticket-input.tsx'

/** The door of an event: admits by camera, by hand scanner and by name, with or without a network (docs/product/events.md#the-door). */
export function DoorScreen({ id }: { id: string }) {
  const [door, setDoor] = useState<Door | null>(null)
  useEffect(() => {
    const opened = openDoor(id)
    setDoor(opened)
    // Fetched while there is a network, because the camera is turned on where there may be none.
    void openReader().catch(() => undefined)
    return () => opened.close()
  }, [id])
  return door ? <Opened key={id} door={door} /> : <PageSkeleton />
}

function Opened({ door }: { door: Door }) {
  useLocale()
  const state = useStore(door.store)
  const { list, problem } = state
  useTitle(list ? t('door.title', { event: list.event.title }) : '')
  if (list) return <Ready door={door} list={list} state={state} />
  if (!problem) return <PageSkeleton />
  return (
    <EmptyState
      alone
      icon={problem === 'offline' ? CloudOff : DoorOpen}
      title={t(problem === 'offline' ? 'door.noList' : problem === 'gone' ? 'door.gone' : 'door.notRead')}
    >
      {problem !== 'gone' && <Button onClick={() => void door.pull()}>{t('door.retry')}</Button>}
    </EmptyState>
  )
}

/** Name of the gate, kept on the device. */
function Gate() {
  const gate = useGate()
  return (
    <label className="flex min-w-0 items-center gap-2 text-sm">
      <span className="shrink-0 text-muted-foreground">{t('door.gate')}</span>
      <input
        defaultValue={gate}
        maxLength={maxGateLength}
        placeholder={t('door.gate.none')}
        className={`${inputClass} h-control px-3 text-sm`}
        onBlur={({ currentTarget }) => setGate(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => void (key === 'Enter' && currentTarget.blur())}
      />
    </label>
  )
}

function Heading({
  list,
  inside,
  registered,
  problem,
}: {
  list: DoorList
  inside: number
  registered: number
  problem: DoorState['problem']
}) {
  const isOnline = useConnection() === 'online'
  const values = { time: formatDateTime(new Date(list.at).toISOString()), count: list.people.size, shown: formatNumber(list.people.size) }
  const words = !isOnline || problem === 'offline' ? 'door.list.offline' : problem ? 'door.list.old' : 'door.list'
  return (
    <header className="grid gap-2">
      <div className="flex items-center gap-2">
        <Link
          to="/$section/$"
          params={{ section: 'event', _splat: `edit/${list.event.ref}` }}
          search={{ tab: 'participant' }}
          aria-label={t('door.back')}
          className={buttonClass({ variant: 'quiet', size: 'icon' })}
        >
          <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
        </Link>
        <h1 className="min-w-0 flex-1 break-words text-xl font-semibold">
          <bdi>{list.event.title}</bdi>
        </h1>
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm tabular-nums">
        <strong data-inside className="text-base">
          {t('door.inOf', { inside: formatNumber(inside), registered: formatNumber(registered) })}
        </strong>
        <span className="text-muted-foreground">{t(words, values)}</span>
      </p>
      <Progress value={registered ? Math.min(100, (inside / registered) * 100) : 0} label={t('door.inside')} />
    </header>
  )
}

function Ready({ door, list, state }: { door: Door; list: DoorList; state: DoorState }) {
  const { rows } = useStore(outboxStore)
  const [answer, setAnswer] = useState<{ shown: Shown; at: number } | null>(null)
  const people = useMemo(() => foldPeople(list, rows), [list, rows])
  const { scans, problem } = state
  const marksOf = useMemo(() => foldMarks({ scans }, people, rows), [scans, people, rows])
  const find = useMemo(() => {
    let finder: ReturnType<typeof buildFinder> | null = null
    return (typed: string): DoorPerson[] => {
      if (!typed.trim()) return []
      finder ??= buildFinder(people.values())
      return finder(typed)
    }
  }, [people])
  // The answer is drawn first: counting ten thousand people takes longer.
  const counted = useDeferredValue(marksOf)
  const { inside, registered, doubles } = useMemo(() => {
    const all = [...people.values()].filter((person) => person.state === 'registered')
    const isIn = (ref: string) => counted(ref).at(-1)?.attended === true
    return { inside: all.filter(({ ref }) => isIn(ref)).length, registered: all.length, doubles: findDoubles(all, counted) }
  }, [people, counted])

  const show = useCallback((shown: Shown) => {
    setAnswer({ shown, at: performance.now() })
    giveSignal(signalOf(shown))
  }, [])
  const settle = useCallback(
    async (work: Promise<Answer>): Promise<void> => {
      const shown: Shown = await work.catch(async (error: unknown) => ({ kind: 'failed' as const, reason: await reasonOf(error) }))
      show(shown)
    },
    [show],
  )
  const onCode = useCallback((text: string) => settle(door.scan(text)), [door, settle])

  return (
    <div className="mx-auto grid w-full max-w-4xl gap-4 p-4 md:grid-cols-2">
      <div className="grid min-w-0 content-start gap-4">
        <Heading list={list} inside={inside} registered={registered} problem={problem} />
        <div aria-live="assertive" aria-atomic="true">
          <AnswerPanel shown={answer?.shown ?? null} at={answer?.at ?? 0} />
        </div>
        <TicketInput find={find} onCode={(text) => void onCode(text)} onPerson={(person) => void settle(door.admit(person))} />
        <CameraPane onCode={onCode} />
      </div>
      <div className="grid min-w-0 content-start gap-4">
        <Gate />
        <Doubles doubles={doubles} />
        <ScanList
          scans={scans}
          rows={rows}
          marksOf={marksOf}
          nameOf={(ref) => people.get(ref)?.name ?? ''}
          onUndo={(scan) => {
            setAnswer(null)
            void door.undo(scan).catch(async (error: unknown) => show({ kind: 'failed', reason: await reasonOf(error) }))
          }}
        />
      </div>
    </div>
  )
}
