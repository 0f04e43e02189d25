import { formatNumber } from '@zavet/contract/formats';
import { drawing, html, icon, keyFor, type Markup } from './html.ts';
import { addressIn, type PageWords } from './words.ts';

export function top(words: PageWords): Markup {
  const { nav } = words.welcome;
  return html`<header class="top box">
<a class="lockup" href="${addressIn(words, '/welcome')}">${drawing('mark')}${words.shell.product}</a>
<nav aria-label="${nav.label}">
<a href="#how">${nav.how}</a><a href="#who">${nav.who}</a><a href="#prices">${nav.prices}</a><a href="#questions">${nav.questions}</a>
</nav>
<a class="button second" href="${addressIn(words, '/login')}">${nav.signIn}</a>
</header>`;
}

export function hero(words: PageWords): Markup {
  const { welcome, about } = words;
  return html`<section class="hero box">
<div class="words">
<h1>${about.title}</h1>
<p class="lead">${about.lead}</p>
<a class="button large" href="${addressIn(words, '/signup')}">${welcome.start}</a>
<p class="quiet">${welcome.startNote}</p>
</div>
${drawing('hero')}
</section>`;
}

export function steps({ about, welcome }: PageWords): Markup {
  return html`<section class="steps" id="how" aria-labelledby="how-title"><div class="box">
<div class="line">${drawing('thread')}</div>
<h2 id="how-title">${about.how}</h2>
<ol>
<li>${drawing('notebook')}<h3>${about.write.title}</h3><p>${about.write.text}</p></li>
<li>${keyFor(welcome.tag)}<h3>${about.trust.title}</h3><p>${about.trust.text}</p></li>
<li>${drawing('letters')}<h3>${about.receive.title}</h3><p>${about.receive.text}</p></li>
</ol>
</div></section>`;
}

/** Sizes of the files of the sample letter. */
const sampleMb = { photo: 3.4, recipe: 1.2 };

export function letter(words: PageWords): Markup {
  const { letter: sample, seen } = words.welcome;
  return html`<section class="letter" aria-labelledby="letter-title"><div class="box">
<article class="sheet" aria-label="${sample.title}">
<p class="intro">${words.letterIntro}</p>
<h3>${sample.title}</h3>
<p class="quiet">${sample.from}</p>
<div class="written"><p>${sample.first}</p><p>${sample.second}</p><p>${sample.third}</p></div>
<ul>
<li><span class="thumb">${drawing('photo')}</span><span>${sample.photo}<small>${withSize(sample.photoNote, sampleMb.photo, words)}</small></span></li>
<li><span class="thumb paper">${icon('sheet')}</span><span>${sample.recipe}<small>${withSize(sample.recipeNote, sampleMb.recipe, words)}</small></span></li>
</ul>
</article>
<div>
<h2 id="letter-title">${seen.title}</h2>
<p class="quiet">${seen.lead}</p>
<ul class="facts">
<li>${icon('link')}<span>${seen.link}</span></li>
<li>${icon('closedEye')}<span>${seen.own}</span></li>
<li>${icon('printer')}<span>${seen.keep}</span></li>
</ul>
</div>
</div></section>`;
}

function withSize(note: string, megabytes: number, { locale, shell }: PageWords): string {
  const size = shell.units.megabytes.replace('{{value}}', formatNumber(megabytes, locale, 1));
  return note.replace('{{size}}', size);
}
