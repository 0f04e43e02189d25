/** What makes a journey depend on the speed of the machine, and what to write instead. */
const rules = [
  {
    isBroken: (statement) =>
      /getByRole\(\s*'link'/.test(statement) &&
      /\.click\(/.test(statement) &&
      !/waitForEvent\(/.test(statement),
    advice: 'follow(link, heading or part that comes) waits until the screen has changed',
  },
  {
    isBroken: (statement) => /\btimeout:|setTimeout\(\d|\bslow\(/.test(statement),
    advice: 'quality/e2e/patience.ts says for all journeys how long to wait',
  },
  {
    isBroken: (statement) => /waitForTimeout\(|'networkidle'/.test(statement),
    advice: 'wait for something to happen, not for time to pass',
  },
  {
    isBroken: (statement) => /clock\.(install|pauseAt|runFor)\(/.test(statement),
    advice: 'HeldClock stands still while the machine takes its time',
  },
  {
    isBroken: (statement) => /browser\.new(Page|Context)\(/.test(statement),
    advice: 'visitor() is somebody else at a browser, from an address of their own',
  },
];

const looks = /\bexpect(Shown)?\b|\bfollow\(|\.waitFor\(|\bexpect\w*\(/;

/** The faults of a journey's source: the line, and what to write instead. */
export function journeyFaults(source) {
  const faults = emptyTests(source);
  let line = 1;
  for (const statement of source.split(';')) {
    const start = line + (/^\s*/.exec(statement)?.[0].match(/\n/g) ?? []).length;
    for (const { isBroken, advice } of rules) {
      if (isBroken(statement)) faults.push({ line: start, advice });
    }
    line += (statement.match(/\n/g) ?? []).length;
  }
  return faults;
}

/** Tests that look at nothing, and a file without a test: they would pass whatever happens. */
function emptyTests(source) {
  const starts = [...source.matchAll(/^(?:test|base)\(\s*(['"`])/gm)].map(({ index }) => index);
  if (starts.length === 0) return [{ line: 1, advice: 'a file of journeys has a test' }];
  return starts.flatMap((start, place) => {
    if (looks.test(source.slice(start, starts[place + 1]))) return [];
    const line = source.slice(0, start).split('\n').length;
    return [{ line, advice: 'a journey looks at something' }];
  });
}
