import type { ReadinessFinding } from '@zavet/contract/dashboard/readiness';
import { Notice } from '../../../interface/notice.tsx';
import { isAboutService } from './readiness-rules.ts';
import { useFindingTexts } from './use-finding-texts.ts';

/** What would make every step useless today, and what no step of the owner's fixes. */
export function ServiceNotices({ findings }: { findings: readonly ReadinessFinding[] }) {
  const textsOf = useFindingTexts();
  return findings.filter(isAboutService).map((finding) => {
    const { title, text } = textsOf(finding);
    return (
      <Notice key={finding.kind} kind="warning" title={title}>
        {text}
      </Notice>
    );
  });
}
