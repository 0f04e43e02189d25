import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../../test/fake-server.ts';
import { instructionListOf } from '../../../test/instruction-list-fixture.ts';
import { openPage, press } from '../../../test/page.tsx';
import { answerSignedInUser, instructionOf } from '../../../test/signed-in-person.ts';

const remove = page.getByRole('button', { name: 'Удалить распоряжение' });

beforeEach(() => answerSignedInUser(fakeServer));

it('a letter in the outbox is deleted after confirmation', async () => {
  const letter = instructionOf();
  fakeServer.answer('listInstructions', instructionListOf(letter));
  fakeServer.answer('getInstruction', letter);
  fakeServer.answer('deleteInstruction', () => {
    fakeServer.answer('listInstructions', instructionListOf());
    return {};
  });
  await openPage(`/mail?message=${letter.id}`);
  await press(remove);
  expect(fakeServer.callsOf('deleteInstruction')).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect.element(page.getByText(/^Удалено: /)).toBeVisible();
  expect(fakeServer.callsOf('deleteInstruction')[0]?.params).toEqual({ id: letter.id });
});

it('a sent letter is shown and cannot be deleted', async () => {
  const letter = instructionOf({ status: 'sent' });
  fakeServer.answer('listInstructions', instructionListOf(letter));
  fakeServer.answer('getInstruction', letter);
  await openPage(`/mail?folder=sent&message=${letter.id}`);
  await expect.element(page.getByText(letter.content).last()).toBeVisible();
  await expect.element(remove).not.toBeInTheDocument();
});
