import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { pressTwice } from '../../../test/page.tsx';
import { Button } from '../button.tsx';
import { startLanguage } from '../language/i18n.ts';
import { type ContractSchema, useContractForm } from './use-contract-form.ts';

/** Each guard is tested without the other guard, so that neither hides a defect of the other. */

const permissiveSchema = async (): Promise<ContractSchema<{ name: string }, unknown>> => ({
  _zod: { input: { name: '' } },
  safeParse: (data) => ({ success: true, data }),
});

/** A form without a button: Enter in its field submits it. */
function BareForm({ submit }: { submit: () => Promise<unknown> }) {
  const form = useContractForm({ schema: permissiveSchema, initialValues: { name: '' }, submit });
  return (
    <form {...form.formProps}>
      <input aria-label="Имя" {...form.field('name')} />
    </form>
  );
}

describe('the guard of a form', () => {
  it('sends one request for two submits, and another after the response', async () => {
    await startLanguage();
    const answers: (() => void)[] = [];
    const submit = vi.fn(() => new Promise<void>((resolve) => answers.push(resolve)));
    await render(<BareForm submit={submit} />);
    const form = (await page.getByLabelText('Имя').findElement()).closest('form');
    form?.requestSubmit();
    form?.requestSubmit();
    await vi.waitFor(() => expect(submit).toHaveBeenCalled());
    form?.requestSubmit();
    answers[0]?.();
    await vi.waitFor(() => {
      form?.requestSubmit();
      expect(submit).toHaveBeenCalledTimes(2);
    });
    expect(answers).toHaveLength(2);
  });
});

describe('the guard of a button', () => {
  it('accepts one of two quick clicks, before it is rendered as busy', async () => {
    const act = vi.fn();
    await render(
      <Button loading={false} onClick={act}>
        Отправить
      </Button>,
    );
    await pressTwice(page.getByRole('button', { name: 'Отправить' }));
    expect(act).toHaveBeenCalledTimes(1);
  });

  it('ignores clicks while it is busy', async () => {
    const act = vi.fn();
    const submit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
    await render(
      <form onSubmit={submit}>
        <Button type="submit" loading onClick={act}>
          Отправить
        </Button>
      </form>,
    );
    const button = await page.getByRole('button', { name: 'Отправить' }).findElement();
    (button as HTMLElement).click();
    expect(act).not.toHaveBeenCalled();
    expect(submit).not.toHaveBeenCalled();
  });
});
