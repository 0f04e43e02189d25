import { expect, it } from 'vitest';
import { invalidValues } from '../../test/invalid-values.ts';
import { launchProcess, runToEnd } from '../../test/server-process.ts';
import { freshDatabaseUrl, newDataDir } from '../../test/test-database.ts';
import { generatedKeyPath } from '../platform/encryption/key-file.ts';
import type { VariableName } from './configuration.ts';

/** One variable from each step of reading the configuration: values, the key file, other files. */
const sampledVariables: VariableName[] = ['DATABASE_URL', 'MASTER_KEY_FILE', 'BOUNCE_TLS_FILE'];

it.each(sampledVariables)('exits with 78 and one sentence for an invalid %s', async (name) => {
  const [, value = ''] = invalidValues[name];
  const { code, output } = await runToEnd('serve', { [name]: value });
  expect(code).toBe(78);
  expect(output).toMatch(new RegExp(`^${name} must be [^\\n]+\\.\\n$`));
  expect(output).not.toMatch(/secret.word/);
});

it.each(['worker', 'backup'])('%s refuses an invalid value too', async (name) => {
  const { code, output } = await runToEnd(name, { PORT: 'many' }, name === 'backup' ? ['/x'] : []);
  expect(code).toBe(78);
  expect(output).toBe('PORT must be a port number between 0 and 65535.\n');
});

it('logs a misspelt variable without its value', async () => {
  const dataDir = newDataDir();
  const server = launchProcess('serve', {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://zavet.example',
    SUPPORT_EMAIL: 'support@example.org',
    SMTP_URL: 'smtp://127.0.0.1:9',
    DATA_DIR: dataDir,
    MASTER_KEY_FILE: generatedKeyPath(dataDir),
    DATABASE_URL: (await freshDatabaseUrl()) ?? '',
    OPERATER: 'secret-word',
  });
  try {
    const line = await server.waitForOutput(/^\{.*variable_unknown.*\}$/m);
    expect(JSON.parse(line)).toMatchObject({
      level: 'warn',
      code: 'variable_unknown',
      variable: 'OPERATER',
      meant: 'OPERATOR',
    });
    expect(server.output()).not.toContain('secret-word');
  } finally {
    await server.end('SIGKILL');
  }
});
