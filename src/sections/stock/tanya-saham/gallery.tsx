import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowLeft, ImageOff, TriangleAlert, WifiOff } from 'lucide-react'
import { useState } from 'react'
import { hasNoConnection } from '#console/data/api/api-error.ts'
import { request } from '#console/data/api/request.ts'
import type { ShownMessage } from '#console/data/chat/messages.ts'
import { questionMediaUrl } from '#console/data/chat/questions.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { useLive } from '#console/data/start/live.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { Lightbox } from '#console/inbox/conversation/lightbox.tsx'
import { MediaSource } from '#console/inbox/conversation/media-source.ts'
import { useMediaUrl } from '#console/inbox/conversation/use-media-url.ts'
import { Pager } from '#console/inbox/list/pager.tsx'
import { type ListSearch, readSearch, writeSearch } from '#console/kit/list/query/search.ts'
import { Picture } from '#console/kit/parts/picture.tsx'
import { SearchBox } from '#console/kit/parts/search-box.tsx'
import { formatDateTime } from '#console/kit/text/format.ts'
import { listLink } from '#console/kit/text/section-link.ts'
import { Button } from '#console/ui/button.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { filterValues, withFilter } from '#contract/kit/field/list-query.ts'
import type { Page } from '#contract/kit/field/paging.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'

interface SentPicture {
  id: number
  ref: string
  /** Ref of the chat. */
  chat: string
  member_name: string | null
  kode_saham: string | null
  content: string | null
  media_url: string
  media_name: string | null
  created_at: string
}

const call = sectionCall(tanyaSaham, 'images')
const pageSize = 24

/** In the form of conversation messages. */
const toMessage = ({ id, ref, chat, content, media_url, media_name, created_at }: SentPicture): ShownMessage => ({
  ...{ id, ref, version: 1, room: chat, place: 0, kind: 'image', content, media_url, media_name, media_type: null, media_size: null },
  ...{ is_admin: false, sender: null, status: 'read', failure: null, reply_to: null, template: null, created_at, tick: null },
})

function Tile({ picture, onOpen, onChat }: { picture: SentPicture; onOpen: () => void; onChat: () => void }) {
  const { member_name, kode_saham, created_at, content } = picture
  const { url, loading } = useMediaUrl(toMessage(picture), 'small')
  const name = member_name ?? ''
  return (
    <li className="flex min-w-0 flex-col overflow-hidden rounded-lg border bg-card">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        aria-label={t('chat.openPicture', { name: content || name })}
        className="grid aspect-square w-full place-items-center overflow-hidden bg-muted text-muted-foreground -outline-offset-2"
      >
        {loading && !url ? (
          <Skeleton className="size-full rounded-none!" />
        ) : (
          <Picture
            src={url}
            alt={content || name}
            width={600}
            className="size-full object-cover"
            missing="flex flex-col items-center gap-2 text-sm"
            icon={<ImageOff aria-hidden="true" className="size-6" />}
          />
        )}
      </button>
      <button
        type="button"
        onClick={onChat}
        className="flex min-h-11 min-w-0 flex-col gap-0.5 px-3 py-2 text-start -outline-offset-2 hover:bg-muted"
      >
        <span className="flex min-w-0 items-baseline gap-1.5 text-sm">
          <bdi className="truncate font-medium">{name}</bdi>
          {kode_saham && <bdi className="shrink-0 text-xs font-semibold text-primary-text">{kode_saham}</bdi>}
        </span>
        <time dateTime={created_at} className="text-xs text-muted-foreground tabular-nums">
          {formatDateTime(created_at)}
        </time>
      </button>
    </li>
  )
}

const grid = 'grid grid-cols-2 gap-3 px-4 pb-4 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-6'

/** Pictures sent by members, newest first; each links to its chat. */
export function Gallery({ search }: { search: ListSearch }) {
  useLocale()
  useLive([tanyaSaham.name])
  const navigate = useNavigate()
  const title = t('tanya-saham.view.image')
  useTitle(title)
  const [shown, setShown] = useState<string | null>(null)
  const { query } = readSearch({ size: String(pageSize), ...search })
  const code = filterValues(query, 'kode_saham')[0] ?? ''
  const { data, error, fetchStatus, refetch } = useQuery({
    queryKey: queryKeys.call(call.name, { page: query.page, code }),
    queryFn: ({ signal }) => request<Page<SentPicture>>(call, { list: { ...query, search: '', sort: null }, signal }),
    placeholderData: keepPreviousData,
    meta: { keep: true },
  })
  const pictures = data?.data ?? []
  const isOffline = hasNoConnection({ error, fetchStatus })
  const go = (next: typeof query) => {
    const { size: _size, ...address } = writeSearch(next)
    void navigate({ ...listLink(tanyaSaham.name, { ...address, at: 'image' }), replace: true })
  }
  return (
    <MediaSource value={questionMediaUrl}>
      <div className="flex min-w-0 flex-col">
        <header className="flex flex-wrap items-center gap-2 px-4 pt-4 pb-3">
          <Button variant="quiet" size="icon" aria-label={t('app.back')} onClick={() => void navigate(listLink(tanyaSaham.name))}>
            <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
          </Button>
          <h1 className="me-auto text-xl font-semibold">{title}</h1>
          <SearchBox value={code} onSearch={(text) => go(withFilter(query, 'kode_saham', text ? [text.toUpperCase()] : []))} />
        </header>
        {!data && (error || isOffline) ? (
          <EmptyState
            icon={isOffline ? WifiOff : TriangleAlert}
            title={t(isOffline ? 'connection.none' : 'app.wrong')}
            detail={isOffline ? t('chat.notHere') : undefined}
          >
            <Button onClick={() => void refetch()}>{t('app.retry')}</Button>
          </EmptyState>
        ) : !data ? (
          <div aria-busy="true" className={grid}>
            {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
              <Skeleton key={key} className="aspect-square w-full" />
            ))}
          </div>
        ) : pictures.length === 0 ? (
          <EmptyState icon={ImageOff} title={t('tanya-saham.noPictures')} />
        ) : (
          <ul aria-label={title} className={grid}>
            {pictures.map((picture) => (
              <Tile
                key={picture.ref}
                picture={picture}
                onOpen={() => setShown(picture.ref)}
                onChat={() => void navigate(listLink(tanyaSaham.name, { open: picture.chat }))}
              />
            ))}
          </ul>
        )}
        <Pager page={query.page} size={pageSize} total={data?.total_record ?? 0} onPage={(page) => go({ ...query, page })} />
      </div>
      {shown && <Lightbox all={pictures.map(toMessage)} shown={shown} onShow={setShown} onClose={() => setShown(null)} />}
    </MediaSource>
  )
}
