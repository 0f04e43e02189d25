import { expect, test } from 'vitest';
import { textsOf } from './catalogue.ts';

/** Texts that must exist verbatim. `…` stands for placeholders. */
const russian = [
  // Sign-in and sign-up
  'Email не подтвержден. Проверьте почту и перейдите по ссылке подтверждения.',
  'Не удалось войти. Проверьте почту/пароль.',
  'Ошибка авторизации',
  'Вы вошли в систему',
  'Не удалось создать пользователя',
  'Ошибка регистрации',
  'Регистрация успешна! Проверьте почту для подтверждения.',
  // Password rules
  'Пароль должен содержать минимум 6 символов',
  'Пароли не совпадают',
  // Confirmation of an address
  'Подтверждение email...',
  'Email успешно подтверждён! Вход в систему...',
  'Email успешно подтверждён! Теперь вы можете войти в систему.',
  'Ссылка подтверждения истекла. Попробуйте зарегистрироваться заново.',
  'Ошибка при подтверждении email. Попробуйте войти в систему.',
  'Произошла ошибка. Попробуйте войти в систему.',
  'Неверная ссылка подтверждения.',
  // Password recovery
  'Ссылка для сброса пароля отправлена! Проверьте вашу почту.',
  'Не удалось отправить письмо для сброса пароля',
  // Account deletion
  'Удаление аккаунта отменено.',
  'Произошла ошибка при удалении аккаунта.',
  'Ошибка при удалении аккаунта: …',
  'Не удалось удалить аккаунт: …',
  'Ваш аккаунт и все связанные данные были успешно удалены.',
  // Buying a plan
  'Вы должны быть авторизованы для покупки плана',
  'Не удалось получить сессию пользователя',
  'HTTP …: Ошибка создания платежа',
  'Не получен URL для оплаты',
  'Ошибка создания платежа',
  'Ошибка оплаты',
  // Support
  'Пожалуйста, войдите в систему, чтобы отправить сообщение в поддержку',
  'Не удалось отправить сообщение. Пожалуйста, попробуйте снова.',
  'Сообщение в поддержку успешно отправлено!',
];

const english = [
  'Failed to load dashboard data',
  'Check Again',
  'Continue',
  'No email selected',
  'Failed to delete email',
  'Payment cancelled, no charges made',
  'Missing transaction token (crt) in URL',
  'error while checking payment status',
  'AI service error',
];

const asWritten = (text: string) => text.replace(/\{\{[^}]*\}\}/g, '…');
const russianTexts = new Set([...textsOf('ru').values()].map(asWritten));
const englishTexts = new Set([...textsOf('en').values()].map(asWritten));

test.each(russian)('Russian has «%s»', (text) => {
  expect(russianTexts).toContain(text);
});

test.each(english)('English has “%s”', (text) => {
  expect(englishTexts).toContain(text);
});

test('English gives a reason after “Failed to update login email”', () => {
  const beginning = 'Failed to update login email';
  expect([...englishTexts].filter((text) => text.startsWith(beginning))).not.toEqual([]);
});
