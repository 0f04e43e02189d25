import { expect, type Page } from '@playwright/test';
import { generateSync } from 'otplib';
import type { Mailbox } from './mailbox.ts';
import { type Person, signUpPerson } from './people.ts';
import type { RunningServer } from './running-server.ts';
import { screen } from './screen.ts';

/** Period of the one-time codes. */
const stepSeconds = 30;

/**
 * A person with the operator role. The command that grants the role prints the secret of the codes.
 */
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

  /**
   * An unused code: the current code, or the code of the next period, which is already accepted.
   */
  code(): string {
    const currentStep = Math.floor(Date.now() / 1000 / stepSeconds);
    this.#lastStep = Math.max(currentStep, this.#lastStep + 1);
    if (this.#lastStep > currentStep + 1)
      throw new Error('At most two codes are valid within half a minute.');
    return generateSync({ secret: this.#secret, epoch: this.#lastStep * stepSeconds });
  }

  /** Opens the desk and returns the used code. */
  async openDesk(): Promise<string> {
    const code = this.code();
    await this.page.goto('/operator');
    const login = screen(this.page, 'Открыть рабочее место');
    await login.getByLabel('Код из 6 цифр').fill(code);
    await login.getByRole('button', { name: 'Открыть', exact: true }).click();
    // Matches the entire heading, because the heading of the login contains these words too.
    await screen(this.page, /^Рабочее место$/).waitFor();
    return code;
  }

  /** Answers the code dialog of an action. */
  async confirmWithCode(): Promise<void> {
    const field = this.page.getByLabel('Код из 6 цифр');
    const question = this.page.getByRole('dialog').filter({ has: field });
    await field.fill(this.code());
    await question.getByRole('button', { name: 'Подтвердить' }).click();
    await expect(question).toBeHidden();
  }
}
