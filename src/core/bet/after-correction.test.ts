import { describe, test } from 'vitest'
import {
  balance,
  corrected,
  duplicateOf,
  eur,
  flagged,
  flags,
  given,
  lost,
  stands,
  tells,
  voided,
  won,
} from '../../../test/helpers/given.ts'
import { lostBet, voidBet, wonBet } from '../../../test/helpers/settled-bets.ts'

describe('Rules 4.17: what the feed says later', () => {
  test('agreeing with the new outcome it is a duplicate, whatever the amount', () =>
    given(...lostBet, corrected('b1', 'won'))
      .when(won('b1', eur(80)))
      .then(duplicateOf('accepted')))

  test('the same as at first it is a duplicate, too', () =>
    given(...lostBet, corrected('b1', 'won'))
      .when(lost('b1'))
      .then(duplicateOf('accepted')))

  test('otherwise it is a contradiction', () =>
    given(...voidBet, corrected('b1', 'won'))
      .when(lost('b1'))
      .then(flagged('b1', 'conflicting_settlement')))

  test('a void agrees with a correction to void', () =>
    given(...lostBet, corrected('b1', 'voided'))
      .when(voided('b1'))
      .then(duplicateOf('accepted')))

  test('what a correction said and the next one took back is a contradiction', () =>
    given(...lostBet, corrected('b1', 'won'), corrected('b1', 'lost'))
      .when(won('b1', eur(90)))
      .then(flagged('b1', 'conflicting_settlement'), flags('conflicting_settlement'), stands('b1', 'lost')))

  test('a void that a correction said and the next one took back is one of the feed', () =>
    given(...lostBet, corrected('b1', 'voided'), corrected('b1', 'won', eur(60)))
      .when(voided('b1'))
      .then(tells('BetVoided'), balance(eur(100)), stands('b1', 'voided')))

  test('what a correction said and a void of the feed took back is a contradiction', () =>
    given(...lostBet, corrected('b1', 'won'), voided('b1'))
      .when(won('b1', eur(90)))
      .then(flagged('b1', 'conflicting_settlement'), stands('b1', 'voided')))

  test('what the feed itself said is a duplicate, however often it was corrected', () =>
    given(...wonBet, voided('b1'), corrected('b1', 'won', eur(60)), corrected('b1', 'voided'), corrected('b1', 'lost'))
      .when(won('b1', eur(90)), voided('b1'), lost('b1'))
      .then(tells(), balance(eur(70)), stands('b1', 'lost')))

  test('agreeing with the last of several corrections it is a duplicate', () =>
    given(...voidBet, corrected('b1', 'won'), corrected('b1', 'lost'), corrected('b1', 'won'))
      .when(won('b1', eur(80)))
      .then(duplicateOf('accepted')))
})
