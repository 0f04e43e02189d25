import { expect, test } from 'vitest';
import { initdbFailure } from './cluster.ts';

test('a failed initdb reports its cause, not its cleanup', () => {
  const output = `2026-11-18 20:16:49.538 UTC [17456] FATAL:  could not extend file "base/1/2691": No space left on device
2026-11-18 20:16:49.538 UTC [17456] HINT:  Check free disk space.
child process exited with exit code 134
initdb: removing contents of data directory "/data/postgres/data.part-1"
`;
  expect(initdbFailure(output)).toBe(
    'could not extend file "base/1/2691": No space left on device',
  );
  const unknown = 'initdb: error: could not look up effective user ID 10001: user does not exist\n';
  expect(initdbFailure(unknown)).toBe(
    'could not look up effective user ID 10001: user does not exist',
  );
  expect(initdbFailure('Segmentation fault\n')).toBe('Segmentation fault');
});
