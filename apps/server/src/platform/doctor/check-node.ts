import { type Finding, ok, wrong } from './finding.ts';

const wanted = 24;

export function checkNode(version: string): Finding {
  const major = Number(/^v(\d+)/.exec(version)?.[1]);
  if (major >= wanted) return ok('Node', version);
  const says = `${version} is older than ${wanted}, with which the program was made`;
  return wrong('Node', says, 'Start it with npm, which brings the right one, or install it.');
}
