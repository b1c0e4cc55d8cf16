import { expect, test } from 'vitest'
import { cancelled, challenge, continued, eur, given, lost, placeBet, won } from '../../test/helpers/given.ts'
import { outgoingTypeOf } from './outgoing.ts'

test('the operator is told what happens to a program, and nothing of what stays inside', () =>
  given()
    .when(
      challenge({ target: eur(110) }),
      placeBet('b1', eur(10)),
      won('b1', eur(99)),
      won('b1', eur(20)),
      continued,
      lost('b1'),
      cancelled,
    )
    .then(({ outcomes }) =>
      expect(outcomes.flatMap(({ events }) => events).map((event) => [event.type, outgoingTypeOf(event)])).toEqual([
        ['ChallengePurchased', 'challenge.activated'],
        ['BetAccepted', undefined],
        ['BetFlagged', undefined],
        ['FlagOpened', undefined],
        ['BetSettled', undefined],
        ['ChallengePassed', 'challenge.passed'],
        ['ChallengeCompleted', 'challenge.completed'],
        ['FundedAccountActivated', 'funded_account.activated'],
        ['BetFlagged', undefined],
        ['FlagOpened', undefined],
      ]),
    ))
