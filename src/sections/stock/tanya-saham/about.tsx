import { Link } from '@tanstack/react-router'
import { ArrowLeft, Plus, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useAccess } from '#console/data/api/session.ts'
import { useAboutStock } from '#console/data/chat/questions.ts'
import type { Option } from '#console/data/query/option-queries.ts'
import { loadSectionWords, t } from '#console/i18n/i18n.ts'
import { PanelCard } from '#console/inbox/panel/panel-card.tsx'
import { AssignButton } from '#console/inbox/room/assign-button.tsx'
import { TagPicker } from '#console/inbox/room/tag-picker.tsx'
import { formatDateTime } from '#console/kit/text/format.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { showPhone } from '#console/kit/text/phone.ts'
import { recordLink } from '#console/kit/text/section-link.ts'
import { Button } from '#console/ui/button.tsx'
import { usePhone } from '#console/ui/hooks/use-media.ts'
import { Popover, PopoverContent, PopoverTrigger } from '#console/ui/popover.tsx'
import { Select } from '#console/ui/select.tsx'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { holds } from '#contract/kit/field/permission.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { questionCategories, tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'
import { assign, putCategory, putTags } from './actions.ts'
import { KnownCards, StockCard } from './known-cards.tsx'
import type { QuestionsMay } from './may.ts'

interface Props {
  chat: AnyRow
  may: QuestionsMay
  people: readonly Option[]
  onClose: () => void
}

function Member({ chat }: { chat: AnyRow }) {
  const access = useAccess()
  const name = toText(chat.member_name)
  return (
    <PanelCard title={t('tanya-saham.member_id')}>
      {holds(access, 'get member') ? (
        <Link
          {...recordLink('member', toText(chat.member_id), {}, holds(access, 'update member'))}
          className="font-medium underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring"
        >
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi className="font-medium">{name}</bdi>
      )}
      {typeof chat.member_phone === 'string' && (
        <bdi dir="ltr" className="block w-fit text-sm text-muted-foreground tabular-nums">
          {showPhone(chat.member_phone)}
        </bdi>
      )}
    </PanelCard>
  )
}

/** Assignee, category and tags. */
function Work({ chat, may, people }: Omit<Props, 'onClose'>) {
  const tags = Array.isArray(chat.tag) ? chat.tag.map(String) : []
  const mayChange = may.answer && chat.status !== 'ended'
  const name = chat.assigned_to ? toText(chat.assigned_to_name ?? '…') : t('choice.0')
  return (
    <PanelCard title={t('tanya-saham.work')}>
      <div className="flex min-h-11 items-center justify-between gap-3 text-sm">
        <span>{t('chat.assignee')}</span>
        {may.assign && chat.status !== 'ended' ? (
          <AssignButton name={name} people={people} onChoose={(to) => void assign(chat, to)} />
        ) : (
          <bdi className="truncate text-muted-foreground">{name}</bdi>
        )}
      </div>
      <div className="flex min-h-12 items-center justify-between gap-3 py-1 text-sm">
        <label htmlFor="question-category">{t('tanya-saham.category')}</label>
        <Select
          id="question-category"
          className="max-w-44"
          disabled={!mayChange}
          value={toText(chat.category)}
          onChange={({ currentTarget }) => void putCategory(chat, currentTarget.value || null)}
        >
          <option value="">–</option>
          {questionCategories.map((value) => (
            <option key={value} value={value}>
              {choiceLabel(value, tanyaSaham.fields.category)}
            </option>
          ))}
        </Select>
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-1.5">
        {tags.map((tag) => (
          <span key={tag} className="inline-flex h-7 max-w-full items-center rounded-full bg-muted px-3 text-xs font-medium touch:h-9">
            <bdi className="truncate">{tag}</bdi>
          </span>
        ))}
        {mayChange && (
          <Popover>
            <PopoverTrigger asChild>
              <Button variant="quiet" size="small" data-tag="">
                <Plus aria-hidden="true" />
                {t('chat.addTag')}
              </Button>
            </PopoverTrigger>
            <PopoverContent align="start">
              <TagPicker chosen={tags} onChange={(next) => void putTags(chat, next)} />
            </PopoverContent>
          </Popover>
        )}
      </div>
    </PanelCard>
  )
}

/** Questions of the chat: time, and answers with person and time. */
function Questions({ chat }: { chat: AnyRow }) {
  const questions = Array.isArray(chat.questions) ? chat.questions.filter(isRecord) : []
  if (!questions.length) return null
  return (
    <PanelCard title={t('tanya-saham.questions')}>
      <ol className="grid gap-3 text-sm">
        {questions.map(({ id, question, asked_at, answered_at, answered_by, handler }) => (
          <li key={toText(id)}>
            <p dir="auto" className="line-clamp-3 [overflow-wrap:anywhere]">
              {toText(question)}
            </p>
            <p className="text-xs text-muted-foreground tabular-nums">
              {formatDateTime(toText(asked_at))}
              {' → '}
              {typeof answered_at === 'string' ? (
                <>
                  {formatDateTime(answered_at)} · <bdi>{handler === 'algo' ? t('tanya-saham.handler.algo') : toText(answered_by)}</bdi>
                </>
              ) : (
                t('tanya-saham.status.open')
              )}
            </p>
          </li>
        ))}
      </ol>
    </PanelCard>
  )
}

/** Side panel of a chat: stock, related records, member, and work on the chat. */
export function About({ chat, may, people, onClose }: Props) {
  const phone = usePhone()
  const about = useAboutStock(chat.ref)
  const [ready, setReady] = useState(false)
  useEffect(() => {
    void loadSectionWords('portofolio', 'analysis', 'recommendation')
      .catch(() => undefined)
      .then(() => setReady(true))
  }, [])
  const Title = phone ? 'h1' : 'h2'
  return (
    <aside aria-label={t('tanya-saham.about')} data-about={chat.ref} className="flex h-full min-h-0 flex-col bg-background">
      <header className="flex min-h-15 items-center gap-1 border-b ps-1 pe-2 pt-(--chat-safe-top) md:ps-4">
        <Button variant="quiet" size="icon" className="md:hidden" aria-label={t('app.back')} onClick={onClose}>
          <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
        </Button>
        <Title className="min-w-0 flex-1 truncate text-base font-semibold">{t('tanya-saham.about')}</Title>
        <Button variant="quiet" size="icon" className="max-md:hidden" aria-label={t('tanya-saham.hidePanel')} onClick={onClose}>
          <X aria-hidden="true" />
        </Button>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-(--chat-safe-bottom)">
        {about && <StockCard about={about} />}
        <Member chat={chat} />
        <Work chat={chat} may={may} people={people} />
        {ready && about?.stock_id && <KnownCards stock_id={about.stock_id} />}
        <Questions chat={chat} />
      </div>
    </aside>
  )
}
