import { expect, test } from 'vitest';
import { examineEnvironment, parseArguments } from './doctor.ts';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://zavet.example',
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  SMTP_URL: 'smtps://mail.example.org',
  SUPPORT_EMAIL: 'support@example.org',
  OPERATOR: 'Zavet Ltd',
};

test('a sound configuration is fine', () => {
  expect(examineEnvironment(production)).toMatchObject({
    configuration: { isProduction: true },
    findings: [{ state: 'ok' }],
  });
});

test('everything that is wrong is told at once, without secrets', () => {
  const { configuration, findings } = examineEnvironment({
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
])('%j is worth a warning about %s', (other, name) => {
  const { findings } = examineEnvironment({ ...production, ...other });
  expect(findings.filter(({ state }) => state === 'warning')).toMatchObject([
    { says: expect.stringMatching(new RegExp(`^${name} is `)) },
  ]);
});

test('a master key in two places is worth a warning', () => {
  const { findings } = examineEnvironment({ ...production, MASTER_KEY_FILE: '/nowhere.key' });
  expect(findings.map(({ says }) => says)).toContainEqual(
    expect.stringContaining('both set, and the file is not looked at'),
  );
});

test('the command takes --json and one address, and nothing else', () => {
  expect(parseArguments([])).toEqual({ isJson: false, to: undefined });
  expect(parseArguments(['--json', 'anna@example.org'])).toEqual({
    isJson: true,
    to: 'anna@example.org',
  });
  for (const args of [['anna'], ['--loud'], ['a@example.org', 'b@example.org']]) {
    expect(() => parseArguments(args)).toThrow(/^Use npm run doctor/);
  }
});
