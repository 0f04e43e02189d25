import { DrizzleQueryError } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { ObjectStoreUnavailable } from '../../src/platform/file-storage/object-store.ts';
import { MailRefused } from '../../src/platform/mail/mail-transport.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { createOutages, dependencyOf } from '../../src/platform/observability/outages.ts';

function createLogging() {
  const lines: string[] = [];
  const time = { now: 1_000 };
  const outages = createOutages(dependencyOf, () => time.now);
  const log = createLogger('debug', true, { write: (line) => lines.push(line) }, { outages });
  return { log, outages, time, lines: () => lines.map((line) => JSON.parse(line)) };
}

const connectionRefused = () =>
  Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
const failedStatement = () => new DrizzleQueryError('select 1', [], connectionRefused());
const silentServer = () =>
  new MailRefused('connect ECONNREFUSED', { permanent: false, isUnanswered: true });

describe('the log of an outage', () => {
  it('has one line at its start and one at its end, instead of one per call', () => {
    const { log, outages, time, lines } = createLogging();
    for (let call = 0; call < 300; call += 1) {
      log.error(
        { code: 'job_queue_failed', err: connectionRefused() },
        'the job queue met an error',
      );
      log.warn({ code: 'rate_limits_in_memory', err: failedStatement() }, 'in memory');
      log.error({ code: 'request_failed', error_code: 'database_unavailable' }, 'failed');
      time.now += 100;
    }
    time.now += 2_000;
    outages.markAvailable('database', log);
    outages.markAvailable('database', log);
    expect(lines()).toMatchObject([
      {
        level: 'error',
        code: 'outage_started',
        dependency: 'database',
        seen_by: 'job_queue_failed',
        err: { code: 'ECONNREFUSED' },
        msg: 'the database cannot be reached',
      },
      {
        level: 'warn',
        code: 'outage_ended',
        dependency: 'database',
        seconds: 32,
        calls: 900,
      },
    ]);
  });

  it('also has lines for the next outage', () => {
    const { log, outages, time, lines } = createLogging();
    for (let round = 0; round < 2; round += 1) {
      log.error({ code: 'database_unavailable', err: connectionRefused() }, 'trying again');
      time.now += 5_000;
      outages.markAvailable('database', log);
    }
    expect(lines().map(({ code }) => code)).toEqual([
      'outage_started',
      'outage_ended',
      'outage_started',
      'outage_ended',
    ]);
  });

  it('separates dependencies', () => {
    const { log, outages, lines } = createLogging();
    log.error({ code: 'job_failed', err: silentServer() }, 'a job failed');
    log.error(
      { code: 'request_failed', err: new ObjectStoreUnavailable(connectionRefused()) },
      'failed',
    );
    log.error({ code: 'job_failed', err: failedStatement() }, 'a job failed');
    expect(lines().map(({ dependency }) => dependency)).toEqual([
      'mail',
      'file_storage',
      'database',
    ]);
    outages.markAvailable('mail', log);
    expect([outages.isUnavailable('mail'), outages.isUnavailable('file_storage')]).toEqual([
      false,
      true,
    ]);
  });

  it('keeps the cause from the first line: the mail server’s reply and the request', () => {
    const { log, lines } = createLogging();
    const facts = { is_unanswered: true, reply: 'Greeting never received', message_id: '<m@z>' };
    log.warn({ code: 'mail_not_accepted', ...facts }, 'a mail server did not take a mail');
    expect(lines()).toMatchObject([
      { code: 'outage_started', seen_by: 'mail_not_accepted', ...facts },
    ]);
  });

  it('ignores the refusal of a single mail, a full store or an invalid statement', () => {
    const { log, lines } = createLogging();
    const storageFull = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    const invalidStatement = new DrizzleQueryError(
      'selec 1',
      [],
      Object.assign(new Error(), { code: '42601' }),
    );
    for (let round = 0; round < 2; round += 1) {
      log.warn({ code: 'mail_not_accepted', is_permanent: true }, 'not accepted');
      log.error({ code: 'job_failed', err: new MailRefused('450 later', { permanent: false }) });
      log.error({ code: 'request_failed', err: new ObjectStoreUnavailable(storageFull) }, 'full');
      log.error({ code: 'job_failed', err: invalidStatement }, 'a job failed');
    }
    expect(lines()).toHaveLength(8);
    expect(lines().filter(({ code }) => code === 'outage_started')).toEqual([]);
  });

  it('ignores a refused connection to an owner’s mailbox', () => {
    const { log, outages, lines } = createLogging();
    log.error({ code: 'job_failed', err: connectionRefused() }, 'a job failed');
    expect(lines()).toMatchObject([{ code: 'job_failed' }]);
    expect(outages.isUnavailable('database')).toBe(false);
  });

  it('notifies listeners of its start and end', () => {
    const { log, outages, time } = createLogging();
    const events: string[] = [];
    outages.listen({
      started: (dependency) => events.push(`${dependency} started`),
      ended: (dependency) => events.push(`${dependency} ended`),
    });
    log.error({ code: 'job_queue_failed', err: connectionRefused() }, 'one');
    log.error({ code: 'job_queue_failed', err: connectionRefused() }, 'two');
    outages.markAvailable('database', log);
    time.now += 2_000;
    outages.markAvailable('database', log);
    expect(events).toEqual(['database started', 'database ended']);
  });

  it('keeps lines of lower levels than a warning', () => {
    const { log, lines } = createLogging();
    log.error({ code: 'job_queue_failed', err: connectionRefused() }, 'one');
    log.info({ code: 'request_answered', error_code: 'database_unavailable' }, 'answered');
    expect(lines().map(({ code }) => code)).toEqual(['outage_started', 'request_answered']);
  });
});
