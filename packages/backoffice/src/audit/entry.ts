import type { Answer } from '../../../sdk/src/index.ts'

/** An act on record. */
export type Entry = Answer<'listAuditEvents'>['events'][number]
