import type { Pool } from 'pg'
import type { UserId } from '../core/ids.ts'
import { type Instant, instant } from '../core/instant.ts'
import type { LifeKind } from '../core/life-kind.ts'
import type { AuditRecord } from '../store/audit.ts'
import { type DeliveryOfEvent, deliveriesOfPlayer } from '../store/deliveries.ts'
import type { LifeRequest, Page, PageRequest } from '../store/page.ts'
import type { Tenant } from '../store/tenants.ts'
import type { TermsShelf } from '../store/terms.ts'
import { type LifeEvent, listLifeEvents, NEWEST } from '../store/timeline.ts'
import type { Auditing } from './audit/auditing.ts'

/*
 * Everything that happened to a player, in one order of time. It stands in three tables: what was stored of them, the
 * webhooks that told of it, and what people did. Each is numbered for itself, by numbers that no two rows share; a page
 * reads each from where the page before left it and puts them together. Its cursor says those three places, so that rows
 * of the same instant are neither told twice nor lost, and a page in the midst of a long life costs what the first does.
 *
 * A webhook comes right after its event, whose number it has. Acts come by their time, within an instant by their id.
 * They are written in real time, and events in the tenant's: where a test clock has moved, ids tell when both really came
 * to be.
 */

/** Something that happened to a player. */
export type LifeItem =
  | { readonly source: 'event'; readonly life: LifeEvent }
  | { readonly source: 'webhook'; readonly delivery: DeliveryOfEvent }
  | { readonly source: 'act'; readonly act: AuditRecord }

export interface TimelineFilter {
  readonly tenant: Tenant
  readonly userId: UserId
  /** Bets among them only together with every other kind, or alone. */
  readonly kinds: readonly LifeKind[]
}

interface Context {
  readonly pool: Pool
  readonly terms: TermsShelf
  readonly actsOn: Auditing['actsOn']
}

/** The last row of each source that was told; `NEWEST` where none was. */
interface Places {
  readonly event: number
  readonly webhook: number
  readonly act: number
}

const beginning: Places = { event: NEWEST, webhook: NEWEST, act: NEWEST }

/** A page of what happened to a player, the newest first. */
export async function timelineOf(
  context: Context,
  filter: TimelineFilter,
  { cursor, limit }: PageRequest,
): Promise<Page<LifeItem>> {
  const places = cursor === null ? beginning : placesOf(cursor)
  const [events, webhooks, acts] = await read(context, filter, places, limit + 1)
  const told = merged(events, webhooks, ({ life }, { delivery }) => life.seq > delivery.seq)
  const isMoved = filter.tenant.clockOffsetMs > 0
  const all = merged(told, acts, (item, { act }) => isAfter(momentOf(item, isMoved), momentOfAct(act, isMoved)))
  const items = all.slice(0, limit)
  return { items, nextCursor: all.length > limit ? cursorOf(placesAfter(items, places)) : null }
}

type Of<Source extends LifeItem['source']> = Extract<LifeItem, { readonly source: Source }>

async function read({ pool, terms, actsOn }: Context, filter: TimelineFilter, places: Places, limit: number) {
  const { tenant, kinds, userId } = filter
  const eventKinds = kinds.filter((kind) => kind !== 'webhook' && kind !== 'act')
  const asked = (before: number): LifeRequest => ({ tenantId: tenant.id, userId, before, limit })
  const [lives, deliveries, acts] = await Promise.all([
    eventKinds.length === 0 ? [] : listLifeEvents(pool, asked(places.event), eventKinds, terms),
    kinds.includes('webhook') ? deliveriesOfPlayer(pool, asked(places.webhook)) : [],
    kinds.includes('act') ? actsOn(asked(places.act)) : [],
  ])
  return [
    lives.map((life): Of<'event'> => ({ source: 'event', life })),
    deliveries.map((delivery): Of<'webhook'> => ({ source: 'webhook', delivery })),
    acts.map((act): Of<'act'> => ({ source: 'act', act })),
  ] as const
}

/** Puts two lists together in the order that each has; `isFirst` tells whether the item of the first comes first. */
function merged<A extends LifeItem, B extends LifeItem>(
  first: readonly A[],
  second: readonly B[],
  isFirst: (a: A, b: B) => boolean,
): readonly (A | B)[] {
  const items: (A | B)[] = []
  let at = 0
  for (const b of second) {
    for (let a = first[at]; a !== undefined && isFirst(a, b); a = first[at]) {
      items.push(a)
      at += 1
    }
    items.push(b)
  }
  return [...items, ...first.slice(at)]
}

/** A place in the one order of time. */
interface Moment {
  readonly at: Instant
  readonly id: string
}

const isAfter = (a: Moment, b: Moment): boolean => (a.at === b.at ? a.id > b.id : a.at > b.at)

function momentOf(item: Of<'event'> | Of<'webhook'>, isMoved: boolean): Moment {
  const { recordedAt } = item.source === 'event' ? item.life : item.delivery
  const id = item.source === 'event' ? item.life.event.id : item.delivery.eventId
  return { at: isMoved ? madeAt(id) : recordedAt, id }
}

const momentOfAct = ({ id, at }: AuditRecord, isMoved: boolean): Moment => ({ at: isMoved ? madeAt(id) : at, id })

/** The moment in a UUIDv7. */
const madeAt = (id: string): Instant => instant(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))

function placesAfter(items: readonly LifeItem[], before: Places): Places {
  const places = { ...before }
  for (const item of items) {
    if (item.source === 'event') places.event = item.life.seq
    else if (item.source === 'webhook') places.webhook = item.delivery.seq
    else places.act = item.act.seq
  }
  return places
}

const cursorOf = ({ event, webhook, act }: Places): string => `${event}.${webhook}.${act}`

function placesOf(cursor: string): Places {
  const [event = NEWEST, webhook = NEWEST, act = NEWEST] = cursor.split('.').map(Number)
  return { event, webhook, act }
}
