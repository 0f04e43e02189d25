import { expect, test } from 'vitest';
import { answerFacts, answerIn, answerLine } from './mail-transport.ts';

const line = { host: 'mail.example.org:587', tls: 'TLSv1.3' };

test('the ledger reads the answer first, then who gave it and over which line', () => {
  const refused = { response: '550 5.1.1 no such mailbox', ...line };
  expect(answerLine(refused)).toBe('550 5.1.1 no such mailbox [mail.example.org:587, TLSv1.3]');
  expect(answerLine({ ...refused, tls: 'none' })).toMatch(/\[mail\.example\.org:587, no TLS\]$/);
  expect(answerLine({ response: 'captured' })).toBe('captured');
});

test('people are shown the answer without our mail server, however the line was', () => {
  const response = '550 5.7.1 blocked [S3114]';
  for (const tls of ['TLSv1.3', 'TLS', 'none', undefined]) {
    for (const host of ['mail.example.org:587', '[::1]:25']) {
      const written = answerLine({ response, host, tls });
      expect(written).toContain(host);
      expect(answerIn(written)).toBe(response);
    }
  }
  expect(answerIn(response)).toBe(response);
});

test('an answer of several lines becomes one', () => {
  const response = '550-5.7.1 blocked\r\n550 5.7.1 see our page\u2028now\u0000';
  expect(answerLine({ response })).toBe('550-5.7.1 blocked 550 5.7.1 see our page now');
});

test('a long answer does not push the server out of the line', () => {
  const long = answerLine({ response: `550 ${'x'.repeat(5_000)}`, ...line });
  expect(long.length).toBeLessThan(500);
  expect(long).toMatch(/\[mail\.example\.org:587, TLSv1\.3\]$/);
});

test.each([
  ['550 5.1.1 <anna.k@example.org>: unknown user', '550 5.1.1 <[address]>: unknown user'],
  ['550 anna.k@пример.рф does not exist', '550 [address] does not exist'],
  ['550 No such user - anna.k', '550 No such user - [address]'],
  ['550 user ANNA.K not found', '550 user [address] not found'],
  ['451 for bounce+anna.k=example.org@zavet.example', '451 for [address]'],
  ['550 joanna.kent is somebody else', '550 joanna.kent is somebody else'],
])('of «%s» the log keeps «%s»', (response, reply) => {
  expect(answerFacts({ response, ...line }, 'anna.k@example.org')).toEqual({
    reply,
    status_code: Number(response.slice(0, 3)),
    ...line,
  });
});

test('what was no answer of a server has no status', () => {
  const response = 'ECONNECTION connect ECONNREFUSED 10.0.0.1:25';
  expect(answerFacts({ response }, 'jo@example.org')).toEqual({ reply: response });
});
