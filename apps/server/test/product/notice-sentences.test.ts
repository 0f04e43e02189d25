import { legalDocumentNames } from '@zavet/contract/identity/editions';
import { expect, it } from 'vitest';
import { jobs as allJobs, mails as allMails } from '../../src/features.ts';
import { figuresOf, sectionsOf, sentencesOf } from '../document-sentences.ts';
import { noticeSentences } from '../notice-sentences.ts';

const jobs = allJobs.map(({ name }) => name);
const mails = allMails.map(({ name }) => name);

/** The figures with which the documents promise a notice. */
const noticeFigures = ['changeNoticeDays', 'maintenanceNoticeHours'];
const promise = /о новых ценах|о плановых работах/iu;

it('every sentence that promises a notice ahead is known, with what gives it', () => {
  const promised = legalDocumentNames.flatMap((document) =>
    sectionsOf(document).flatMap(({ id }) =>
      sentencesOf(`${document}#${id}`)
        .filter(
          (sentence) =>
            promise.test(sentence) ||
            figuresOf(sentence).some((figure) => noticeFigures.includes(figure)),
        )
        .map((sentence) => ({ place: `${document}#${id}`, sentence })),
    ),
  );
  const unknown = promised.filter(
    ({ place, sentence }) =>
      !noticeSentences.some((one) => one.place === place && sentence.startsWith(one.says)),
  );
  expect(unknown).toEqual([]);
  expect(promised).toHaveLength(noticeSentences.length);
});

it('nothing is promised that no job tells and no mail says', () => {
  const tellings = noticeSentences.flatMap(({ by }) => by);
  expect(tellings.filter(({ job }) => !jobs.includes(job))).toEqual([]);
  expect(tellings.flatMap((one) => one.mails).filter((name) => !mails.includes(name))).toEqual([]);
});
