import type { Incoming, Reply } from './http-stand-in.ts';
import type { Payment, Payments } from './payments.ts';
import { ApiError } from './protocol.ts';

/** The page of confirmation_url: pay or cancel, then return to the shop. */
export function createPayPage(payments: Payments): (incoming: Incoming) => Reply {
  return ({ method, path, text }) => {
    const id = path.split('/')[2] ?? '';
    const payment = findPayment(payments, id);
    const returnUrl = payment?.request.confirmation?.return_url;
    if (!payment || !returnUrl) return page(404, 'Платёж не найден', '');
    if (method !== 'POST') return page(200, 'Оплата', contentOf(payment, returnUrl));
    const action = new URLSearchParams(text).get('action');
    if (action === 'pay') payments.pay(id);
    else if (action === 'cancel') payments.cancel(id);
    else return page(400, 'Неизвестное действие', '');
    return { kind: 'redirect', location: returnUrl };
  };
}

function findPayment(payments: Payments, id: string): Payment | undefined {
  try {
    return payments.find(id);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function contentOf({ id, request, isDecided }: Payment, returnUrl: string): string {
  const amount = `${request.amount.value.replace('.', ',')} ₽`;
  const order = `<p>${escapeHtml(request.description ?? '')}</p><p><strong>${amount}</strong></p>`;
  const back = `<p><a href="${escapeHtml(returnUrl)}">Вернуться в магазин</a></p>`;
  if (isDecided) return `${order}<p>Этот платёж уже завершён.</p>${back}`;
  const card = '<p>Тестовая карта 5555 5555 5555 4477, деньги не списываются.</p>';
  const button = (action: string, name: string) =>
    `<form method="post" action="/pay/${id}"><input type="hidden" name="action" value="${action}"><button>${name}</button></form>`;
  return `${order}${card}${button('pay', 'Оплатить')}${button('cancel', 'Отменить')}`;
}

function page(status: number, title: string, content: string): Reply {
  const text = `<!doctype html>
<html lang="ru">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body><main><h1>${title}</h1>${content}</main></body>
</html>
`;
  return { kind: 'text', status, type: 'text/html; charset=utf-8', text };
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
