import { endpoints } from '@zavet/contract/endpoints';
import { type RetentionKind, retentionTable } from '@zavet/contract/service/retention-table';
import type { RetentionPeriod } from '@zavet/contract/service-terms';
import { textFigures } from '@zavet/contract/text-figures';
import { describe, expect, it } from 'vitest';
import { jobs as allJobs } from '../../src/features.ts';
import { figuresOf, sentencesOf } from '../document-sentences.ts';
import { retentionSentences, unspokenKinds } from '../retention-sentences.ts';

const jobs = allJobs.map(({ name }) => name);
const calls: string[] = Object.values(endpoints).map(({ id }) => id);
const kindNames = Object.keys(retentionTable) as RetentionKind[];

/** Parts of the rule about absence, not of how long something is kept. */
const ruleFigures = ['inactivityWarnings', 'inactivityWarningDays'];

describe.each(Object.entries(retentionSentences))('%s', (place, kept) => {
  const sentences = sentencesOf(place);

  it('has nothing but sentences that something keeps', () => {
    const openings = sentences.map((sentence, at) => {
      const says = kept[at]?.says ?? '(no row)';
      return sentence.startsWith(says) ? says : sentence;
    });
    expect(openings).toEqual(kept.map(({ says }) => says));
  });

  it('promises nothing that no job, no act and nobody keeps', () => {
    const unkept = kept.flatMap(({ says, by }) => {
      if ('beyond' in by) return [];
      if ('endpoint' in by) return calls.includes(by.endpoint) ? [] : says;
      if ('job' in by) return jobs.includes(by.job) ? [] : says;
      return by.kinds.every(isEnded) ? [] : says;
    });
    expect(unkept).toEqual([]);
  });

  it('names the periods that the jobs keep', () => {
    const strange = kept.flatMap(({ by }, at) => {
      if (!('kinds' in by)) return [];
      const named = figuresOf(sentences[at] ?? '').filter((name) => !ruleFigures.includes(name));
      return named.filter((name) => !by.kinds.some((kind) => isPeriodOf(kind, name)));
    });
    expect(strange).toEqual([]);
  });
});

describe('every kind of data', () => {
  const said = Object.entries(retentionSentences).flatMap(([place, kept]) => {
    const sentences = sentencesOf(place);
    return kept.flatMap(({ by }, at) =>
      'kinds' in by ? by.kinds.map((kind) => ({ kind, sentence: sentences[at] ?? '' })) : [],
    );
  });

  it('is spoken of, or it is known why not', () => {
    const unsaid = kindNames.filter((name) => !said.some(({ kind }) => kind === name));
    expect(unsaid).toEqual(Object.keys(unspokenKinds));
  });

  it('that is kept for a time has that time in a sentence', () => {
    const spans = kindNames.filter(
      (name) => typeof retentionTable[name].period === 'object' && !(name in unspokenKinds),
    );
    const untimed = spans.filter(
      (name) =>
        !said.some(
          ({ kind, sentence }) =>
            kind === name && figuresOf(sentence).some((figure) => isPeriodOf(name, figure)),
        ),
    );
    expect(untimed).toEqual([]);
  });
});

/** A job ends it, the queue or the operator does, or it may be kept. */
function isEnded(kind: RetentionKind): boolean {
  const { job, period } = retentionTable[kind];
  if (job === null) return period === 'kept';
  return job === 'queue' || job === 'operator' || jobs.includes(job);
}

function isPeriodOf(kind: RetentionKind, figure: string): boolean {
  const period: RetentionPeriod = retentionTable[kind].period;
  if (typeof period === 'string') return false;
  const [unit, length] = 'years' in period ? ['Years', period.years] : ['Days', period.days];
  return (
    figure.endsWith(unit) &&
    new Map<string, unknown>(Object.entries(textFigures)).get(figure) === length
  );
}
