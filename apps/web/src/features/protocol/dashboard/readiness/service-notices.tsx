import type { ReadinessFinding } from '@zavet/contract/protocol/dashboard-endpoints';
import { TextLink } from '../../../../ui/button.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { fixFor, isAboutService } from './readiness-rules.ts';
import { useFindingTexts } from './use-finding-texts.ts';

/** Settings of the service that keep letters from leaving. */
export function ServiceNotices({ findings }: { findings: readonly ReadinessFinding[] }) {
  const textsOf = useFindingTexts();
  return findings.filter(isAboutService).map((finding) => {
    const { title, text, action } = textsOf(finding);
    const link = fixFor(finding);
    return (
      <Notice
        key={finding.kind}
        kind={finding.gravity === 'blocking' ? 'warning' : 'info'}
        title={title}
      >
        {text} {link && <TextLink {...link}>{action}</TextLink>}
      </Notice>
    );
  });
}
