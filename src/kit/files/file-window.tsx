import { ArrowLeft, FileText, Share } from 'lucide-react'
import { useEffect, useState } from 'react'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog } from '#console/ui/dialog.tsx'
import { showWindow } from '#console/ui/show-window.tsx'
import { Spinner } from '#console/ui/spinner.tsx'
import { useAddress } from '../form/values/use-address.ts'
import { isWithoutBrowser } from './home-screen-app.ts'
import { shareFile } from './save-file.ts'

/** A browser without a viewer of PDFs downloads what is framed; an iPhone has none by that name, and draws the first page. */
const framesPdf = () => navigator.pdfViewerEnabled || isWithoutBrowser()

function Content({ file }: { file: File }) {
  const address = useAddress({ content: file })
  const [isBroken, setBroken] = useState(false)
  if (file.type.startsWith('image/') && address && !isBroken)
    return <img src={address} alt={file.name} className="min-h-0 flex-1 object-contain" onError={() => setBroken(true)} />
  if (file.type === 'application/pdf' && address && framesPdf())
    return (
      <>
        <p className="px-4 py-2 text-sm text-muted-foreground">{t('kit.openedPdf')}</p>
        <iframe src={address} title={file.name} className="min-h-0 w-full flex-1 border-0 bg-white" />
      </>
    )
  return (
    <div className="grid flex-1 place-content-center justify-items-center gap-3 p-6 text-center text-sm text-muted-foreground">
      <FileText aria-hidden="true" className="size-10" />
      <p className="max-w-prose">{t('kit.openedFile')}</p>
    </div>
  )
}

/** Covers the app while a file is shown; `onClose` is called once, also when it could not be loaded. */
function FileWindow({ name, content, onClose }: { name: string; content: Promise<File>; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const [file, setFile] = useState<File | null>(null)
  const [isRefused, setRefused] = useState(false)
  const close = () => {
    setOpen(false)
    onClose()
  }
  useEffect(() => {
    content.then(setFile, () => {
      setOpen(false)
      onClose()
    })
  }, [content, onClose])
  const save = async () => {
    if (file) setRefused((await shareFile(file)) === 'unknown')
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => !next && close()}
      title={<bdi className="break-words">{name}</bdi>}
      closeLabel={t('app.close')}
      className="h-dvh! max-h-none! w-screen! max-w-none! rounded-none! pt-(--safe-top) pb-(--safe-bottom)"
      footer={
        <>
          <Button className="me-auto" onClick={close}>
            <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
            {t('app.back')}
          </Button>
          <Button variant="primary" repeats disabled={!file} onClick={() => void save()}>
            <Share aria-hidden="true" />
            {t('app.save')}
          </Button>
        </>
      }
    >
      <div className="flex h-full flex-col bg-muted/50">
        {isRefused && (
          <p role="alert" className="px-4 py-2 text-sm text-danger-text">
            {t('kit.cannotShare')}
          </p>
        )}
        {file ? <Content file={file} /> : <Spinner className="m-auto size-6" />}
      </div>
    </Dialog>
  )
}

/**
 * Shows a file on a page of ours, with Back, and Save that shares it: a picture, a PDF, or the words that it has to be saved. Rejects, and
 * closes the page, where `content` does.
 */
export async function showFile(name: string, content: Promise<File>): Promise<void> {
  await loadMessages('kit')
  showWindow((closed) => <FileWindow name={name} content={content} onClose={closed} />)
  await content
}
