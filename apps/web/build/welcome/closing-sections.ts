import { planCatalogue } from '@zavet/contract/billing/plan-catalogue';
import { formatNumber } from '@zavet/contract/formats';
import { legalPaths } from '@zavet/contract/identity/editions';
import { limits } from '@zavet/contract/limits';
import { locales } from '@zavet/contract/locales';
import { drawing, html, icon, type Markup } from './html.ts';
import { addressIn, languageNames, type PageWords } from './words.ts';

const readers = ['you', 'trusted', 'recipient', 'support'] as const;
/** Access of each role to the content: [today, after the release]. */
const canRead = {
  you: [true, true],
  trusted: [false, true],
  recipient: [false, true],
  support: [false, false],
} as const;

export function readersSection({ welcome }: PageWords): Markup {
  const words = welcome.who;
  return html`<section class="who box" id="who" aria-labelledby="who-title">
<h2 id="who-title">${words.title}</h2>
<p class="columns" aria-hidden="true"><span>${words.today}</span><span>${words.after}</span></p>
<ul>${readers.map((reader) => {
    const [today, after] = canRead[reader];
    return html`<li>
<h3>${words[reader].name}<small>${words[reader].note}</small></h3>
<dl>${readerTerm(words.today, words[reader].today, today)}${readerTerm(words.after, words[reader].after, after)}</dl>
</li>`;
  })}</ul>
<div class="aside"><h3>${words.limits}</h3><p>${words.limitsText}</p></div>
</section>`;
}

function readerTerm(when: string, text: string, isRead: boolean): Markup {
  return html`<div class="${isRead ? 'yes' : 'no'}"><dt>${when}</dt><dd>${icon(isRead ? 'eye' : 'closedEye')}${text}</dd></div>`;
}

/** Names of the prices of each plan, filled in by the server. */
const priceNames = ['smallPlan', 'mediumPlan', 'largePlan'] as const;

export function prices(words: PageWords): Markup {
  const { prices: texts } = words.welcome;
  const fits = [texts.smallFits, texts.mediumFits, texts.largeFits];
  return html`<section class="prices" id="prices" aria-labelledby="prices-title"><div class="box">
<h2 id="prices-title">${texts.title}</h2>
<p class="quiet">${texts.lead}</p>
<ul>
<li><h3>${storage(limits.freeStorageMb, words)}</h3><p>${texts.freeFits}</p><p class="price">${texts.free}</p><p>${texts.freeNote}</p></li>
${planCatalogue.map(({ storage_mb }, place) => {
  const name = priceNames[place];
  return html`<li><h3>${storage(storage_mb, words)}</h3><p>${fits[place] ?? ''}</p><p class="price">{{${name ?? ''}Monthly}}</p><p>${texts.period.replace('{{price}}', `{{${name}Yearly}}`)}</p></li>`;
})}
</ul>
<div class="once"><p class="price">{{activationRubles}}</p><div><h3>${texts.once}</h3><p>${texts.onceText}</p></div></div>
</div></section>`;
}

const mbPerGb = 1024;

/** A storage size in its unit: 300 МБ, 1 ГБ. */
function storage(megabytes: number, { locale, shell }: PageWords): string {
  const isLarge = megabytes >= mbPerGb;
  const value = formatNumber(isLarge ? megabytes / mbPerGb : megabytes, locale, 1);
  return (isLarge ? shell.units.gigabytes : shell.units.megabytes).replace('{{value}}', value);
}

export function questions(words: PageWords): Markup {
  const { questions: texts } = words.welcome;
  const asked = [texts.mind, texts.will, texts.mistake, texts.absent, texts.unpaid];
  return html`<section class="questions box" id="questions" aria-labelledby="questions-title">
<div><h2 id="questions-title">${texts.title}</h2><a class="more" href="${addressIn(words, '/faq')}">${texts.all}</a></div>
<div>${asked.map(({ question, answer }, place) => {
    const text = html`<summary><h3>${question}</h3></summary><p>${answer}</p>`;
    return place === 0 ? html`<details open>${text}</details>` : html`<details>${text}</details>`;
  })}</div>
</section>`;
}

export function operator({ welcome }: PageWords): Markup {
  const texts = welcome.operator;
  return html`<section class="operator box" aria-labelledby="operator-title">
<h2 id="operator-title">${texts.title}</h2>
<dl><div><dt>${texts.who}</dt><dd>{{operator}}</dd></div>
<div><dt>${texts.support}</dt><dd><a href="mailto:{{supportEmail}}">{{supportEmail}}</a><p>${texts.hours}</p></dd></div></dl>
</section>`;
}

export function ending(words: PageWords): Markup {
  const { end, start } = words.welcome;
  return html`<section class="ending" aria-labelledby="ending-title"><div class="box">
${drawing('ending')}
<div><h2 id="ending-title">${end.title}</h2><p>${end.text}</p></div>
<a class="button large" href="${addressIn(words, '/signup')}">${start}</a>
</div></section>`;
}

export function footer(words: PageWords): Markup {
  const { shell, welcome } = words;
  const { footer: names } = shell;
  return html`<footer class="foot box">
<div><p class="lockup">${drawing('mark')}${shell.product}</p><p class="quiet">${welcome.about}</p></div>
<nav aria-label="${names.label}"><p class="over">${names.label}</p><ul>
${documentLink(legalPaths.terms_of_use, names.terms, words)}${documentLink(legalPaths.privacy_policy, names.privacy, words)}${documentLink(legalPaths.public_offer, names.offer, words)}${documentLink(legalPaths.personal_data_consent, names.consent, words)}
</ul></nav>
<nav aria-label="${shell.product}"><p class="over">${shell.product}</p><ul>
<li><a href="${addressIn(words, '/signup')}">${welcome.start}</a></li><li><a href="${addressIn(words, '/login')}">${welcome.nav.signIn}</a></li><li><a href="${addressIn(words, '/faq')}">${names.faq}</a></li>
</ul></nav>
<nav class="languages" aria-label="${shell.language.label}"><ul>
${locales.map((locale) => {
  const name = languageNames[locale];
  return locale === words.locale
    ? html`<li><a href="/welcome?lang=${locale}" lang="${locale}" aria-current="page">${name}</a></li>`
    : html`<li><a href="/welcome?lang=${locale}" lang="${locale}" hreflang="${locale}">${name}</a></li>`;
})}
</ul></nav>
</footer>`;
}

function documentLink(path: string, name: string, words: PageWords): Markup {
  return html`<li><a href="${addressIn(words, path)}">${name}</a></li>`;
}
