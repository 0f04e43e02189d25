import { describe, expect, it } from 'vitest';
import { variableNames } from './configuration.ts';
import { unknownVariables } from './unknown-variables.ts';

const find = (environment: Record<string, string>) => unknownVariables(environment, variableNames);
const meantBy = (name: string) => find({ [name]: 'x' });

describe('an unread variable', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['SMTP_URI', 'SMTP_URL'],
    ['smtp_url', 'SMTP_URL'],
    ['Public_Url', 'PUBLIC_URL'],
    ['PUBLIC-URL', 'PUBLIC_URL'],
    ['PULBIC_URL', 'PUBLIC_URL'],
    ['port', 'PORT'],
    ['MASTER_KEY', 'MASTER_KEY_FILE'],
    ['MASTER_KEYFILE', 'MASTER_KEY_FILE'],
    ['ZAVET_PUBLIC_URL', 'PUBLIC_URL'],
    ['SUPPORT_MAIL', 'SUPPORT_EMAIL'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['S3_ACCESS_KEY', 'S3_ACCESS_KEY_ID'],
    ['S3_SECRET_KEY', 'S3_SECRET_ACCESS_KEY'],
    ['AI_KEY', 'AI_API_KEY'],
    ['YOOKASSA_SHOPID', 'YOOKASSA_SHOP_ID'],
    ['DATABASE_HOST', 'DATABASE_URL'],
    ['SMTP_PASSWORD', 'SMTP_URL'],
  ])('is reported if called %s, with the guess %s', (name, meant) => {
    expect(meantBy(name)).toEqual([{ name, meant }]);
  });

  it.each([
    'S3_FORCE_PATH_STYLE',
    'ZAVET_COLOUR',
    'DATABASE_COLLATION',
    'SMTP_SECURE',
    'DKIM_HEADERS',
  ])('is reported with one of our prefixes, without a guess: %s', (name) => {
    expect(meantBy(name)).toEqual([{ name, meant: undefined }]);
  });

  it('is reported with one of our prefixes although the right one is set', () => {
    expect(find({ S3_ENDPONT: 'x', S3_ENDPOINT: 'y' })).toEqual([
      { name: 'S3_ENDPONT', meant: undefined },
    ]);
  });

  it('is ignored if it only resembles one that is set', () => {
    expect(find({ LOGLEVEL: 'INFO', LOG_LEVEL: 'info' })).toEqual([]);
  });

  it('is ignored as part of a URL that is set', () => {
    const parts = { DATABASE_HOST: 'db', DATABASE_USER: 'zavet', DATABASE_PASSWORD: 'x' };
    expect(find({ ...parts, DATABASE_URL: 'postgres://db/zavet' })).toEqual([]);
    expect(find({ SMTP_HOST: 'mail', SMTP_URL: 'smtp://mail' })).toEqual([]);
  });

  it('is ignored if empty', () => {
    expect(find({ DATABSE_URL: ' ', SMTP_URI: '' })).toEqual([]);
  });

  it('is not a known variable', () => {
    expect(find(Object.fromEntries(variableNames.map((name) => [name, 'x'])))).toEqual([]);
  });
});

describe('the environment of other programs', () => {
  const debianShell =
    'SHELL PWD LOGNAME HOME LANG LC_ALL LS_COLORS TERM USER SHLVL PATH MAIL OLDPWD HOSTNAME HOSTTYPE EDITOR VISUAL PAGER LESSOPEN DISPLAY SSH_CLIENT SSH_CONNECTION SSH_TTY SSH_AUTH_SOCK SUDO_USER SUDO_UID SUDO_COMMAND XDG_SESSION_ID XDG_RUNTIME_DIR XDG_DATA_DIRS DBUS_SESSION_BUS_ADDRESS DEBIAN_FRONTEND TZ TMPDIR';
  const systemd =
    'INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID NOTIFY_SOCKET LISTEN_FDS LISTEN_PID MAINPID MEMORY_PRESSURE_WATCH STATE_DIRECTORY RUNTIME_DIRECTORY LOGS_DIRECTORY CACHE_DIRECTORY CONFIGURATION_DIRECTORY CREDENTIALS_DIRECTORY WATCHDOG_USEC';
  const node =
    'NODE NODE_OPTIONS NODE_PATH NODE_VERSION NODE_EXTRA_CA_CERTS NODE_COMPILE_CACHE YARN_VERSION INIT_CWD COLOR npm_config_user_agent npm_lifecycle_event npm_package_name npm_config_loglevel UV_THREADPOOL_SIZE MALLOC_ARENA_MAX';
  const proxies = 'HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy ALL_PROXY';
  const postgres = 'PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGDATA POSTGRES_USER POSTGRES_DB';
  const others =
    'AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY OPENAI_API_KEY CI GITHUB_TOKEN OTEL_SERVICE_NAME REDIS_URL API_KEY API_URL BASE_URL ACCESS_KEY_ID PRIVATE_KEY SECRET_KEY LOG_FORMAT container MAILTO';

  it.each(Object.entries({ debianShell, systemd, node, proxies, postgres, others }))(
    'is ignored (%s)',
    (_, names) => {
      expect(find(Object.fromEntries(names.split(' ').map((name) => [name, 'x'])))).toEqual([]);
    },
  );

  it('is ignored for services whose names match our prefixes', () => {
    const ofService = (name: string) => ({
      [`${name}_SERVICE_HOST`]: '10.0.0.7',
      [`${name}_SERVICE_PORT`]: '3000',
      [`${name}_SERVICE_PORT_HTTP`]: '3000',
      [`${name}_PORT`]: 'tcp://10.0.0.7:3000',
      [`${name}_PORT_3000_TCP`]: 'tcp://10.0.0.7:3000',
      [`${name}_PORT_3000_TCP_PROTO`]: 'tcp',
      [`${name}_PORT_3000_TCP_ADDR`]: '10.0.0.7',
    });
    expect(find({ ...ofService('ZAVET'), ...ofService('SMTP'), ...ofService('S3') })).toEqual([]);
  });
});
