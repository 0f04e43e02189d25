import { expect, test } from 'vitest';
import { logCallsWithoutCode } from './log-codes.mjs';

test.each([
  "log.info({ code: 'worker_ready' }, 'it works')",
  "deps.log.error(\n  { code: 'job_failed', err: error, text: words(1) },\n  'a job failed',\n);",
  "log[isQuiet ? 'debug' : 'info']({ code: 'request_answered' }, 'answered')",
  "catalog.error('another object'); Math.log(2)",
])('accepts %s', (source) => {
  expect(logCallsWithoutCode(source)).toEqual([]);
});

test.each([
  "log.info('ready')",
  "log.warn({ err: error }, 'failed')",
  "log[level]({ id }, 'request')",
  "log.error({ code: 'failed' }, 'one word would be redacted')",
  "log.error({ code }, 'not searchable')",
])('reports the line of %s', (source) => {
  expect(logCallsWithoutCode(`\n\n${source}`)).toEqual([3]);
});
