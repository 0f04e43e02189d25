import type { ReadinessFinding } from '@zavet/contract/dashboard/readiness';
import { ButtonLink } from '../../../interface/button.tsx';
import { Notice } from '../../../interface/notice.tsx';
import { aboutTheServer, fixOf } from './readiness-rules.ts';
import { useFindingTexts } from './use-finding-texts.ts';

/** Beside the first steps: what would make them useless and what no step fixes. */
export function ServerNotices({ findings }: { findings: ReadinessFinding[] }) {
  const textsOf = useFindingTexts();
  return aboutTheServer(findings).map((finding) => {
    const { title, text, action } = textsOf(finding);
    return (
      <Notice
        key={finding.kind}
        kind="warning"
        title={title}
        actions={
          <ButtonLink {...fixOf(finding)} kind="quiet">
            {action}
          </ButtonLink>
        }
      >
        {text}
      </Notice>
    );
  });
}
