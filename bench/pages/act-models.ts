import type { Models } from './seed-rows.ts'

/** Has two players do what all rows are copied from, and gives who they are. */
export async function actModels(url: string, serverKey: string): Promise<Models> {
  const post = async (path: string, body: object) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'x-api-key': serverKey, 'content-type': 'application/json', 'x-idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${text}`)
    return JSON.parse(text)
  }
  const ruleset = async (phase: string): Promise<string> =>
    (await post('/v1/admin/rulesets', { name: phase, phase })).ruleset.id
  const { challengeTier } = await post('/v1/admin/challenge-tiers', {
    ...tier,
    challengeRulesetId: await ruleset('challenge'),
    fundedRulesetId: await ruleset('funded'),
  })
  const bet = (userId: string, externalBetId: string, more: object) =>
    post('/v1/bets', { userId, externalBetId, status: 'placed', stakeAmount: 10, odds: 2, ...more })
  const buy = (userId: string) => post('/v1/challenges/purchase', { userId, challengeTierId: challengeTier.id })
  await buy('bettor')
  await bet('bettor', 'model-open', {})
  await bet('bettor', 'model-lost', {})
  await bet('bettor', 'model-lost', { status: 'settled-lost' })
  await buy('payee')
  for (const externalBetId of ['payee-pass', 'payee-profit']) {
    await bet('payee', externalBetId, {})
    await bet('payee', externalBetId, { status: 'settled-won', settlementAmount: 20 })
    if (externalBetId === 'payee-pass') await post('/v1/users/payee/challenge/continue', {})
  }
  await post('/v1/users/payee/withdraw', { grossAmount: 10 })
  return { bettor: 'bettor', payee: 'payee' }
}

/** One won bet of 10.00 passes it. */
const tier = {
  name: 'Model',
  ownStake: 20,
  bonusAmount: 80,
  targetBalance: 110,
  durationDays: 30,
  fundedAccountBalance: 500,
  profitSplitPercent: 80,
}
