import { systemClock } from './app/clock.ts'
import { verifyLedger } from './app/verify-ledger.ts'
import { configOfProcess } from './config.ts'
import { startProblem } from './start-problem.ts'
import { joinDatabase } from './store/open-database.ts'
import { listTenants } from './store/tenants.ts'
import { TermsShelf } from './store/terms.ts'

/**
 * `npm run verify-ledger`: re-folds every program of every tenant, beside the running service or without it, prints what
 * does not add up and exits with 1 if anything does not, and with 2 if that could not be found out. Rules 2.13
 */
async function main(): Promise<number> {
  const config = configOfProcess()
  const database = await joinDatabase({ ...config, log: () => {} })
  try {
    let wrong = 0
    for (let cursor: string | null = null; ; ) {
      const tenants = await listTenants(database.pool, { limit: 100, cursor })
      for (const tenant of tenants.items) {
        const context = { pool: database.pool, clock: systemClock, terms: new TermsShelf() }
        const { checked, mismatches } = await verifyLedger(context, tenant.id)
        const { programs, events, entries, bets } = checked
        console.log(
          `${tenant.name} (${tenant.id}): ${programs} programs, ${bets} bets, ${events} events, ${entries} entries`,
        )
        for (const { kind, description } of mismatches) console.log(`  ${kind}: ${description}`)
        wrong += mismatches.length
      }
      cursor = tenants.nextCursor
      if (cursor === null) break
    }
    console.log(wrong === 0 ? 'The ledger adds up.' : `Does not add up: ${wrong}. A flag is open for each.`)
    return wrong === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${startProblem(error) ?? (error instanceof Error ? error.stack : error)}\n`)
  process.exitCode = 2
}
