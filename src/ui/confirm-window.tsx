import { useState } from 'react'
import { Button } from './button.tsx'
import { ResponsiveDialog } from './responsive-dialog.tsx'
import { showWindow } from './show-window.tsx'

export interface Question {
  title: string
  detail?: string
  /** What the button does, as a verb: 'Delete 3 leads'. */
  action: string
  cancel: string
  /** Name of the closing cross, where it should not be the word of the cancelling button. */
  close?: string
  destructive?: boolean
  /** What catches the eye first is the way out, not the action. */
  cautious?: boolean
  /** A second, further-reaching way to agree, which never catches the eye first. */
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

/** Draws the question and resolves with the answer; closing it any other way is a no. Use through `confirm()`. */
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
