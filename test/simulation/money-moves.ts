import { anyWish, freshBetId, placementBody } from './bet-moves.ts'
import { openBets } from './model/bet-events.ts'
import { factsOf } from './model/facts.ts'
import { endOf, programsOf } from './model/programs.ts'
import { DAY, HOUR, iso, MINUTE, TOLERANCE } from './model/time.ts'
import { editRuleset } from './scenery.ts'
import { ask, bookOf, type Player, post, programOf, read, type Stage } from './stage.ts'
import { moveTo } from './time-moves.ts'

const UNKNOWN_TIER = '01890a5d-ac96-774b-bcce-b302099a8057'

const tiersOf = (stage: Stage, tenant: string): string[] => [
  ...new Set(factsOf(stage.model.book(tenant), 'tier').map((fact) => fact.tier.id)),
]

function anyTier(stage: Stage, player: Player): string {
  const { chance } = stage
  const foreign = stage.tenants.filter((tenant) => tenant !== player.tenant)
  return chance.weighted<() => string>([
    [92, () => chance.pick(tiersOf(stage, player.tenant))],
    [4, () => UNKNOWN_TIER],
    [4, () => chance.pick(tiersOf(stage, chance.pick(foreign)))],
  ])()
}

/** When the challenge is to have started: now, a while ago, a little ahead, or where that is refused. */
function startTime(stage: Stage, player: Player): Record<string, unknown> {
  const { chance, now } = stage
  const book = bookOf(stage, player)
  const ends = programsOf(book, player.user).map((program) => endOf(book, program)?.at ?? now)
  const latest = Math.max(now - 2 * DAY, ...ends)
  const at = chance.weighted<number | undefined>([
    [75, undefined],
    [6, now - chance.whole(1, 120) * MINUTE],
    [4, now - chance.whole(1, 60) * HOUR],
    [3, now + chance.whole(1, 4) * MINUTE],
    [2, now + TOLERANCE],
    [2, now + TOLERANCE + 1],
    [2, now - 6 * DAY],
    [3, latest],
    [3, latest - 1],
  ])
  return at === undefined ? {} : { timestamp: iso(at) }
}

const keyHeader = (key: string): Record<string, string> => ({ 'x-idempotency-key': key })

export function purchase(stage: Stage, player: Player): void {
  const { chance } = stage
  // A start at midnight to the millisecond would make the reminder and the end of a cooldown due at one instant.
  if (stage.now % DAY === 0) moveTo(stage, stage.now + 1)
  const body = { userId: player.user, challengeTierId: anyTier(stage, player), ...startTime(stage, player) }
  const headers = chance.happens(0.4) ? keyHeader(`buy-${stage.steps.length}`) : {}
  const draft = { tenant: player.tenant, method: 'POST' as const, path: '/v1/challenges/purchase', body, headers }
  if (ask(stage, draft) && chance.happens(0.5) && 'x-idempotency-key' in headers)
    stage.repeatable.push({ ...draft, now: stage.now })
}

/** Refund of the own stake, also without its key or confirmation. */
export function refund(stage: Stage, player: Player): void {
  const { chance } = stage
  const path = `/v1/users/${player.user}/challenge/refund-stake`
  const headers = chance.happens(0.1) ? {} : keyHeader(`refund-${stage.steps.length}`)
  const body = chance.happens(0.1) ? {} : { confirm: true }
  const draft = { tenant: player.tenant, method: 'POST' as const, path, body, headers }
  // Whether a key stays free after a missing confirmation is left open, so only confirmed requests come again.
  if (ask(stage, draft) && 'confirm' in body) stage.repeatable.push({ ...draft, now: stage.now })
}

/** A request under a key once more: the same body, or another one. */
export function repeatKeyed(stage: Stage, player: Player): void {
  const keyed = stage.repeatable.filter(
    (request) => request.tenant === player.tenant && request.headers?.['x-idempotency-key'] !== undefined,
  )
  const request = stage.chance.pickOrNone(keyed)
  if (!request) return
  const body = stage.chance.happens(0.75) ? request.body : { ...request.body, note: 'another body' }
  ask(stage, { ...request, ...(body && { body }) })
}

export const goOn = (stage: Stage, player: Player): void => {
  post(stage, player, `/v1/users/${player.user}/challenge/continue`)
}

export const cancel = (stage: Stage, player: Player): void => {
  const body = stage.chance.happens(0.15) ? { confirm: false } : { confirm: true }
  post(stage, player, `/v1/users/${player.user}/challenge/cancel`, body)
}

/** Self-exclusion of a user that the tenant knows, for good, for a while, or lifted. */
export function exclude(stage: Stage, player: Player): void {
  if (programsOf(bookOf(stage, player), player.user).length === 0) return
  const body = stage.chance.weighted<Record<string, unknown>>([
    [2, { excluded: true, until: null }],
    [3, { excluded: true, until: iso(stage.now + stage.chance.whole(1, 30) * HOUR) }],
    [4, { excluded: false, until: null }],
  ])
  const path = `/v1/admin/users/${player.user}/self-exclusion`
  ask(stage, { tenant: player.tenant, method: 'PUT', path, body })
}

/** The operator edits a tier or a ruleset. */
export function administer(stage: Stage, player: Player): void {
  const { tenant } = player
  const book = bookOf(stage, player)
  if (stage.chance.happens(0.5)) {
    const rulesets = [...new Set(factsOf(book, 'rules').map((fact) => fact.rules.id))]
    editRuleset(stage, tenant, stage.chance.pick(rulesets))
    return
  }
  const id = stage.chance.pick(tiersOf(stage, tenant))
  const body = stage.chance.pick([{ enabled: false }, { enabled: true }, { minBetsRequired: 3 }, { durationDays: 4 }])
  ask(stage, { tenant, method: 'PUT', path: `/v1/admin/challenge-tiers/${id}`, body })
}

export function readAny(stage: Stage, player: Player): void {
  const what = stage.chance.weighted([
    [5, 'progress'],
    [2, 'history'],
    [3, 'ruleset'],
  ])
  read(stage, player, what)
}

/** Placements, settlements and repeats of several players in one batch, judged in order. */
export function sendBatch(stage: Stage, player: Player): void {
  const { chance } = stage
  const fellows = stage.players.filter((other) => other.tenant === player.tenant)
  const bets: Record<string, unknown>[] = []
  for (let item = chance.whole(2, 6); item > 0; item -= 1) {
    const fellow = chance.pick(fellows)
    const program = programOf(stage, fellow)
    const open = program && chance.pickOrNone(openBets(bookOf(stage, fellow), program.id))
    const placement = placementBody(fellow, freshBetId(stage), anyWish(stage, fellow, program))
    const lost = open && { userId: fellow.user, externalBetId: open.externalBetId, status: 'settled-lost' }
    bets.push(lost && chance.happens(0.4) ? lost : placement)
    if (chance.happens(0.15)) bets.push(placement)
  }
  ask(stage, { tenant: player.tenant, method: 'POST', path: '/v1/bets/batch', body: { bets } })
}
