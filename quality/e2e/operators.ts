import { expect, type Page } from '@playwright/test';
import { generateSync } from 'otplib';
import type { Mailbox } from './mailbox.ts';
import { type Person, signUpPerson } from './people.ts';
import type { RunningServer } from './running-server.ts';
import { screen } from './screen.ts';

/** Seconds for which an authenticator shows one code. */
const stepSeconds = 30;

/** Somebody with the role, by the administrator's command, and with the key that it prints. */
export class Operator {
  readonly page: Page;
  readonly person: Person;
  readonly #secret: string;
  #lastStep = 0;

  static async appoint(page: Page, mailbox: Mailbox, server: RunningServer): Promise<Operator> {
    const person = await signUpPerson(page.request, mailbox);
    const printed = await server.command('operator', 'add', person.email);
    const secret = /secret=([A-Z2-7]+)/.exec(printed)?.[1];
    if (!secret) throw new Error(`No key in:\n${printed}`);
    return new Operator(page, person, secret);
  }

  private constructor(page: Page, person: Person, secret: string) {
    this.page = page;
    this.person = person;
    this.#secret = secret;
  }

  /** A code that was not used yet: the present one, and then the next, which counts already. */
  code(): string {
    const present = Math.floor(Date.now() / 1000 / stepSeconds);
    this.#lastStep = Math.max(present, this.#lastStep + 1);
    if (this.#lastStep > present + 1)
      throw new Error('A third code comes half a minute too early.');
    return generateSync({ secret: this.#secret, epoch: this.#lastStep * stepSeconds });
  }

  /** Opens the desk at its door, and gives the code that did. */
  async openDesk(): Promise<string> {
    const code = this.code();
    await this.page.goto('/operator');
    const door = screen(this.page, 'Открыть рабочее место');
    await door.getByLabel('Код из 6 цифр').fill(code);
    await door.getByRole('button', { name: 'Открыть', exact: true }).click();
    // Whole: the door before it has these words in its heading as well.
    await screen(this.page, /^Рабочее место$/).waitFor();
    return code;
  }

  /** Answers the question that acts ask before they change something. */
  async confirmWithCode(): Promise<void> {
    const field = this.page.getByLabel('Код из 6 цифр');
    const question = this.page.getByRole('dialog').filter({ has: field });
    await field.fill(this.code());
    await question.getByRole('button', { name: 'Подтвердить' }).click();
    await expect(question).toBeHidden();
  }
}
