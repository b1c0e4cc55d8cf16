import type { en } from './en.ts'
import type { MoreCodes } from './en-codes.ts'

type Some<Group> = { readonly [Name in keyof Group]?: Group[Name] }

/** All texts of the widget in one language; what English leaves to the service others need not have. */
export type Words = typeof en & { readonly rule: Some<MoreCodes['rule']> } & Some<Omit<MoreCodes, 'rule'>>
