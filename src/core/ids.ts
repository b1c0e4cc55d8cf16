import type { Branded } from './brand.ts'

export type Uuid = Branded<string, 'Uuid'>
export type TenantId = Branded<string, 'TenantId'>
/** The internal id of a player; one table alone maps it to the operator's `UserId`. */
export type PlayerId = Branded<string, 'PlayerId'>
export type UserId = Branded<string, 'UserId'>
export type ProgramId = Branded<string, 'ProgramId'>
export type TierId = Branded<string, 'TierId'>
export type RulesetId = Branded<string, 'RulesetId'>
/** A person who logs in for an operator, or for the installation. */
export type AdminId = Branded<string, 'AdminId'>
export type ExternalBetId = Branded<string, 'ExternalBetId'>
/** The id of a stored event; a bet event's `betEventId` is one. */
export type EventId = Branded<string, 'EventId'>
/** Names the terms by their content: SHA-256 in hex. Rules 9.2 */
export type TermsHash = Branded<string, 'TermsHash'>

/**
 * The n-th id that descends from a UUIDv7: same time and version, other tail. The core makes no ids of its own, for
 * chance has no place in it: a command brings one, and all else that it creates is named after it. The low 32 bits
 * count up, so that nth ids of two commands meet only if the 74 random bits of a millisecond do.
 */
export function nthId<Id extends string>(id: string, n: number): Id {
  const tail = (Number.parseInt(id.slice(-8), 16) + n) >>> 0
  return `${id.slice(0, -8)}${tail.toString(16).padStart(8, '0')}` as Id
}
