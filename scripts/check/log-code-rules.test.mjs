import { expect, test } from 'vitest';
import { logCallsWithoutCode } from './log-code-rules.mjs';

test.each([
  "log.info({ code: 'worker_ready' }, 'it works')",
  "deps.log.error(\n  { code: 'job_failed', err: error, text: words(1) },\n  'a job failed',\n);",
  "log[isQuiet ? 'debug' : 'info']({ code: 'request_answered' }, 'answered')",
  "catalog.error('no log of ours'); Math.log(2)",
])('finds nothing wrong with %s', (source) => {
  expect(logCallsWithoutCode(source)).toEqual([]);
});

test.each([
  "log.info('ready')",
  "log.warn({ err: error }, 'failed')",
  "log[level]({ id }, 'request')",
  "log.error({ code: 'failed' }, 'one word would be censored')",
  "log.error({ code }, 'not to be searched for')",
])('finds that %s has no stable code', (source) => {
  expect(logCallsWithoutCode(`\n\n${source}`)).toEqual([3]);
});
