import { BotMessageSquare, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useConnection } from '#console/data/api/connection.ts'
import { useAccess } from '#console/data/api/session.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { useFill } from '#console/inbox/room/use-fill.ts'
import { RetryButton } from '#console/kit/parts/retry-button.tsx'
import { formatDateTime } from '#console/kit/text/format.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { reasonOf } from '#console/kit/text/reason.ts'
import { Button } from '#console/ui/button.tsx'
import { confirm } from '#console/ui/confirm.ts'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { Spinner } from '#console/ui/spinner.tsx'
import { holds } from '#contract/kit/field/permission.ts'
import { botConversation } from '#contract/sections/stock/bot-conversation.ts'
import { Sources } from '../tanya-saham/sources.tsx'
import { AskForm } from './ask-form.tsx'
import { type BotMessage, clearConversation, isAnswering, useBotMessages } from './conversation.ts'

/** Own questions at the end, answers at the start with their sources. */
function Message({ message }: { message: BotMessage }) {
  const { content, is_bot, is_failed, bot_name, reason, sources, created_at } = message
  const look = is_failed ? 'bg-danger-soft text-danger-text' : is_bot ? 'border bg-card' : 'bg-primary-soft'
  return (
    <li className={`flex max-w-[85%] flex-col ${is_bot ? 'items-start self-start' : 'items-end self-end'}`}>
      {is_bot && bot_name && <bdi className="px-1 pb-0.5 text-xs font-medium text-muted-foreground">{bot_name}</bdi>}
      <div role={is_failed ? 'alert' : undefined} className={`rounded-2xl px-3.5 py-2 text-sm ${look}`}>
        <bdi dir="auto" className="block whitespace-pre-wrap [overflow-wrap:anywhere]">
          {is_failed ? t('bot-conversation.failed') : content}
        </bdi>
      </div>
      {reason && (
        <p className="px-1 pt-1 text-xs text-muted-foreground">
          {t('bot-conversation.handedOver', { why: choiceLabel(reason, botConversation.fields.reason) })}
        </p>
      )}
      {sources && sources.length > 0 && <Sources sources={sources} />}
      <time dateTime={created_at} className="px-1 pt-0.5 text-[0.6875rem] text-muted-foreground">
        {formatDateTime(created_at)}
      </time>
    </li>
  )
}

async function clear(): Promise<void> {
  const action = t('bot-conversation.clear')
  const question = { title: t('bot-conversation.clearAsk'), detail: t('bot-conversation.clearDetail'), action, cancel: t('app.cancel') }
  if (!(await confirm({ ...question, destructive: true }))) return
  try {
    await clearConversation()
  } catch (error) {
    postMessage({ kind: 'error', text: await reasonOf(error) })
  }
}

/** A test conversation with the bot, as members would have it. */
export function Preview() {
  useLocale()
  useTitle(t('nav.bot-conversation'))
  const access = useAccess()
  const isOnline = useConnection() === 'online'
  const { data: messages, error, refetch } = useBotMessages()
  const { ref, style } = useFill(false)
  const end = useRef<HTMLDivElement>(null)
  const newest = messages?.at(-1)?.id
  useEffect(() => {
    if (newest) void end.current?.scrollIntoView({ block: 'end' })
  }, [newest])
  const waits = messages !== undefined && isAnswering(messages)
  const mayAsk = holds(access, 'create bot-qna')
  return (
    <div ref={ref} style={style} className="mx-auto flex w-full max-w-3xl flex-col md:px-4 md:py-4">
      <section
        aria-label={t('nav.bot-conversation')}
        className="flex min-h-0 flex-1 flex-col overflow-hidden bg-sidebar md:rounded-xl md:border"
      >
        <header className="flex items-center gap-2 border-b bg-background px-4 py-2">
          <div className="me-auto min-w-0">
            <h1 className="truncate text-lg font-semibold tracking-tight">{t('nav.bot-conversation')}</h1>
            <p className="truncate text-xs text-muted-foreground">{t('bot-conversation.detail')}</p>
          </div>
          {messages && messages.length > 0 && holds(access, 'delete bot-qna') && (
            <Button
              variant="quiet"
              size="icon"
              disabled={!isOnline}
              aria-label={t('bot-conversation.clear')}
              title={t('bot-conversation.clear')}
              onClick={() => void clear()}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          )}
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 py-4 md:px-4" aria-busy={!messages && !error}>
          {!messages && !error && <Skeleton className="h-24 w-2/3" />}
          {!messages && error && (
            <EmptyState
              icon={BotMessageSquare}
              title={t('bot-conversation.unread')}
              detail={isOnline ? error.message : t('connection.none')}
            >
              <RetryButton onRetry={() => void refetch()} />
            </EmptyState>
          )}
          {messages?.length === 0 && (
            <EmptyState icon={BotMessageSquare} title={t('bot-conversation.empty')} detail={t('bot-conversation.emptyDetail')} />
          )}
          {messages && messages.length > 0 && (
            <ol className="flex flex-col gap-3" aria-live="polite">
              {messages.map((message) => (
                <Message key={message.ref} message={message} />
              ))}
            </ol>
          )}
          {waits && (
            <p className="flex items-center gap-2 px-1 pt-3 text-xs text-muted-foreground">
              <Spinner className="size-3.5" />
              {t('bot-conversation.answering')}
            </p>
          )}
          <div ref={end} />
        </div>
        {!isOnline && (
          <p role="status" className="bg-warning-soft px-4 py-1.5 text-xs text-warning-text">
            {t('connection.none')}
          </p>
        )}
        {mayAsk && <AskForm mayAsk={isOnline} isAnswering={waits} />}
      </section>
    </div>
  )
}
