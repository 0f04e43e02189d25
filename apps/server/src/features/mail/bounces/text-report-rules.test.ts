import { describe, expect, it } from 'vitest';
import { quotedDiagnostic, verdictOfText } from './text-report-rules.ts';

const report = {
  from: 'MAILER-DAEMON@mx.example.net',
  subject: 'failure notice',
  text: "I'm afraid I wasn't able to deliver your message to the following addresses.",
  hasFailedRecipients: false,
};

describe('a report without a status part', () => {
  it.each([
    'mailer-daemon@a.example',
    'Mail-Daemon@a.example',
    'postmaster@a.example',
    'MDaemon@a.example',
    'postmaster',
  ])('comes from %s', (from) => {
    expect(verdictOfText({ ...report, from })?.kind).toBe('failed');
  });

  it.each(['anna@a.example', 'my-postmaster@a.example', ''])('does not come from «%s»', (from) => {
    expect(verdictOfText({ ...report, from })).toBeUndefined();
    // Only mail servers send this header.
    expect(verdictOfText({ ...report, from, hasFailedRecipients: true })?.kind).toBe('failed');
  });

  it('must contain a phrase of a failure', () => {
    expect(verdictOfText({ ...report, text: 'Hello.', subject: 'Hello' })).toBeUndefined();
  });

  it.each([
    "I'm afraid I wasn't able to deliver your message to the following addresses.",
    'It could not be delivered to one or more of its\nrecipients.',
    'It could not be delivered to one or more of the following recipients.',
    'The following address failed:',
    'The following address(es) failed:',
    'Your message did not reach some or all of the intended recipients.',
    'The following recipient could not be reached:',
    'The following recipient(s) cannot be reached:',
    'The following recipients could not be reached:',
    '----- The following addresses had permanent fatal errors -----',
    'The following addresses had permanent delivery errors',
    'An error has occurred while attempting to deliver a message for',
    'You ran into a PERMANENT FAILURE, which means',
    'Your message to the following recipients cannot be delivered:',
    'Delivery to the following recipient failed permanently:',
    'Delivery to the following recipients failed permanently and',
    'The message that you sent was undeliverable to the following:',
    'The attached message had PERMANENT fatal delivery errors!',
    'The attached message had persistent delivery errors',
    'Your message\n\n  Subject: A letter\n\nwas not delivered to:',
    "Failed to deliver to 'boris@example.com'",
    'Ваше письмо не может быть доставлено',
    'Ваше письмо  не может\nбыть отправлено',
    'Не удалось доставить письмо',
    'Не удалось доставить ваше сообщение',
  ])('is a failure: «%s»', (text) => {
    expect(verdictOfText({ ...report, subject: '', text })?.kind).toBe('failed');
  });

  it.each([
    'Message is being delivered.',
    'Everything could be delivered to all of its recipients.',
    'Нам не удалось вас найти.',
  ])('is not a failure: «%s»', (text) => {
    expect(verdictOfText({ ...report, subject: '', text })).toBeUndefined();
  });

  it.each([
    'Your message has not yet been delivered.',
    'Your message has not been delivered.',
    'Delivery has been delayed.',
    'We keep trying.',
    'We will continue trying.',
    'It will be tried again.',
    'Письмо еще не было доставлено.',
    'The message is delayed.',
    'This is a temporary failure.',
    'THIS IS A WARNING MESSAGE ONLY. YOU DO NOT NEED TO RESEND.',
    'It will be retried.',
    'Письмо ещё не доставлено.',
  ])('is a delay: «%s»', (text) => {
    expect(verdictOfText({ ...report, text })?.kind).toBe('delayed');
    const ended = `${text} This is a permanent error; the following address(es) failed`;
    expect(verdictOfText({ ...report, text: ended })?.kind).toBe('failed');
  });

  it('is not detected in the copy of our mail', () => {
    const copy = '\n--- Below this line is a copy of the message.\n\n550 5.1.1 unknown user';
    const verdict = verdictOfText({ ...report, text: report.text + copy });
    expect(verdict).toMatchObject({ kind: 'failed', status: null, isAddressUnknown: false });
    expect(quotedDiagnostic(copy)).toBeNull();
  });
});

describe('the quoted diagnostic of a text', () => {
  it.each([
    ['said: 550 no such user\nat all\n\nmore', 'said: 550 no such user at all'],
    ['a\n452-4.2.2 full', '452-4.2.2 full'],
    ['(#5.1.1)', '(#5.1.1)'],
    ['call 5551234', null],
    ['', null],
  ])('in «%s» is %s', (text, answer) => {
    expect(quotedDiagnostic(text)).toBe(answer);
  });
});
