import { describe, expect, it } from 'vitest';
import { isLoopback, isOwnHost } from './loopback.ts';

describe('an address to listen on', () => {
  it.each([
    '127.0.0.1',
    '127.8.9.10',
    '::1',
    '[::1]',
    'localhost',
    'LOCALHOST',
    '::ffff:127.0.0.1',
  ])('%s is this machine alone', (host) => expect(isLoopback(host)).toBe(true));

  it.each(['0.0.0.0', '::', '192.168.1.2', '10.0.0.1', 'zavet.example', 'localhost.example', ''])(
    '«%s» can be reached from elsewhere',
    (host) => expect(isLoopback(host)).toBe(false),
  );
});

describe('the name a request was sent to', () => {
  it.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'zavet.test', 'Zavet.Test:8080'])(
    '%s is ours',
    (host) => expect(isOwnHost(host, 'http://zavet.test')).toBe(true),
  );

  it.each([
    undefined,
    '',
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    'zavet.test.evil.example',
    'evil.example@localhost',
    'localhost/evil.example',
    '0.0.0.0:3000',
  ])('«%s» is not', (host) => expect(isOwnHost(host, 'http://zavet.test')).toBe(false));
});
