import { expect, test } from 'vitest';
import { isOfMailbox, mailFolderOf, mailFolders } from './mail-folders.ts';

test('an address selects its folder, any other the outbox', () => {
  expect(mailFolders.map(mailFolderOf)).toEqual(['outbox', 'sent', 'inbox', 'spam']);
  expect([undefined, '', 'trash', 'Sent'].map(mailFolderOf)).toEqual(Array(4).fill('outbox'));
});

test('inbox and spam belong to the mailbox, the others to the instructions', () => {
  expect(mailFolders.filter(isOfMailbox)).toEqual(['inbox', 'spam']);
});
