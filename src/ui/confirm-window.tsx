import { useState } from 'react'
import { Button } from './button.tsx'
import { ResponsiveDialog } from './responsive-dialog.tsx'
import { showWindow } from './show-window.tsx'

export interface Question {
  title: string
  detail?: string
  /** Label of the button, as a verb: 'Delete 3 leads'. */
  action: string
  cancel: string
  /** Label of the close button, where it differs from the cancel button's. */
  close?: string
  destructive?: boolean
  /** The cancel button is the primary one. */
  cautious?: boolean
  /** A second, further-reaching action, never primary. */
  alternative?: string
}

export type Answer = 'no' | 'yes' | 'alternative'

function Asking({ question, answer }: { question: Question; answer: (given: Answer) => void }) {
  const [open, setOpen] = useState(true)
  const close = (given: Answer) => {
    setOpen(false)
    answer(given)
  }
  return (
    <ResponsiveDialog
      role="alertdialog"
      open={open}
      onOpenChange={(next) => !next && close('no')}
      title={question.title}
      description={question.detail}
      closeLabel={question.close ?? question.cancel}
      footer={
        <>
          <Button variant={question.cautious ? 'primary' : 'secondary'} onClick={() => close('no')}>
            {question.cancel}
          </Button>
          {question.alternative && <Button onClick={() => close('alternative')}>{question.alternative}</Button>}
          <Button variant={question.cautious ? 'secondary' : question.destructive ? 'destructive' : 'primary'} onClick={() => close('yes')}>
            {question.action}
          </Button>
        </>
      }
    >
      <div className="h-4" />
    </ResponsiveDialog>
  )
}

/** Shows the question and resolves with the answer; closing it means no. Use through `confirm()`. */
export function ask(question: Question): Promise<Answer> {
  return new Promise((resolve) => {
    showWindow((closed) => (
      <Asking
        question={question}
        answer={(given) => {
          resolve(given)
          closed()
        }}
      />
    ))
  })
}
