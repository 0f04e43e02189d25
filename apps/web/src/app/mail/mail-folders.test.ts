import { expect, test } from 'vitest';
import { isMailboxFolder, mailFolderOf, mailFolders } from './mail-folders.ts';

test('an address selects its folder, an unknown one the outbox', () => {
  expect(mailFolders.map(mailFolderOf)).toEqual(['outbox', 'sent', 'inbox', 'spam']);
  expect([undefined, '', 'trash', 'Sent'].map(mailFolderOf)).toEqual(Array(4).fill('outbox'));
});

test('inbox and spam belong to the mailbox, the others to the instructions', () => {
  expect(mailFolders.filter(isMailboxFolder)).toEqual(['inbox', 'spam']);
});
