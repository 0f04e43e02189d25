import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';

function logging(isProduction = true) {
  const lines: string[] = [];
  const log = createLogger('debug', isProduction, { write: (line) => lines.push(line) });
  return { log, lines };
}

const secret = 'S3cretValue';

describe('the log', () => {
  it('redacts secrets at any depth, in any naming style', () => {
    const { log, lines } = logging();
    log.info(
      {
        authorization: secret,
        headers: { Cookie: secret, 'Set-Cookie': [secret], 'X-Reset-Token': secret },
        input: [{ current_password: secret, confirmPassword: secret, deep: { pin: secret } }],
        confirmation_code: secret,
        accessToken: secret,
        mail: { html: secret, text: secret, subject: secret },
        user_email: secret,
      },
      'event',
    );
    log.child({ token: secret }).info('child');
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toContain(secret);
  });

  it('keeps ids and codes', () => {
    const { log, lines } = logging();
    log.info({ user_id: 'u1', error_code: 'not_found', status_code: 404, at: [1, 2] }, 'event');
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 'info',
      time: expect.any(String),
      user_id: 'u1',
      error_code: 'not_found',
      status_code: 404,
      at: [1, 2],
      msg: 'event',
    });
  });

  it.each([
    'ECONNREFUSED',
    'ENOSPC',
    'ENOENT',
    'EAUTH',
    'EAI_AGAIN',
    'ERR_STREAM_PREMATURE_CLOSE',
    '53100',
    '42P01',
    'P0001',
    'invalid_input',
    550,
  ])('keeps the error code %s', (code) => {
    const { log, lines } = logging();
    log.info({ code, deep: [{ code }] }, 'event');
    log.child({ code }).info('child');
    log.error({
      err: Object.assign(new Error(`sending failed, code=${code}`), { code: `${code}` }),
    });
    const [event, child, failed] = lines.map((line) => JSON.parse(line));
    expect(event).toMatchObject({ code, deep: [{ code }] });
    expect(child).toMatchObject({ code });
    expect(failed).toMatchObject({ msg: `sending failed, code=${code}`, err: { code: `${code}` } });
  });

  it.each(['K7PQ3X', 'ABCDEF', '482159', 482159, secret])(
    'redacts the authentication code %s',
    (code) => {
      const { log, lines } = logging();
      log.info({ code, deep: [{ code }], confirmation_code: code }, 'event');
      log.child({ code }).info('child');
      log.error(new Error(`GET /verify?code=${code} failed`));
      expect(lines).toHaveLength(3);
      expect(lines.join('')).not.toContain(String(code));
    },
  );

  it('describes an error and its causes by name, code, message and stack', () => {
    const { log, lines } = logging();
    const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
    log.error({ err: new TypeError('broken', { cause }) }, 'failed');
    const { err, msg } = JSON.parse(lines[0] ?? '');
    expect(msg).toBe('failed');
    expect(err).toMatchObject({
      type: 'TypeError',
      message: 'broken',
      cause: { code: 'ECONNREFUSED', message: 'connection refused' },
    });
    expect(err.stack[0]).toMatch(/^at .*logger\.test\.ts/);
  });

  it('redacts values in messages and fields of errors', () => {
    const { log, lines } = logging();
    const invalid = Object.assign(new Error(`invalid input syntax: "${secret}"`), {
      code: '22P02',
      detail: secret,
    });
    const query = Object.assign(
      new Error(`Failed query: select $1\nparams: ${secret}\n${secret}`, { cause: invalid }),
      { params: [secret], query: 'select $1' },
    );
    log.error(query);
    log.error({ err: query });
    log.error({ err: query, config: { url: new URL(`http://host/?token=${secret}`) } }, 'failed');
    log.error(new Error(`550 <${secret}@example.org> unknown`));
    log.error(new Error(`GET /verify?type=signup&token=${secret} failed`));
    expect(lines).toHaveLength(5);
    expect(lines.join('')).not.toContain(secret);
    expect(lines[0]).toContain('Failed query: select $1');
  });

  it('handles circular objects', () => {
    const { log, lines } = logging();
    const circle: Record<string, unknown> = { name: 'circle' };
    circle.self = circle;
    log.info({ circle }, 'event');
    expect(lines[0]).toContain('[deep]');
  });

  it('is readable and redacted outside production', () => {
    const { log, lines } = logging(false);
    log.info({ route: '/api/session', status: 200, token: secret }, 'request');
    expect(lines[0]).toMatch(
      /^\d\d:\d\d:\d\d INFO {2}request route=\/api\/session status=200 token=\[redacted\]\n$/,
    );
  });
});

describe('the base fields', () => {
  const base = { pid: 4711, host: 'machine', version: '1.2.3' };
  const lineOf = (isProduction: boolean) => {
    const lines: string[] = [];
    const destination = { write: (line: string) => lines.push(line) };
    createLogger('info', isProduction, destination, { base }).info({ code: 'job_done' }, 'done');
    return lines[0] ?? '';
  };

  it('are written in production', () => {
    expect(JSON.parse(lineOf(true))).toMatchObject({ ...base, code: 'job_done', msg: 'done' });
  });

  it('are omitted outside production', () => {
    expect(lineOf(false)).toMatch(/^\d\d:\d\d:\d\d INFO {2}done code=job_done\n$/);
  });
});

it('counts error lines by code', () => {
  const errors = new Map<string, number>();
  const destination = { write: () => {} };
  const log = createLogger('error', true, destination, { errors });
  log.error({ code: 'clocks_apart' }, 'apart');
  log.error({ code: 'clocks_apart' }, 'apart');
  log.fatal({ code: 'audit_log_damaged' }, 'damaged');
  log.warn({ code: 'mail_refused' }, 'refused');
  log.error('without a code');
  expect(Object.fromEntries(errors)).toEqual({ clocks_apart: 2, audit_log_damaged: 1 });
});
