/** Documents of the bot (docs/product/assistant.md#documents). */

export const knowledgeTypes = ['pdf', 'docx', 'txt', 'csv', 'xlsx'] as const
export type KnowledgeType = (typeof knowledgeTypes)[number]

export const knowledgeStates = ['waiting', 'parsing', 'indexed', 'failed'] as const
export const knowledgeReasons = ['no_text', 'password', 'damaged', 'too_large', 'unsupported'] as const
export type KnowledgeReason = (typeof knowledgeReasons)[number]

/** Maximum bytes of a document. */
export const maxKnowledgeBytes = 20_971_520
