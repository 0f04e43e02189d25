/** Patterns that make a journey depend on the speed of the machine, and their replacements. */
const rules = [
  {
    isBroken: (statement) =>
      /getByRole\(\s*'link'/.test(statement) &&
      /\.click\(/.test(statement) &&
      !/waitForEvent\(/.test(statement),
    problem: 'follow(link, target) waits until the screen has changed',
  },
  {
    isBroken: (statement) => /\btimeout:|setTimeout\(\d|\bslow\(/.test(statement),
    problem: 'limits of journeys are in quality/e2e/timeouts.ts only',
  },
  {
    isBroken: (statement) => /waitForTimeout\(|'networkidle'/.test(statement),
    problem: 'wait for an event, not for time to pass',
  },
  {
    isBroken: (statement) => /clock\.(install|pauseAt|runFor)\(/.test(statement),
    problem: 'PausedClock advances by explicit steps only',
  },
  {
    isBroken: (statement) => /browser\.new(Page|Context)\(/.test(statement),
    problem: 'visitor() opens a browser with its own network address and checks its pages',
  },
];

const assertion = /\bexpect(Shown)?\b|\bfollow\(|\.waitFor\(|\bexpect\w*\(/;

/** The errors of a journey, each with its line and problem. */
export function journeyFaults(source) {
  const faults = emptyTests(source);
  let line = 1;
  for (const statement of source.split(';')) {
    const start = line + (/^\s*/.exec(statement)?.[0].match(/\n/g) ?? []).length;
    for (const { isBroken, problem } of rules) {
      if (isBroken(statement)) faults.push({ line: start, problem });
    }
    line += (statement.match(/\n/g) ?? []).length;
  }
  return faults;
}

/** Tests without an assertion, and a file without a test. */
function emptyTests(source) {
  const starts = [...source.matchAll(/^(?:test|base)\(\s*(['"`])/gm)].map((match) => match.index);
  if (starts.length === 0) return [{ line: 1, problem: 'the file has no test' }];
  return starts.flatMap((start, index) => {
    if (assertion.test(source.slice(start, starts[index + 1]))) return [];
    const line = source.slice(0, start).split('\n').length;
    return [{ line, problem: 'the test has no assertion' }];
  });
}
