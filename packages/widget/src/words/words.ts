import type { en } from './en.ts'

/** All texts of the widget in one language. */
export type Words = typeof en
