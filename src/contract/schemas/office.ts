import { type Static, Type } from 'typebox'
import { lifeKinds } from '../../core/life-kind.ts'
import { deliveryStatuses } from '../../core/outgoing.ts'
import { environments } from '../../core/tenant.ts'
import { AuditEvent } from './audit.ts'
import { adminRole } from './auth.ts'
import { StoredBetEvent } from './bet-event.ts'
import { Delivery } from './delivery.ts'
import { Flag } from './operator.ts'
import { running } from './overview.ts'
import { Payout } from './payout.ts'
import { ChallengeProgress, FundedProgress, NoProgress, PassedProgress } from './progress.ts'
import {
  amount,
  correlationId,
  count,
  flag,
  moment,
  nextCursor,
  nullable,
  nullableAmount,
  oneOf,
  percentage,
  text,
  uuid,
} from './scalars.ts'

/** Who has logged in, and for whom they act. */
export const SessionAnswer = Type.Object(
  {
    email: text('The address that they log in with'),
    role: adminRole,
    expiresAt: moment('Until when the session is good'),
    tenant: Type.Object(
      {
        id: uuid('The tenant'),
        name: text('Its name'),
        environment: oneOf(environments, { description: 'Where it stands' }),
        currency: text('ISO 4217 code'),
      },
      { description: 'Whose people it is' },
    ),
    now: moment("The tenant's time"),
    correlationId,
  },
  { title: 'SessionAnswer' },
)

export const ListedPlayer = Type.Object(
  {
    userId: text("The operator's id of the player"),
    running: nullable(running),
    programId: nullable(uuid('The latest program, running or ended')),
    status: nullable(text('Its status')),
    tierName: nullable(text('The tier that it was bought as')),
    currentBalance: nullableAmount('Its balance'),
    startingBalance: nullableAmount('What it started with'),
    targetBalance: nullableAmount('The balance that passes; null for a funded account'),
    openBets: count('Accepted bets that are not settled'),
    startedAt: nullable(moment('When it started')),
    expiresAt: nullable(moment('When a challenge expires')),
    endedAt: nullable(moment('When it ended')),
    selfExcluded: flag('Whether the player is self-excluded'),
    openFlags: count('Flags that nobody has resolved'),
  },
  { title: 'ListedPlayer' },
)
export type ListedPlayer = Static<typeof ListedPlayer>

export const PlayerList = Type.Object(
  { players: Type.Array(ListedPlayer, { description: 'Newest first' }), nextCursor, correlationId },
  { title: 'PlayerList' },
)

const progress = Type.Union(
  [
    Type.Omit(ChallengeProgress, ['correlationId'], { title: 'ChallengeStanding' }),
    Type.Omit(PassedProgress, ['correlationId'], { title: 'PassedStanding' }),
    Type.Omit(FundedProgress, ['correlationId'], { title: 'FundedStanding' }),
    Type.Omit(NoProgress, ['correlationId'], { title: 'NoStanding' }),
  ],
  { description: 'The progress, as the player is shown it' },
)

export const PlayerAnswer = Type.Object(
  {
    userId: text("The operator's id of the player"),
    known: flag('Whether anything was ever stored of this player'),
    progress,
    summary: ListedPlayer,
    floor: nullableAmount('The balance at which a loss ends the program; null without a program or a limit'),
    correlationId,
  },
  { title: 'PlayerAnswer' },
)

export const TimelineEntry = Type.Object(
  {
    id: uuid('The event or the act; a webhook has the id of its event'),
    kind: oneOf(lifeKinds, { description: 'What kind of thing it is' }),
    type: text(
      'What happened: bet, the name of the webhook, a name of the same kind for what is told to nobody, or that of the act',
    ),
    at: moment("When it happened, in the tenant's time, a webhook with its event; acts in real time"),
    recordedAt: moment('When it was stored; webhooks and acts in real time'),
    programId: nullable(uuid('The program that it belongs to')),
    bet: Type.Union([StoredBetEvent, Type.Null()], { description: 'The bet event, where it is one' }),
    data: Type.Record(Type.String(), Type.Union([Type.Number(), Type.String(), Type.Boolean(), Type.Null()]), {
      description: 'What else is to be said, by name',
    }),
    webhook: Type.Union(
      [
        Type.Object({
          type: text('The name under which it was sent'),
          status: oneOf(deliveryStatuses, { description: 'What became of it' }),
          attempts: count('How often it was tried'),
        }),
        Type.Null(),
      ],
      { description: 'How the operator was told; null where there was nothing to tell' },
    ),
    delivery: Type.Union([Delivery, Type.Null()], { description: 'The webhook with its attempts, where it is one' }),
    act: Type.Union([AuditEvent, Type.Null()], {
      description: 'What somebody did, as the audit has it, where it is that',
    }),
  },
  { title: 'TimelineEntry' },
)
export type TimelineEntry = Static<typeof TimelineEntry>

export const Timeline = Type.Object(
  { entries: Type.Array(TimelineEntry, { description: 'Newest first' }), nextCursor, correlationId },
  { title: 'Timeline' },
)

const curve = Type.Array(Type.Object({ at: moment('When'), balance: amount('The balance from then on') }), {
  description: 'The balance after each event, the oldest first; thinned out where there are many',
})

export const BalanceCurve = Type.Object(
  {
    programId: nullable(uuid('The program; null where the player has none')),
    points: curve,
    startingBalance: nullableAmount('What it started with'),
    targetBalance: nullableAmount(
      'The balance that passes; null for a funded account and for a program before the latest',
    ),
    floor: nullableAmount(
      'The balance at which a loss ends it; null without a limit and for a program before the latest',
    ),
    correlationId,
  },
  { title: 'BalanceCurve' },
)

export const PayoutReview = Type.Object(
  {
    payout: Payout,
    account: Type.Union(
      [
        Type.Object({
          fundedAmount: amount('What the account started with'),
          currentBalance: amount('The balance, what is held for this payout included'),
          profit: amount('The balance above the funded amount; negative below it'),
          balanceAfter: amount('The balance once this payout is executed'),
          openBets: count('Accepted bets that are not settled'),
          openStake: amount('Their stakes'),
          totalWithdrawn: amount("The player's shares paid so far"),
          payoutCount: count('Payouts so far'),
          maxPayouts: nullable(count('Most payouts; null is no limit')),
          tierName: text('The tier that was bought'),
          startedAt: moment('When the account opened'),
          floor: nullableAmount('The balance at which a loss ends the account; null without a limit'),
        }),
        Type.Null(),
      ],
      { description: 'The funded account as it stands; null once the player has gone on' },
    ),
    bets: Type.Object(
      {
        won: count('Bets won'),
        lost: count('Bets lost'),
        staked: amount('Their stakes'),
        returned: amount('Their returns'),
        profit: amount('Returns less stakes'),
        largestWin: Type.Union(
          [
            Type.Object({
              externalBetId: text("The operator's id of the bet"),
              profit: amount('Its return less its stake'),
              shareOfWinnings: percentage(
                'Its share of returns less stakes; 100 where the others lost more than they won',
              ),
            }),
            Type.Null(),
          ],
          { description: 'The bet that won most' },
        ),
      },
      { description: 'How the player bets' },
    ),
    curve,
    payouts: Type.Array(Payout, { description: 'The other payouts of the account, newest first' }),
    openFlags: Type.Array(Flag, { description: 'What a person should look at first, newest first' }),
    correlationId,
  },
  { title: 'PayoutReview' },
)
export type PayoutReview = Static<typeof PayoutReview>
