import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeServer, Refusal } from '../../../../test/fake-server.ts';
import { addressNow, openPage } from '../../../../test/page.tsx';
import { answerSignedInUser, answerVisitor, sessionOf } from '../../../../test/signed-in-person.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const code = page.getByLabelText('Код из приложения');
const passkeyRequest = {
  challenge: 'AAAA',
  timeout: 1_000,
  rpId: 'localhost',
  allowCredentials: [],
  userVerification: 'required' as const,
};
const factors = {
  passkeys: [
    { id: 'p-1', name: 'Телефон', created_at: '2027-01-17T10:00:00Z', last_used_at: null },
  ],
  has_codes: true,
  recovery_codes_left: 2,
  lost_device_until: null,
};

async function signInWithPassword(): Promise<void> {
  await page.getByLabelText('Электронная почта').fill('anna@example.org');
  await page.getByLabelText('Пароль', { exact: true }).fill('Cormorant7');
  await button('Войти').click();
  await expect.element(page.getByRole('heading', { name: 'Второй шаг' })).toBeVisible();
}

/** Returns a check that refuses with this error code until the session has a proof. */
function requireProof(code: 'proof_required' | 'factor_proof_required'): () => void {
  let isProven = false;
  fakeServer.answer('proveSession', () => {
    isProven = true;
    return {};
  });
  return () => {
    if (!isProven) throw new Refusal(403, code);
  };
}

describe('second step', () => {
  beforeEach(async () => {
    answerVisitor(fakeServer);
    fakeServer.answer('signIn', {
      session: null,
      second_step: {
        passkey: null,
        has_codes: true,
        has_recovery_codes: true,
        lost_device_until: null,
      },
    });
    await openPage('/login');
    await signInWithPassword();
  });

  it('accepts a pasted code with spaces', async () => {
    await expect.element(code).toHaveFocus();
    await expect.element(button('Войти')).toBeDisabled();
    await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
    fakeServer.answer('completeSecondStep', () => {
      answerSignedInUser(fakeServer);
      return { session: sessionOf(), has_ended_waiting_period: true };
    });
    await code.fill('123 456');
    await userEvent.keyboard('{Enter}');
    await expect.poll(addressNow).toBe('/dashboard');
    expect(fakeServer.callsOf('completeSecondStep').map(({ body }) => body)).toEqual([
      { code: '123456' },
    ]);
    await expect
      .element(page.getByText(/ожидание из-за потерянного устройства закончилось/))
      .toBeVisible();
  });

  it('restarts the sign-in after it expires', async () => {
    fakeServer.refuse('completeSecondStep', 410, 'second_step_expired');
    await button('Ввести резервный код').click();
    await page.getByLabelText('Резервный код').fill('abcd-efgh-jkmn');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(/Прошло слишком много времени/)).toBeVisible();
    await button('Войти заново').click();
    await expect.element(page.getByRole('heading', { name: 'Вход', exact: true })).toBeVisible();
  });

  it('explains the waiting period for a lost device before it starts, then shows its end', async () => {
    fakeServer.answer('reportLostDevice', { ends_at: '2027-01-24T10:00:00Z' });
    await button('Устройство потеряно').click();
    await expect.element(page.getByText(/Через 7 дней мы уберём/)).toBeVisible();
    expect(fakeServer.callsOf('reportLostDevice')).toHaveLength(0);
    await button('Ждать 7 дней').click();
    await expect.element(page.getByText(/После 24 янв/)).toBeVisible();
  });
});

describe('proof dialog', () => {
  it('offers the factors of the account, the passkey first, and accepts a code', async () => {
    answerSignedInUser(fakeServer);
    fakeServer.answer('getFactors', factors);
    const refuseUnproven = requireProof('proof_required');
    fakeServer.answer('makeRecoveryCodes', () => {
      refuseUnproven();
      return { recovery_codes: ['AAAA-BBBB-CCCC', 'DDDD-EEEE-FFFF'] };
    });
    await openPage('/settings?tab=security');
    await expect.element(page.getByText('Осталось: 2')).toBeVisible();
    await button('Изменить: Резервные коды').click();
    await button('Создать новые коды').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Создать новые коды' }).click();
    await expect.element(button('Подтвердить ключом доступа')).toBeVisible();
    await button('Подтвердить одноразовым кодом').click();
    await code.fill('654321');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('DDDD-EEEE-FFFF')).toBeVisible();
    expect(fakeServer.callsOf('proveSession').map(({ body }) => body)).toEqual([
      { code: '654321' },
    ]);
    await button('Сохранено, закрыть').click();
    await expect.element(page.getByText('DDDD-EEEE-FFFF')).not.toBeInTheDocument();
  });
});

describe('first factor', () => {
  const noFactors = { ...factors, passkeys: [], has_codes: false, recovery_codes_left: 0 };

  beforeEach(async () => {
    answerSignedInUser(fakeServer);
    fakeServer.answer('getFactors', noFactors);
    fakeServer.answer('startCodeSetup', {
      secret: 'ABCDEFGH',
      uri: 'otpauth://totp/Zavet?secret=ABCDEFGH',
    });
    await openPage('/settings?tab=security');
  });

  it.each([
    ['Ключи доступа', 'Добавить ключ доступа', 'startPasskeyCreation'],
    ['Одноразовые коды', 'Включить коды', 'startCodeSetup'],
  ] as const)(
    '%s: explains the change of the sign-in and the recovery options first',
    async (row, name, call) => {
      await button(`Изменить: ${row}`).click();
      await button(name).click();
      const dialog = page.getByRole('dialog');
      await expect.element(dialog.getByText(/одного пароля для входа не хватит/)).toBeVisible();
      await expect.element(dialog.getByText(/Резервные коды вы получите сразу/)).toBeVisible();
      await expect.element(dialog.getByText(/через 7 дней второй шаг можно/)).toBeVisible();
      await dialog.getByRole('button', { name: 'Отмена' }).click();
      expect(fakeServer.callsOf(call)).toHaveLength(0);
      await expect.element(button(name)).toHaveFocus();
    },
  );

  it('keeps the QR code visible while the code is typed, also on a phone', async () => {
    await page.viewport(390, 420);
    try {
      await button('Изменить: Одноразовые коды').click();
      await button('Включить коды').click();
      await button('Продолжить').click();
      await expect.element(button('Включить')).toBeDisabled();
      await code.fill('123 45');
      await expect.element(button('Включить')).toBeDisabled();
      await code.fill('123 456');
      await expect.element(button('Включить')).toBeEnabled();
      await expect.element(page.getByRole('img', { name: /Рисунок/ })).toBeInViewport();
    } finally {
      await page.viewport(1280, 800);
    }
  });
});

describe('change of the second factor', () => {
  it('requires a factor instead of the password', async () => {
    answerSignedInUser(fakeServer);
    fakeServer.answer('getFactors', factors);
    const refuseUnproven = requireProof('factor_proof_required');
    fakeServer.answer('removeCodes', () => {
      refuseUnproven();
      return {};
    });
    await openPage('/settings?tab=security');
    await button('Изменить: Одноразовые коды').click();
    await button('Выключить коды').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Выключить/ })
      .click();
    await expect.element(page.getByText(/пароля мало/)).toBeVisible();
    await expect.element(button('Подтвердить ключом доступа')).toBeVisible();
    await expect.element(page.getByText(/Есть только резервный код/)).toBeVisible();
    const dialog = page.getByRole('dialog').last();
    await expect.element(dialog.getByLabelText('Пароль', { exact: true })).not.toBeInTheDocument();
    await button('Подтвердить одноразовым кодом').click();
    await code.fill('654321');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => fakeServer.callsOf('removeCodes')).toHaveLength(2);
    expect(fakeServer.callsOf('proveSession').map(({ body }) => body)).toEqual([
      { code: '654321' },
    ]);
  });
});

describe('forgotten password', () => {
  it('can be recovered by mail from the proof dialog', async () => {
    answerSignedInUser(fakeServer);
    fakeServer.answer('getFactors', { ...factors, passkeys: [], has_codes: false });
    fakeServer.refuse('startCodeSetup', 403, 'proof_required');
    fakeServer.answer('recover', {});
    await openPage('/settings?tab=security');
    await button('Изменить: Одноразовые коды').click();
    await button('Включить коды').click();
    await button('Продолжить').click();
    await button('Забыли пароль?').click();
    await expect.element(page.getByText(/завершатся все сеансы, и этот тоже/)).toBeVisible();
    expect(fakeServer.callsOf('recover')).toHaveLength(0);
    await button('Отправить ссылку').click();
    await expect.element(page.getByText(/Ссылка отправлена на/)).toBeVisible();
    const email = sessionOf().user.email;
    expect(fakeServer.callsOf('recover').map(({ body }) => body)).toEqual([{ email }]);
  });
});

describe('owner with a second factor', () => {
  it('changes the password without entering the current one', async () => {
    answerSignedInUser(fakeServer);
    fakeServer.answer('getFactors', factors);
    fakeServer.answer('changePassword', {});
    await openPage('/settings?tab=security');
    await expect.element(page.getByText('Телефон', { exact: true })).toBeVisible();
    await button('Изменить: Пароль').click();
    await expect.element(page.getByLabelText('Текущий пароль')).not.toBeInTheDocument();
    await page.getByLabelText('Новый пароль', { exact: true }).fill('Cormorant8');
    await page.getByLabelText('Повторите новый пароль', { exact: true }).fill('Cormorant8');
    await button('Сохранить пароль').click();
    await expect
      .poll(() => fakeServer.callsOf('changePassword').map(({ body }) => body))
      .toEqual([{ password: 'Cormorant8', confirm_password: 'Cormorant8' }]);
    await expect.element(page.getByText(/^Пароль изменён. Сеансы/)).toBeInViewport();
  });
});

describe('passkeys', () => {
  it('are not offered at the sign-in if unsupported, which the settings explain', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    try {
      answerVisitor(fakeServer);
      await openPage('/login');
      await expect.element(button('Войти')).toBeVisible();
      await expect.element(button('Войти ключом доступа')).not.toBeInTheDocument();
      answerSignedInUser(fakeServer);
      await openPage('/settings?tab=security');
      await button('Изменить: Ключи доступа').click();
      await expect.element(page.getByText(/Этот браузер не умеет/)).toBeVisible();
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('do not report a cancelled prompt as an error', async () => {
    answerVisitor(fakeServer);
    fakeServer.answer('startPasskeySignIn', passkeyRequest);
    const get = vi.spyOn(navigator.credentials, 'get');
    get.mockRejectedValue(new DOMException('', 'NotAllowedError'));
    await openPage('/login');
    await button('Войти ключом доступа').click();
    await expect.element(page.getByText('Ключ не выбран. Ничего не изменилось.')).toBeVisible();
    get.mockRestore();
  });
});
