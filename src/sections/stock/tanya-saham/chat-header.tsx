import { ArrowLeft, Bot, CircleCheck, EllipsisVertical, Hand, PanelRight, Trash2 } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { InitialsAvatar } from '#console/inbox/room/initials-avatar.tsx'
import { useMe } from '#console/inbox/room/may.ts'
import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import { Button } from '#console/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#console/ui/dropdown-menu.tsx'
import { usePhone } from '#console/ui/hooks/use-media.ts'
import { questionStates } from '#contract/choices/question-states.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { end, remove, takeOver } from './actions.ts'
import type { QuestionsMay } from './may.ts'

interface Props {
  chat: AnyRow
  may: QuestionsMay
  /** Viewing an answer of the algorithm, with hand-over. */
  ofAlgo: boolean
  panel: boolean
  onBack: () => void
  onPanel: () => void
  onHandOver: () => void
}

/** Member, stock, assignee and frequent actions of a chat. */
export function ChatHeader({ chat, may, ofAlgo, panel, onBack, onPanel, onHandOver }: Props) {
  const phone = usePhone()
  const me = useMe()
  const Title = phone ? 'h1' : 'h2'
  const name = toText(chat.member_name)
  const code = typeof chat.kode_saham === 'string' ? chat.kode_saham : ''
  const status = questionStates.find((each) => each === chat.status) ?? 'open'
  const isEnded = status === 'ended'
  const mayTake = may.answer && !isEnded && (chat.handler === 'algo' || chat.assigned_to !== me)
  const take = ofAlgo ? onHandOver : () => void takeOver(chat)
  const takeWord = t(ofAlgo ? 'tanya-saham.handOver' : 'chat.takeover')
  return (
    <header className="flex min-h-15 items-center gap-1 border-b bg-background ps-1 pe-1.5 pt-(--chat-safe-top) md:ps-4 md:pe-3">
      <Button variant="quiet" size="icon" className="md:hidden" aria-label={t('app.back')} onClick={onBack}>
        <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
      </Button>
      <button
        type="button"
        onClick={onPanel}
        aria-expanded={panel}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-3 overflow-hidden rounded-md pe-2 text-start -outline-offset-2"
      >
        <InitialsAvatar name={name} seed={toText(chat.member_phone ?? chat.ref)} className="size-9 text-xs" />
        <span className="min-w-0 flex-1">
          <Title className="flex items-center gap-2">
            <bdi className="truncate text-base font-semibold">{name}</bdi>
            {code && <bdi className="text-sm font-semibold text-primary-text">{code}</bdi>}
            {!phone && <StatusBadge value={status} label={t(`tanya-saham.status.${status}`)} />}
          </Title>
          <span key={chat.ref} aria-live="polite" className="flex min-w-0 items-center gap-1.5 text-xs text-muted-foreground">
            {phone && <StatusBadge value={status} label={t(`tanya-saham.status.${status}`)} />}
            {chat.handler === 'algo' ? (
              <span className="flex items-center gap-1">
                <Bot aria-hidden="true" className="size-3.5" />
                {t('tanya-saham.handler.algo')}
              </span>
            ) : (
              <bdi className="truncate">{chat.assigned_to ? toText(chat.assigned_to_name ?? '…') : t('choice.0')}</bdi>
            )}
          </span>
        </span>
      </button>
      {mayTake && (
        <Button
          className="size-control px-0 @2xl:w-auto @2xl:px-3 @max-2xl:border-transparent @max-2xl:bg-transparent @max-2xl:shadow-none"
          aria-label={takeWord}
          title={takeWord}
          onClick={take}
        >
          <Hand aria-hidden="true" />
          <span className="@max-2xl:hidden">{takeWord}</span>
        </Button>
      )}
      {may.answer && !ofAlgo && !isEnded && (
        <Button className="@max-xl:hidden" aria-haspopup="dialog" onClick={() => void end(chat)} data-resolve="">
          <CircleCheck aria-hidden="true" />
          {t('tanya-saham.call.end')}
        </Button>
      )}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="quiet" size="icon" aria-label={t('app.more')} data-room-menu="">
            <EllipsisVertical aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" className="w-64">
          <DropdownMenuItem onSelect={onPanel}>
            <PanelRight aria-hidden="true" className="rtl:-scale-x-100" />
            {t(panel ? 'tanya-saham.hidePanel' : 'tanya-saham.showPanel')}
          </DropdownMenuItem>
          {may.answer && !ofAlgo && !isEnded && (
            <DropdownMenuItem className="@xl:hidden" aria-haspopup="dialog" onSelect={() => void end(chat)}>
              <CircleCheck aria-hidden="true" />
              {t('tanya-saham.call.end')}
            </DropdownMenuItem>
          )}
          {may.delete && !ofAlgo && (
            <>
              <DropdownMenuSeparator />
              <DropdownMenuItem className="text-danger-text" aria-haspopup="dialog" onSelect={() => void remove(chat)}>
                <Trash2 aria-hidden="true" />
                {t('tanya-saham.call.delete')}
              </DropdownMenuItem>
            </>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      <Button
        variant="quiet"
        size="icon"
        className="max-md:hidden"
        aria-pressed={panel}
        aria-label={t(panel ? 'tanya-saham.hidePanel' : 'tanya-saham.showPanel')}
        onClick={onPanel}
      >
        <PanelRight aria-hidden="true" className="rtl:-scale-x-100" />
      </Button>
    </header>
  )
}
