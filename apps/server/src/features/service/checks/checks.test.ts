import {
  notReadyReasons,
  setupErrors,
  setupWarnings,
} from '@zavet/contract/service/service-endpoints';
import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../../../config/configuration.ts';
import {
  checks,
  checksToRun,
  type ProcessState,
  reasonsAgainstReady,
  setupCodes,
} from './checks.ts';

const healthyState: ProcessState = {
  ...{ isStopping: false, hasStarted: true, isReady: true, hasMasterKey: true },
  ...{ database: 'works', store: 'works', isMailStuck: false, isStorageFull: false },
};
const brokenState: ProcessState = {
  ...{ isStopping: true, hasStarted: false, isReady: false, hasMasterKey: false },
  ...{ database: 'away', store: 'full', isMailStuck: true, isStorageFull: true },
};
const contextWith = (environment: Record<string, string>) => ({
  config: readConfiguration(environment),
  capturedMails: undefined,
});

describe('the list of checks', () => {
  it('has exactly one check per code of /ready and /setup', () => {
    const codes = Object.values(checks).flatMap((check) => [
      ...('ready' in check ? [`ready ${check.ready}`] : []),
      ...('setup' in check ? [`setup ${check.setup}`] : []),
    ]);
    expect(codes.sort()).toEqual(
      [
        ...notReadyReasons.map((reason) => `ready ${reason}`),
        ...[...setupErrors, ...setupWarnings].map((code) => `setup ${code}`),
      ].sort(),
    );
  });

  it('lists reasons in the order of the contract; proxies get only those of this process', () => {
    expect(reasonsAgainstReady(healthyState)).toEqual([]);
    const reasons = ['stopping', 'starting', 'database', 'key', 'object_store', 'mail'];
    expect(reasonsAgainstReady(brokenState)).toEqual(reasons);
    expect(reasonsAgainstReady(brokenState, true)).toEqual(['stopping', 'starting']);
    const later = { ...healthyState, database: 'behind', isReady: false } as const;
    expect(reasonsAgainstReady(later)).toEqual(['migrations', 'queue']);
    const unscheduled = { ...healthyState, database: 'unscheduled' } as const;
    expect(reasonsAgainstReady(unscheduled)).toEqual(['schedules']);
  });

  it('lists failures and missing configuration for /setup', () => {
    const codes = setupCodes(brokenState, contextWith({ OPERATOR: 'Zavet Ltd' }));
    expect([...codes].sort()).toEqual(
      [
        'database_unreachable',
        'master_key_missing',
        'storage_full',
        'bounces_not_read',
        'payments_not_configured',
        'assistant_not_configured',
        'object_storage_not_configured',
        'file_storage_unreachable',
      ].sort(),
    );
  });

  it('runs the checks of the doctor in its own order, with their headings', async () => {
    const look = async (input: string) => [{ about: input, state: 'ok' as const, says: 'fine' }];
    const run = checksToRun({ mail: look, node: look, database: look }, 'an input');
    expect(run.map(({ about, maxDurationMs }) => [about, maxDurationMs])).toEqual([
      ['Node', undefined],
      ['Database', 30_000],
      ['Mail', undefined],
    ]);
    const found = await run[0]?.look(new AbortController().signal);
    expect(found).toMatchObject([{ about: 'an input' }]);
  });
});
