import { expect, test } from 'vitest';
import { type Check, findingLines, ok, runChecks, summaryOf, warning, wrong } from './finding.ts';

const timeouts = { checkMs: 30, cleanUpMs: 5_000 };
const fine: Check = { about: 'Fine', look: async () => [ok('Fine', 'it works')] };

test('aborts a hanging check without delaying others', async () => {
  let isCleanedUp = false;
  const hanging: Check = {
    about: 'Hanging',
    look: async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      isCleanedUp = true;
      return [ok('Hanging', 'too late')];
    },
  };
  const findings = await runChecks([hanging, fine], timeouts);
  expect(findings).toMatchObject([
    { about: 'Hanging', state: 'wrong', says: expect.stringContaining('no answer within') },
    { about: 'Fine', state: 'ok' },
  ]);
  expect(isCleanedUp).toBe(true);
});

test('returns the findings of other checks if one never ends', async () => {
  const stuck: Check = { about: 'Deaf', look: () => new Promise(() => {}) };
  const findings = await runChecks([stuck, fine], { checkMs: 20, cleanUpMs: 20 });
  expect(findings.map(({ state }) => state)).toEqual(['wrong', 'ok']);
});

test('reports an error by name and code, without its message', async () => {
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

test('runs checks concurrently', async () => {
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

test('prints findings with their next step', () => {
  expect(
    [ok('Node', 'v24'), wrong('Disk', 'full', 'Make room.')].flatMap((one) => findingLines(one, 7)),
  ).toEqual(['ok       Node: v24', 'wrong    Disk: full', '         → Make room.']);
});

test('summarises errors and warnings', () => {
  expect(summaryOf([ok('a', 'b')])).toBe('Nothing is wrong; 0 warnings.');
  expect(summaryOf([warning('a', 'b', 'c'), wrong('a', 'b', 'c')])).toBe(
    '1 thing is wrong; 1 warning.',
  );
});
