import { useMemo } from 'react'
import { useAccess } from '#console/data/api/session.ts'
import { holds } from '#contract/kit/field/permission.ts'
import { mayAnswer, mayDelete } from '#contract/sections/stock/tanya-saham.ts'

export interface QuestionsMay {
  /** Answer, tag, take over, end. */
  answer: boolean
  assign: boolean
  delete: boolean
}

/** Permissions in the inbox of questions. */
export function useQuestionsMay(): QuestionsMay {
  const access = useAccess()
  return useMemo(
    () => ({
      answer: mayAnswer.some((permission) => holds(access, permission)),
      assign: holds(access, 'update assign-qna'),
      delete: mayDelete.some((permission) => holds(access, permission)),
    }),
    [access],
  )
}
