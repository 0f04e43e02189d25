import type { ReadinessView } from '@zavet/contract/dashboard/readiness';
import { SealBroken } from '../../platform/encryption/sealed-text.ts';
import { fail } from '../../platform/failure.ts';
import { openHeading } from '../instructions/public.ts';
import type { DashboardDeps } from './dashboard-deps.ts';
import { findReadinessFacts, findSealedHeadings } from './readiness-repository.ts';
import { type Finding, findingsIn } from './readiness-rules.ts';

/** What would go wrong today, with the names of the first that are concerned and no others. */
export async function readReadiness(deps: DashboardDeps, userId: string): Promise<ReadinessView> {
  const stored = await findReadinessFacts(deps.database, userId);
  if (!stored) return fail('session_missing');
  const facts = {
    ...stored,
    is_mail_configured: deps.isMailConfigured,
    are_payments_configured: deps.arePaymentsConfigured,
  };
  const findings = findingsIn(facts, deps.clock.now());
  const names = new Map(stored.contacts.map(({ id, name }) => [id, name]));
  for (const [id, title] of await titlesOf(deps, userId, findings, names)) names.set(id, title);
  return {
    findings: findings.map((finding) => ({
      ...finding,
      concerned: finding.concerned.map((id) => ({ id, name: names.get(id) ?? '' })),
    })),
  };
}

async function titlesOf(
  { database, vault }: DashboardDeps,
  userId: string,
  findings: readonly Finding[],
  known: ReadonlyMap<string, string>,
): Promise<[string, string][]> {
  const wanted = new Set(findings.flatMap(({ concerned }) => concerned));
  const ids = [...wanted].filter((id) => !known.has(id));
  if (ids.length === 0) return [];
  const rows = await findSealedHeadings(database, userId, ids);
  const [first] = rows;
  if (!first) return [];
  const key = vault.open(userId, first);
  return rows.map((row) => [row.id, opened(() => openHeading(key, row).title)]);
}

/** A damaged title does not hide what is wrong with the others. */
function opened(open: () => string): string {
  try {
    return open();
  } catch (error) {
    if (error instanceof SealBroken) return '';
    throw error;
  }
}
