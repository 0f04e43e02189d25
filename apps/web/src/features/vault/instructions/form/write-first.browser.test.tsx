import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { contactFixture } from '../../../../../test/contact-fixture.ts';
import { fakeServer } from '../../../../../test/fake-server.ts';
import { addressNow, openPage, press } from '../../../../../test/page.tsx';
import { answerPerson } from '../../../../../test/signed-in-person.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });
const field = (name: string) => page.getByLabelText(name, { exact: true });

async function choose(label: string, option: string): Promise<void> {
  await field(label).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

beforeEach(async () => {
  await page.viewport(1280, 900);
  answerPerson(fakeServer);
});

describe('owner without trusted contacts', () => {
  it('can write an instruction and is asked for a contact only on saving', async () => {
    await openPage('/instructions');
    await expect.element(link('Новое распоряжение')).not.toBeInTheDocument();
    await link('Написать первое распоряжение').click();
    await field('Название').fill('Где ключи');
    await field('Текст').fill('Под цветком.');
    await press(button('Сохранить'));
    // Other missing values are reported at their fields first.
    await expect.element(page.getByText('Выберите категорию.')).toBeVisible();
    await expectAccessible();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await choose('Категория', 'Личное');
    await choose('Важность', 'Важно');
    await press(button('Сохранить'));
    const question = page.getByRole('dialog', { name: 'Для кого это распоряжение?' });
    await expect.element(question).toBeVisible();
    expect(question.element().getBoundingClientRect().width).toBeLessThan(600);
    await expectAccessible();
    await question.getByRole('button', { name: 'Писать дальше' }).click();
    await expect.element(button('Сохранить')).toHaveFocus();
    await expect.element(field('Текст')).toHaveValue('Под цветком.');
    await press(button('Сохранить'));
    await question.getByRole('button', { name: 'Назвать доверенное лицо' }).click();
    await expect.poll(addressNow).toBe('/contact');
    expect(fakeServer.callsOf('createInstruction')).toEqual([]);
  });

  it('finds the draft again after naming a contact', async () => {
    await openPage('/instructions?new=1');
    await field('Название').fill('Где ключи');
    await field('Текст').fill('Под цветком.');
    await choose('Категория', 'Личное');
    await choose('Важность', 'Важно');
    await press(button('Сохранить'));
    await button('Назвать доверенное лицо').click();
    await expect.element(link('Продолжить')).toBeVisible();
    fakeServer.answer('listContacts', { contacts: [contactFixture()], limit: 3 });
    await openPage('/contact');
    await press(link('Продолжить'));
    await expect.element(field('Текст')).toHaveValue('Под цветком.');
    await expect.element(page.getByRole('checkbox', { name: /Мария Климова/ })).toBeInTheDocument();
  });
});
