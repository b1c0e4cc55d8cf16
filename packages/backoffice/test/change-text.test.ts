import { describe, expect, test } from 'vitest'
import { changeText } from '../src/audit/change-text.ts'

describe('what changed', () => {
  test.each([
    [{ balance: 20_079 }, { ownStakeGoes: 'forfeited' }, 'Balance before: 200.79; Own stake goes: forfeited'],
    [{ maxOdds: 300_000 }, { maxOdds: 315_000 }, 'Largest odds: 30 → 31.5'],
    [{ maxStakePercent: 1_050 }, { maxStakePercent: null }, 'Largest stake, of the balance: 10.5 % → no limit'],
    [{ maxPayoutMultiplier: 550 }, { maxPayoutMultiplier: 600 }, 'Largest return, of the start: 5.5 times → 6 times'],
    [{ durationDays: 30 }, { durationDays: 31 }, 'Days: 30 → 31'],
    [null, { grossAmount: 123_456, mandatory: true }, 'Gross: 1,234.56; Mandatory: yes'],
    [{ cooldownHours: null }, { cooldownHours: 24 }, 'Cooldown, hours: until 00:00 UTC → 24'],
  ])('has its unit: %j, %j', (before, after, text) => {
    expect(changeText(before, after)).toBe(text)
  })

  test.each([
    [null, { reason: 'insufficient_active_days' }, 'Reason: too few active days'],
    [{ role: 'operator_support' }, { role: 'operator_admin' }, 'Role: support → admin'],
    [null, { mfaEnabled: false }, 'Code by e-mail: no'],
    [{ until: null }, { until: '2026-03-02T12:00:00.000Z' }, 'Until: nothing → 2026-03-02 12:00 UTC'],
    [null, { tierId: '01a20038-bde8-7000-8aa0-193ad19ca01c' }, 'Tier id: 01a20038…'],
    [null, { termsHash: 'ab'.repeat(32) }, 'Terms hash: abababab…'],
    [null, { settlementAmount: null }, 'Whole return as sent: nothing'],
    [null, { rateLimits: { bets: 1500 } }, 'Rate limits: {"bets":1500}'],
    [null, { message: 'Back soon' }, 'Message: Back soon'],
    [null, null, ''],
  ])('reads as people talk: %j, %j', (before, after, text) => {
    expect(changeText(before, after)).toBe(text)
  })
})
