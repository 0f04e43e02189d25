import { chromium } from '@playwright/test';
const base = process.env.BASE ?? 'http://localhost:5199';
const lang = process.env.LANGUAGE_ ?? 'ru';
const only = process.env.ONLY;
const h = 3600e3, now = Date.now();
const iso = (ms) => new Date(ms).toISOString();
const session = { session: { expires_at: iso(now + h), user: { id: 'u', email: 'anna@example.org', preferred_language: lang } } };
const profile = { user_id: 'u', first_name: 'Анна', last_name: 'Лаврова', full_name: 'Анна Лаврова', user_email: 'anna.lavrova@example.org', pending_email: null, phone: null, date_of_birth: null, preferred_language: lang, has_pin: false, created_at: iso(now), updated_at: iso(now) };
const storage = { used_mb: 11.4, limit_mb: 30, remaining_mb: 18.6, percent_used: 38 };
const dash = (over) => ({ first_name: null, last_name: null, trusted_contacts: { total: 0, confirmed: 0, pending: 0, limit: 3 }, instructions: { total: 0 }, storage, protocol_activated_at: null, ...over });
const done = dash({ first_name: 'Анна', last_name: 'Лаврова', trusted_contacts: { total: 2, confirmed: 1, pending: 1, limit: 3 }, instructions: { total: 5 } });
const mid = dash({ first_name: 'Анна', last_name: 'Лаврова', trusted_contacts: { total: 1, confirmed: 0, pending: 1, limit: 3 } });
const f = (kind, gravity, count = 0, names = []) => ({ kind, gravity, count, concerned: names.map((name, i) => ({ id: `${kind}${i}`, name })) });
const many = { findings: [
  f('mail_not_configured', 'blocking'),
  f('contacts_unreachable', 'blocking', 1, ['Мария Константиновна Орлова']),
  f('contacts_unconfirmed', 'blocking', 1, ['Олег Петров']),
  f('instructions_unassigned', 'blocking', 7, ['Где лежит завещание', 'Письмо внукам', 'Донаудампфшиффартсгезелльшафтскапитенсмютце-без-пробелов-очень-длинное', 'Банк', '']),
  f('instructions_unreviewed', 'advice', 2, ['Дача', 'Страховка']),
  f('owner_unnamed', 'advice'),
] };
const advice = { findings: many.findings.slice(4, 5) };
const req = (over) => ({ id: Math.random().toString(), reference: 'ЗВ-4T7KQ2', category: 'technical', subject: '', message: 'Здравствуйте.\nНе могу прикрепить файл: кнопка не нажимается.', user_email: 'anna.lavrova@example.org', status: 'sent', created_at: iso(now - 2 * h), answer_by: iso(now + 22 * h), answered_at: null, ...over });
const support = { support_email: 'support@zavet.example', tier: 'free', answer_hours: 48, requests: [
  req({ status: 'queued', subject: 'Индивидуальный тариф', category: 'billing' }), req({}), req({ answer_by: iso(now - h), subject: 'Очень-длинная-тема-без-единого-пробела-которая-должна-переноситься-на-телефоне' }), req({ status: 'answered', answered_at: iso(now - h), answer_by: iso(now + h), category: 'bug' }) ] };
const shots = [
  ['newcomer', '/dashboard', { '/dashboard': dash({}), '/dashboard/readiness': { findings: many.findings.slice(0, 1) } }],
  ['midway', '/dashboard', { '/dashboard': mid, '/dashboard/readiness': { findings: [] } }],
  ['blocked', '/dashboard', { '/dashboard': done, '/dashboard/readiness': many }],
  ['advised', '/dashboard', { '/dashboard': done, '/dashboard/readiness': advice }],
  ['ready', '/dashboard', { '/dashboard': done, '/dashboard/readiness': { findings: [] } }],
  ['readiness', '/readiness', { '/dashboard': done, '/dashboard/readiness': many }],
  ['readiness-ready', '/readiness', { '/dashboard': done, '/dashboard/readiness': { findings: [] } }],
  ['support', '/settings?tab=support&topic=custom_plan', { '/support': support }],
  ['support-empty', '/settings?tab=support', { '/support': { ...support, tier: 'premium', answer_hours: 12, requests: [] } }, async (page) => { await page.getByRole('button', { name: /Отправить|Send/ }).click(); await page.waitForTimeout(500); }],
  ['support-sent', '/settings?tab=support', { '/support': { ...support, requests: [] }, 'POST /support/requests': { request: req({}) } }, async (page) => { await page.locator('textarea').fill('Добрый день'); await page.getByRole('button', { name: /Отправить|Send/ }).click(); await page.waitForTimeout(700); }],
  ['support-many', '/settings?tab=support', { '/support': { ...support, requests: [] }, 'POST /support/requests': [429, { error: { code: 'too_many_requests', retry_after_seconds: 2400, facts: { retry_after_seconds: 2400 } }, request_id: 'x' }] }, async (page) => { await page.locator('textarea').fill('Добрый день'); await page.getByRole('button', { name: /Отправить|Send/ }).click(); await page.waitForTimeout(700); }],
];
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const [name, path, answers, act] of shots) {
  if (only && !only.split(',').includes(name)) continue;
  for (const [width, theme] of [[360, 'light'], [1280, 'dark'], ...(process.env.ALL ? [[360, 'dark'], [1280, 'light']] : [])]) {
    const context = await browser.newContext({ viewport: { width, height: 800 }, locale: 'ru-RU', timezoneId: 'Europe/Moscow' });
    await context.addInitScript(([t, l]) => { localStorage.setItem('zavet.theme', t); localStorage.setItem('zavet.language', l); }, [theme, lang]);
    const page = await context.newPage();
    page.on('pageerror', (e) => console.log(name, String(e)));
    page.on('console', (m) => m.type() === 'error' && console.log(name, m.text().slice(0, 300)));
    await page.route((u) => u.pathname.startsWith('/api/'), (route) => {
      const url = new URL(route.request().url());
      const p = url.pathname.replace('/api', '');
      const m = route.request().method();
      const known = { '/health': { status: 'ok' }, '/setup': { status: 'ready', errors: [], warnings: [], mailbox_available: true, mock_payment_available: true }, '/session': session, '/session/refresh': session, '/profile': profile, '/protocol': { protocol: null }, '/documents': { in_force: [], coming: [] }, '/service': { operator: null, support_email: 's@x.example', site_address: 'x' }, ...answers };
      const answer = known[`${m} ${p}`] ?? known[p];
      if (!answer) { console.log('unknown', m, p); return route.fulfill({ status: 404, json: { error: { code: 'not_found' }, request_id: 'x' } }); }
      return Array.isArray(answer) ? route.fulfill({ status: answer[0], json: answer[1] }) : route.fulfill({ json: answer });
    });
    await page.goto(base + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForTimeout(900);
    if (act) await act(page);
    await page.screenshot({ path: `/tmp/zz-shots/${name}-${width}-${theme}-${lang}.png`, fullPage: true });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (over) console.log(name, width, 'overflows', over);
    await context.close();
  }
}
await browser.close();
