import { expect, test } from 'vitest';
import { mail, startLine, transportTo } from '../../../test/smtp-line.ts';

/** A mail server that remembers the envelope senders and what reports were asked for. */
async function startRemembering() {
  const senders: { address: string; ret: unknown }[] = [];
  const notify: unknown[] = [];
  const line = await startLine({
    hideDSN: false,
    onMailFrom: ({ address, args }, session, done) => {
      senders.push({ address, ret: args && 'RET' in args && args.RET });
      void session;
      done();
    },
    onRcptTo: ({ args }, _session, done) => {
      notify.push(args && 'NOTIFY' in args && args.NOTIFY);
      done();
    },
  });
  return { ...line, senders, notify };
}

test('reports go to the return address of the mail, the mail itself is from the sender', async () => {
  const { url, senders, notify, received } = await startRemembering();
  await transportTo(url).deliver({ ...mail, return_path: 'b-token@bounces.zavet.example' });
  expect(senders).toEqual([{ address: 'b-token@bounces.zavet.example', ret: 'HDRS' }]);
  expect(notify).toEqual(['FAILURE,DELAY']);
  expect(received[0]?.recipients).toEqual(['anna@example.org']);
  expect(received[0]?.source).toMatch(/^From: .*<post@zavet\.example>/m);
  expect(received[0]?.source).not.toContain('b-token');
});

test('without a return address reports go to the sender', async () => {
  const { url, senders } = await startRemembering();
  await transportTo(url).deliver(mail);
  expect(senders).toEqual([{ address: 'post@zavet.example', ret: false }]);
});

test('a mail to an address that is not ASCII keeps its return address', async () => {
  const { url, senders, received } = await startRemembering();
  const return_path = 'b-token@bounces.zavet.example';
  await transportTo(url).deliver({ ...mail, to: 'анна@example.org', return_path });
  expect(senders.map(({ address }) => address)).toContain(return_path);
  expect(received[0]?.recipients).toEqual(['анна@example.org']);
});
