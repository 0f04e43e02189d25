import { legalDocumentNames } from '@zavet/contract/identity/editions';
import { expect, it } from 'vitest';
import { jobs as allJobs, mails as allMails } from '../../src/features.ts';
import { figuresOf, sectionsOf, sentencesOf } from '../document-sentences.ts';

const jobs = allJobs.map(({ name }) => name);
const mails = allMails.map(({ name }) => name);

/** Placeholders that occur only in promises of an advance notice. */
const noticeFigures = ['changeNoticeDays', 'maintenanceNoticeHours'];
const noticePattern = /о новых ценах|о плановых работах/iu;

/** A job that sends notices in advance, and its mails. */
interface Notice {
  job: string;
  mails: readonly string[];
}

interface PromisedNotice {
  /** `document#section`. */
  place: string;
  /** Beginning of the sentence in Russian, the authoritative text. */
  says: string;
  by: readonly Notice[];
}

const editions: Notice = { job: 'announce-editions', mails: ['edition_notice'] };
const prices: Notice = { job: 'announce-editions', mails: ['price_notice'] };
const maintenance: Notice = {
  job: 'notify-of-maintenance',
  mails: ['maintenance'],
};

/** Sentences of the documents that promise a notice in advance. */
const noticeSentences: PromisedNotice[] = [
  {
    place: 'privacy_policy#policy-changes',
    says: 'О новой редакции мы пишем владельцам',
    by: [editions],
  },
  { place: 'terms_of_use#new-editions', says: 'О новой редакции мы сообщаем', by: [editions] },
  { place: 'terms_of_use#support-and-contacts', says: 'О плановых работах', by: [maintenance] },
  { place: 'public_offer#tariffs', says: 'О новых ценах мы сообщаем письмом', by: [prices] },
  { place: 'public_offer#outages', says: 'О плановых работах', by: [maintenance] },
  {
    place: 'public_offer#rights-and-duties',
    says: 'предупреждать о новых ценах, новых редакциях и плановых работах',
    by: [prices, editions, maintenance],
  },
  {
    place: 'public_offer#closing-provisions',
    says: 'О новой редакции оферты мы сообщаем',
    by: [editions],
  },
];

it('every sentence that promises a notice in advance is listed', () => {
  const promised = legalDocumentNames.flatMap((document) =>
    sectionsOf(document).flatMap(({ id }) =>
      sentencesOf(`${document}#${id}`)
        .filter(
          (sentence) =>
            noticePattern.test(sentence) ||
            figuresOf(sentence).some((figure) => noticeFigures.includes(figure)),
        )
        .map((sentence) => ({ place: `${document}#${id}`, sentence })),
    ),
  );
  const unlisted = promised.filter(
    ({ place, sentence }) =>
      !noticeSentences.some((one) => one.place === place && sentence.startsWith(one.says)),
  );
  expect(unlisted).toEqual([]);
  expect(promised).toHaveLength(noticeSentences.length);
});

it('every promised notice has a job and mails', () => {
  const notices = noticeSentences.flatMap(({ by }) => by);
  expect(notices.filter(({ job }) => !jobs.includes(job))).toEqual([]);
  expect(notices.flatMap((one) => one.mails).filter((name) => !mails.includes(name))).toEqual([]);
});
