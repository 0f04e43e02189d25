import { expect, test } from 'vitest';
import { saysTooMany } from './pacing-rules.ts';

test.each([
  [
    'Gmail',
    '421-4.7.28 [192.0.2.1 15] Our system has detected an unusual rate of\n421-4.7.28 unsolicited mail originating from your IP address. To protect our\n421 4.7.28 users from spam, mail has been temporarily rate limited. - gsmtp',
  ],
  ['Gmail', '421-4.7.0 [192.0.2.1 15] Our system has detected an unusual\n421 4.7.0 rate of mail'],
  ['Gmail', '421 4.7.0 Try again later, closing connection. - gsmtp'],
  ['Gmail', '421 4.4.5 Server busy, try again later.'],
  ['Yandex', '421 4.7.0 Too many connections, please try later'],
  ['Yandex', '451 4.7.1 Sorry, the service is currently unavailable. Please come back later.'],
  ['Mail.ru', '451 Ratelimit exceeded for mailbox post@zavet.example. Try again later.'],
  ['Mail.ru', '421 Too many connections from your IP'],
  ['a Russian relay', '450 4.7.1 Слишком много писем с вашего адреса'],
  ['a Russian relay', '451 Превышен лимит отправки'],
  ['Outlook', '451 4.7.651 The mail server [192.0.2.1] has been temporarily rate limited (S3114)'],
  ['Outlook', '451 4.7.500 Server busy. Please try again later from [192.0.2.1]. (S77714)'],
  ['Outlook', '421 RP-001 (BAY) Unfortunately, some messages exceeded the connection limit'],
  [
    'Exchange',
    '421 4.3.2 The maximum number of concurrent server connections has exceeded a limit',
  ],
  ['Yahoo', '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to complaints'],
  ['Postfix', '450 4.7.1 Error: too much mail from 192.0.2.1'],
  ['Postfix', '421 4.7.0 mx.example.org Error: too many connections from 192.0.2.1'],
  ['Exim', '421 Too many concurrent SMTP connections; please try again later.'],
  ['rspamd', '451 4.7.1 Ratelimit "user" exceeded'],
  ['Sendmail', '452 4.3.2 Connection rate limit exceeded.'],
  ['Amazon', '454 Throttling failure: Maximum sending rate exceeded.'],
])('%s asks for a slower pace with «%s»', (_, response) => {
  expect(saysTooMany(response)).toBe(true);
});

test.each([
  [
    'one flooded mailbox',
    '450-4.2.1 The user you are trying to contact is receiving mail at a rate that\n450-4.2.1 prevents additional messages from being delivered. Please resend later',
  ],
  ['one flooded mailbox', '451 4.5.1 The recipient has exceeded message rate limit. Try later.'],
  ['a full mailbox', '452 4.2.2 The email account that you tried to reach is over quota'],
  ['greylisting', '451 4.7.1 Greylisting in action, please come back later'],
  ['greylisting', '450 4.7.1 <anna@example.org>: Recipient address rejected: Greylisted, too many'],
  ['greylisting', '450 4.2.0 Greylisted, see http://postgrey.schweikert.ch/help/example.org.html'],
  ['an address that is being looked up', '450 4.1.1 unverified address: try again later'],
  ['a fault of their own', '451 Temporary local problem - please try later'],
  ['a fault of their own', '451 4.3.0 Mail server temporarily rejected message.'],
  ['a full disk', '452 4.3.1 Insufficient system storage'],
  ['a password', '454 4.7.8 Error: authentication failed, please try again later'],
  ['a final word', '550 5.7.1 Too many messages, you are blocked'],
  ['a broken line', 'ETIMEDOUT Timeout, too many'],
  ['a taken mail', '250 2.0.0 OK, rate limit not reached'],
])('%s is no reason to pause for all: «%s»', (_, response) => {
  expect(saysTooMany(response)).toBe(false);
});
