import { expect, test } from 'vitest';
import { type Check, findingLines, ok, runChecks, summaryOf, warning, wrong } from './finding.ts';

const timeouts = { checkMs: 30, cleanUpMs: 5_000 };
const fine: Check = { about: 'Fine', look: async () => [ok('Fine', 'it works')] };

test('a hanging check is aborted, cleans up, and delays no other', async () => {
  let isPutAway = false;
  const hanging: Check = {
    about: 'Hanging',
    look: async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      isPutAway = true;
      return [ok('Hanging', 'too late')];
    },
  };
  const findings = await runChecks([hanging, fine], timeouts);
  expect(findings).toMatchObject([
    { about: 'Hanging', state: 'wrong', says: expect.stringContaining('no answer within') },
    { about: 'Fine', state: 'ok' },
  ]);
  expect(isPutAway).toBe(true);
});

test('a check that never ends does not suppress the findings of the others', async () => {
  const deaf: Check = { about: 'Deaf', look: () => new Promise(() => {}) };
  const findings = await runChecks([deaf, fine], { checkMs: 20, cleanUpMs: 20 });
  expect(findings.map(({ state }) => state)).toEqual(['wrong', 'ok']);
});

test('a check that throws is reported by name and code, never by the message', async () => {
  const look = async () => {
    throw Object.assign(new Error('postgres://zavet:secret-word@db'), { code: 'XX000' });
  };
  const thrown = () => {
    throw new TypeError('secret-word');
  };
  const findings = await runChecks([
    { about: 'Broken', look },
    { about: 'Thrown', look: thrown },
  ]);
  expect(findings.map(({ state }) => state)).toEqual(['wrong', 'wrong']);
  expect(findings[0]?.says).toContain('XX000');
  expect(findings[1]?.says).toContain('TypeError');
  expect(JSON.stringify(findings)).not.toContain('secret-word');
});

test('checks run at once', async () => {
  const met = Promise.withResolvers<void>();
  const first: Check = { about: 'First', look: () => met.promise.then(() => [ok('First', 'met')]) };
  const second: Check = {
    about: 'Second',
    look: async () => {
      met.resolve();
      return [];
    },
  };
  expect(await runChecks([first, second])).toEqual([ok('First', 'met')]);
});

test('findings are printed one a line, with what to do below', () => {
  expect(
    [ok('Node', 'v24'), wrong('Disk', 'full', 'Make room.')].flatMap((one) => findingLines(one, 7)),
  ).toEqual(['ok       Node: v24', 'wrong    Disk: full', '         → Make room.']);
});

test('the summary counts what is wrong and what is worth knowing', () => {
  expect(summaryOf([ok('a', 'b')])).toBe('Nothing is wrong; 0 warnings.');
  expect(summaryOf([warning('a', 'b', 'c'), wrong('a', 'b', 'c')])).toBe(
    '1 thing is wrong; 1 warning.',
  );
});
