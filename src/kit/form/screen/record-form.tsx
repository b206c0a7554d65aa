import { useBlocker, useNavigate, useRouter } from '@tanstack/react-router'
import { Fragment, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { onBeforeReload } from '#console/data/base/before-reload.ts'
import { t } from '#console/i18n/i18n.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { confirm } from '#console/ui/confirm.ts'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { listSearch } from '../../list/query/search.ts'
import { AfterPaint } from '../../parts/after-paint.tsx'
import { type Mark, MarkBadge } from '../../parts/marks.tsx'
import { keyAction } from '../../text/keys.ts'
import { partLabel, sectionLabel } from '../../text/labels.ts'
import { type May, useMay } from '../../text/permissions.ts'
import { editLink, listLink } from '../../text/section-link.ts'
import { titleOf } from '../../text/title-of.ts'
import { FormField } from '../field/form-field.tsx'
import { availableField } from '../values/available-field.ts'
import { backLink } from '../values/back-link.ts'
import { draftKey, readDraft, restoreDraft } from '../values/draft.ts'
import { backOf, formPath, parentOf } from '../values/prefill.ts'
import { resolverOf } from '../values/resolver.ts'
import { WaitsForLeaving } from '../values/shown-errors.ts'
import type { FormTools, FormValues } from '../values/tools.ts'
import { useAfterSave } from '../values/use-after-save.ts'
import { startValues } from '../values/values.ts'
import { VideoRecord } from '../values/video-record.ts'
import { FormHeader } from './form-header.tsx'
import type { FormScreenProps } from './form-screen.tsx'
import { RecordColumns, recordWidth } from './record-columns.tsx'
import { RecordFooter } from './record-footer.tsx'
import { SaveBar } from './save-bar.tsx'
import { useBase } from './use-base.ts'
import { useDraft } from './use-draft.ts'
import { useSave } from './use-save.ts'

/** Asks before unsaved changes are left. The draft is kept either way, so a wrong answer loses nothing. */
function useLeaveGuard(dirty: boolean) {
  const open = useRef(false)
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // Another tab of the same record keeps the form mounted.
      if (!dirty || open.current || current.pathname === next.pathname) return false
      const leave = await confirm({
        title: t('kit.leaveTitle'),
        detail: t('kit.leaveDetail'),
        action: t('kit.leave'),
        cancel: t('kit.stay'),
        close: t('app.close'),
      })
      return !leave
    },
    enableBeforeUnload: () => dirty && !open.current,
  })
  useEffect(
    () =>
      onBeforeReload(() => {
        open.current = true
      }),
    [],
  )
  /** Allows the next navigation: the changes are saved. */
  return () => {
    open.current = true
  }
}

interface Props extends FormScreenProps {
  record: AnyRow | null
  mark: Mark | null
  /** Values prefilled by the form's URL. */
  prefill: FormValues
}

/** Groups of the first paint; those below them are seldom in sight. */
const groupsAtOnce = 2

const none: May = { create: false, update: false, delete: false }

/** A record's form: the section's fields, kept as a draft, validated by the contract, saved through the outbox. */
export function RecordForm({ section, form: draw, record, mark, prefill, search, readOnly, isProtected, starts, ...look }: Props) {
  const { title, notified, summary, confirmSave } = look
  const navigate = useNavigate()
  const router = useRouter()
  const allowed = useMay(section)
  const may = readOnly ? none : allowed
  const path = formPath(section, record?.ref ?? null, search)
  const [restored] = useState(() => {
    const draft = readOnly ? null : readDraft(draftKey(path))
    return draft && restoreDraft(section, draft, record)
  })
  const [defaults] = useState(() => {
    const values = startValues(section.fields, restored?.base ?? record, readOnly)
    return { ...values, ...(record ? {} : starts?.(search)), ...prefill }
  })
  const form = useForm<FormValues>({
    defaultValues: defaults,
    resolver: resolverOf(section),
    mode: 'onTouched',
    shouldFocusError: true,
  })
  useState(() => {
    if (restored) form.reset({ ...defaults, ...restored.values }, { keepDefaultValues: true })
  })
  const locked = record !== null && (isProtected?.(record) ?? false)
  const writable = (record ? may.update : may.create) && !locked
  const { isDirty } = form.formState
  const base = useBase(form, section, record, isDirty, prefill, restored?.base ?? record)
  const draft = useDraft(form, section, path, base)
  const release = useLeaveGuard(isDirty && writable)
  const { copy: _, ...listed } = listSearch(search)
  const from = backOf(section, search)
  const parent = parentOf(section, search)
  const back = () => {
    // Goes back in the history, so that a room of the inbox or the tab of a record stays open.
    if ((from || parent) && router.history.canGoBack()) return router.history.back()
    if (parent) return void navigate(editLink(parent.section, parent.id))
    void navigate(from ? backLink(from) : listLink(section.name, listed))
  }
  const { register: afterSave, run: runSaved } = useAfterSave()
  const saved = async () => {
    if (section.kind === 'setting') {
      form.reset(form.getValues())
      return draft.begin()
    }
    draft.forget()
    release()
    // The next screen may be another tab of this record, where the form stays.
    const left = new Promise<void>((resolve) => {
      const stop = router.subscribe('onResolved', () => {
        stop()
        resolve()
      })
    })
    back()
    await left
  }
  const save = useSave(form, section, base, { afterSave: runSaved, onSaved: saved, toldAfterCreate: notified, confirmSave })
  const added = title ? t(title) : t('kit.new', { section: sectionLabel(section.name) })
  const name = section.kind === 'setting' ? t(`nav.${section.name}`) : record ? titleOf(section, record) : added
  useTitle(name)

  // Filled while the form is drawn, in the order of its groups.
  const sides: ReactNode[] = []
  const tools: FormTools = {
    field: (each, options) => {
      const field = availableField(section.fields, each, record?.[each])
      return field ? <FormField key={each} name={each} field={field} disabled={!writable} prefilled={prefill[each]} {...options} /> : null
    },
    group: (group, children) => {
      const isSide = section.groups.some(({ title: each, side }) => side && each === group)
      const drawn = (
        <section key={group} className="flex flex-col gap-4 border-t pt-5 first:border-t-0 first:pt-0 sm:col-span-2">
          <h2 className="text-sm font-semibold">{partLabel('group', group, section.name)}</h2>
          <div className="grid grid-cols-1 gap-x-6 gap-y-5 sm:grid-cols-2">{children}</div>
        </section>
      )
      const place = section.groups.filter(({ side }) => !side).findIndex(({ title: each }) => each === group)
      if (!isSide) return place < groupsAtOnce ? drawn : <AfterPaint key={group}>{drawn}</AfterPaint>
      sides.push(drawn)
      return null
    },
    side: (children) => {
      sides.push(<Fragment key={sides.length}>{children}</Fragment>)
      return null
    },
    watch: (render) => <Watch render={render} />,
    record,
    from,
    afterSave,
  }

  const drawn = draw(tools)
  const of = useMemo(() => record && { section, record: record.ref }, [section, record])
  return (
    <FormProvider {...form}>
      <WaitsForLeaving value>
        <VideoRecord value={of}>
          <form
            noValidate
            className={`flex flex-col ${recordWidth(section)}`}
            onSubmit={save.submit}
            onKeyDown={(event) => {
              // A window that the form opened has keys of its own.
              const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target)
              if (!isOwn || keyAction('form', event) !== 'save') return
              event.preventDefault()
              if (writable && !event.repeat) save.submit()
            }}
          >
            <FormHeader
              section={section}
              record={record}
              search={listed}
              from={from}
              parent={parent}
              mayEdit={may.update}
              name={name}
              mark={mark && record && <MarkBadge mark={mark} record={record.ref} />}
            />
            <div className="flex flex-col gap-4 px-4 pb-6">
              {draft.restored && (
                <p
                  role="status"
                  className="flex flex-wrap items-center gap-2 rounded-md bg-warning-soft px-3 py-1.5 text-sm text-warning-text"
                >
                  <span className="me-auto">{t(restored?.merged.length ? 'kit.draftMerged' : 'kit.draftRestored')}</span>
                  <Button size="small" onClick={draft.discard}>
                    {t('kit.discardDraft')}
                  </Button>
                </p>
              )}
              {locked && <p className="rounded-md bg-muted px-3 py-2 text-sm text-muted-foreground">{t('kit.locked')}</p>}
              {save.problem && <Alert tone="danger">{save.problem}</Alert>}
              <RecordColumns section={section} record={record} side={sides}>
                <div className="grid grid-cols-1 gap-x-6 gap-y-5 sm:grid-cols-2">{drawn}</div>
              </RecordColumns>
              {record && <RecordFooter record={record} />}
            </div>
            <SaveBar
              section={section}
              record={record}
              writable={writable}
              mayDelete={may.delete && !locked}
              mayDuplicate={section.duplicate && may.create}
              busy={save.busy}
              percent={save.percent}
              summary={record ? null : summary?.()}
              onCancel={section.kind !== 'setting' ? back : isDirty ? draft.discard : null}
              onDeleted={() => {
                draft.forget()
                release()
                back()
              }}
            />
          </form>
        </VideoRecord>
      </WaitsForLeaving>
    </FormProvider>
  )
}

function Watch({ render }: { render: (values: Readonly<FormValues>) => ReactNode }) {
  return render(useWatch<FormValues>())
}
