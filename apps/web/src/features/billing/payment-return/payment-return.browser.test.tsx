import { expect, it } from 'vitest';
import { farEnd } from '../../../../test/far-end.ts';
import { inHours, showLegacy } from '../../../../test/legacies-screen.ts';
import { legacyFixture } from '../../../../test/legacy-fixture.ts';
import { addressNow, openPage } from '../../../../test/page.tsx';
import { answerPerson } from '../../../../test/signed-in-person.ts';

it('says that letters wait, until when, and goes on to the legacies', async () => {
  answerPerson(farEnd);
  showLegacy(legacyFixture());
  farEnd.answer('refreshPaymentStatus', {
    success: true,
    payment_status: 'succeeded',
    is_paid: true,
    outcome: 'waiting',
    reason: null,
    takes_effect_at: inHours(72),
  });
  const shown = new Set<string>();
  // It is in sight for two seconds, which a slow machine may need for looking.
  const witness = new MutationObserver(() => shown.add(document.body.innerText));
  witness.observe(document.body, { subtree: true, childList: true, characterData: true });
  await openPage(`/yookassa-return?type=protocol_activation&crt=${'a'.repeat(43)}`);
  await expect.poll(addressNow).toBe('/trusted-legacies');
  witness.disconnect();
  const told = [...shown].join();
  expect(told).toContain('Оплата прошла, послания ждут своего времени');
  expect(told).toMatch(/Послания уйдут .*, если запуск не остановят/);
  expect(farEnd.callsOf('refreshPaymentStatus')).toHaveLength(1);
});
