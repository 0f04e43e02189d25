import { expect, test } from 'vitest';
import { checkEnvironment, parseArguments } from './doctor.ts';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://zavet.example',
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  SMTP_URL: 'smtps://mail.example.org',
  SUPPORT_EMAIL: 'support@example.org',
  OPERATOR: 'Zavet Ltd',
};

test('accepts a sound configuration', () => {
  expect(checkEnvironment(production)).toMatchObject({
    configuration: { isProduction: true },
    findings: [{ state: 'ok' }],
  });
});

test('reports all errors without secrets', () => {
  const { configuration, findings } = checkEnvironment({
    ...production,
    PORT: 'many',
    SMTP_URL: 'smtp://post:secret-word%@mail.example.org',
    AI_BASE_URL: 'https://models.example.org/v1',
    DATABSE_URL: 'postgres://zavet:secret-word@db/zavet',
  });
  expect(configuration).toBeUndefined();
  expect(findings.map(({ state, says }) => `${state} ${says.split(' ')[0]}`)).toEqual([
    'wrong PORT',
    'wrong SMTP_URL',
    'wrong AI_MODEL',
    'warning DATABSE_URL',
  ]);
  expect(findings.at(-1)?.todo).toContain('DATABASE_URL');
  expect(JSON.stringify(findings)).not.toContain('secret-word');
});

test.each([
  [{ NODE_ENV: 'development' }, 'NODE_ENV'],
  [{ OPERATOR: '' }, 'OPERATOR'],
  [{ YOOKASSA_SECRET_KEY: 'x' }, 'YOOKASSA_SECRET_KEY'],
  [{ AI_API_KEY: 'x' }, 'AI_API_KEY'],
])('warns for %j about %s', (other, name) => {
  const { findings } = checkEnvironment({ ...production, ...other });
  expect(findings.filter(({ state }) => state === 'warning')).toMatchObject([
    { says: expect.stringMatching(new RegExp(`^${name} is `)) },
  ]);
});

test('warns of a master key in two places', () => {
  const { findings } = checkEnvironment({ ...production, MASTER_KEY_FILE: '/nowhere.key' });
  expect(findings.map(({ says }) => says)).toContainEqual(
    expect.stringContaining('both set, and the file is not looked at'),
  );
});

test('accepts only --json and one address', () => {
  expect(parseArguments([])).toEqual({ isJson: false, to: undefined });
  expect(parseArguments(['--json', 'anna@example.org'])).toEqual({
    isJson: true,
    to: 'anna@example.org',
  });
  for (const args of [['anna'], ['--loud'], ['a@example.org', 'b@example.org']]) {
    expect(() => parseArguments(args)).toThrow(/^Use npm run doctor/);
  }
});
