import type { OperationId } from '../../contract/operations/index.ts'
import type { Route } from '../route.ts'
import { addAdmin } from './add-admin.ts'
import { advanceClock } from './advance-clock.ts'
import { cancelChallenge } from './cancel-challenge.ts'
import { cancelForPlayer } from './cancel-for-player.ts'
import { changeRuleset } from './change-ruleset.ts'
import { changeSettings } from './change-settings.ts'
import { changeTenant } from './change-tenant.ts'
import { changeTier } from './change-tier.ts'
import { confirmPayout } from './confirm-payout.ts'
import { continueChallenge } from './continue-challenge.ts'
import { correctBetEvent } from './correct-bet-event.ts'
import { createAdmin } from './create-admin.ts'
import { createFlag } from './create-flag.ts'
import { createRuleset } from './create-ruleset.ts'
import { createTenant } from './create-tenant.ts'
import { createTier } from './create-tier.ts'
import { deleteAdapterMapping } from './delete-adapter-mapping.ts'
import { eraseUser } from './erase-user.ts'
import { exportAudit } from './export-audit.ts'
import { exportUser } from './export-user.ts'
import { getAdapterMapping } from './get-adapter-mapping.ts'
import { getAuditEvent } from './get-audit-event.ts'
import { getBalanceCurve } from './get-balance-curve.ts'
import { getBetDecision } from './get-bet-decision.ts'
import { getBetEvent } from './get-bet-event.ts'
import { getChallenge } from './get-challenge.ts'
import { getClock } from './get-clock.ts'
import { getDelivery } from './get-delivery.ts'
import { getFlag } from './get-flag.ts'
import { getHealth } from './get-health.ts'
import { getHistory } from './get-history.ts'
import { getLeaderboard } from './get-leaderboard.ts'
import { getLiveness } from './get-liveness.ts'
import { getOverview } from './get-overview.ts'
import { getPayoutDecision } from './get-payout-decision.ts'
import { getPlayer } from './get-player.ts'
import { getProgress } from './get-progress.ts'
import { getReadiness } from './get-readiness.ts'
import { getReconciliation } from './get-reconciliation.ts'
import { getSelfExclusion } from './get-self-exclusion.ts'
import { getSession } from './get-session.ts'
import { getSettings } from './get-settings.ts'
import { getTenant } from './get-tenant.ts'
import { getTierTerms } from './get-tier-terms.ts'
import { getTimeline } from './get-timeline.ts'
import { getUsage } from './get-usage.ts'
import { getUserRuleset } from './get-user-ruleset.ts'
import { getWidgetConfig } from './get-widget-config.ts'
import { getWithdrawable } from './get-withdrawable.ts'
import { listAdmins } from './list-admins.ts'
import { listAllTiers } from './list-all-tiers.ts'
import { listAuditEvents } from './list-audit-events.ts'
import { listBetEvents } from './list-bet-events.ts'
import { listChallengeTiers } from './list-challenge-tiers.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listEvents } from './list-events.ts'
import { listFlags } from './list-flags.ts'
import { listInstallationAudit } from './list-installation-audit.ts'
import { listKeys } from './list-keys.ts'
import { listLoyaltyTiers } from './list-loyalty-tiers.ts'
import { listPayouts } from './list-payouts.ts'
import { listPlayers } from './list-players.ts'
import { listRulesetVersions } from './list-ruleset-versions.ts'
import { listRulesets } from './list-rulesets.ts'
import { listTenants } from './list-tenants.ts'
import { listTierVersions } from './list-tier-versions.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { mintUserToken } from './mint-user-token.ts'
import { pingWebhook } from './ping-webhook.ts'
import { promoteTenant } from './promote-tenant.ts'
import { purchaseChallenge } from './purchase-challenge.ts'
import { reconcileStatement } from './reconcile-statement.ts'
import { recordBet } from './record-bet.ts'
import { recordBets } from './record-bets.ts'
import { refundFundedStake } from './refund-funded-stake.ts'
import { refundStake } from './refund-stake.ts'
import { rejectPayout } from './reject-payout.ts'
import { removeAdmin } from './remove-admin.ts'
import { renewKey } from './renew-key.ts'
import { replayDeliveries } from './replay-deliveries.ts'
import { resetUser } from './reset-user.ts'
import { resolveFlag } from './resolve-flag.ts'
import { retryDelivery } from './retry-delivery.ts'
import { reviewPayout } from './review-payout.ts'
import { rotateKey } from './rotate-key.ts'
import { sendMfaCode } from './send-mfa-code.ts'
import { setAdapterMapping } from './set-adapter-mapping.ts'
import { setAdminRole } from './set-admin-role.ts'
import { setIntegrationMode } from './set-integration-mode.ts'
import { setMaintenance } from './set-maintenance.ts'
import { setSelfExclusion } from './set-self-exclusion.ts'
import { setTenantMaintenance } from './set-tenant-maintenance.ts'
import { settleBetEvent } from './settle-bet-event.ts'
import { settleBetEvents } from './settle-bet-events.ts'
import { streamChanges } from './stream-changes.ts'
import { streamEvents } from './stream-events.ts'
import { testAdapterMapping } from './test-adapter-mapping.ts'
import { validateBet } from './validate-bet.ts'
import { verifyAudit } from './verify-audit.ts'
import { verifyLedger } from './verify-ledger.ts'
import { verifyMfaCode } from './verify-mfa-code.ts'
import { withdraw } from './withdraw.ts'

/** What each operation does; one that is missing does not compile. The reference shows those of a tag in this order. */
export const routes = {
  listInstallationAudit,
  getUsage,
  eraseUser,
  exportUser,
  exportAudit,
  verifyAudit,
  getAuditEvent,
  listAuditEvents,
  advanceClock,
  cancelChallenge,
  changeRuleset,
  changeSettings,
  changeTenant,
  changeTier,
  confirmPayout,
  getSession,
  getOverview,
  listPlayers,
  getPlayer,
  getTimeline,
  getBalanceCurve,
  reviewPayout,
  cancelForPlayer,
  getDelivery,
  listAdmins,
  addAdmin,
  removeAdmin,
  continueChallenge,
  correctBetEvent,
  createAdmin,
  createFlag,
  createRuleset,
  createTenant,
  createTier,
  deleteAdapterMapping,
  getAdapterMapping,
  getBetDecision,
  getBetEvent,
  getChallenge,
  getClock,
  getFlag,
  getHealth,
  getHistory,
  getLeaderboard,
  getLiveness,
  getPayoutDecision,
  getProgress,
  getReadiness,
  getReconciliation,
  getSelfExclusion,
  getSettings,
  getTenant,
  getTierTerms,
  getUserRuleset,
  getWidgetConfig,
  getWithdrawable,
  listAllTiers,
  listBetEvents,
  listChallengeTiers,
  listDeliveries,
  listEvents,
  listFlags,
  listKeys,
  listLoyaltyTiers,
  listPayouts,
  listRulesets,
  listRulesetVersions,
  listTenants,
  listTierVersions,
  logIn,
  logOut,
  mintUserToken,
  pingWebhook,
  promoteTenant,
  purchaseChallenge,
  renewKey,
  replayDeliveries,
  resolveFlag,
  resetUser,
  retryDelivery,
  reconcileStatement,
  recordBet,
  recordBets,
  refundFundedStake,
  refundStake,
  rejectPayout,
  rotateKey,
  sendMfaCode,
  setAdapterMapping,
  setAdminRole,
  setIntegrationMode,
  setMaintenance,
  setSelfExclusion,
  setTenantMaintenance,
  settleBetEvent,
  settleBetEvents,
  testAdapterMapping,
  streamEvents,
  streamChanges,
  validateBet,
  verifyLedger,
  verifyMfaCode,
  withdraw,
} satisfies { readonly [id in OperationId]: Route }
