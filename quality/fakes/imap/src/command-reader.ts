export interface Command {
  tag: string;
  name: string;
  /** Literals and quoted strings are unwrapped. */
  args: string[];
  /** The unparsed rest of the line. */
  rest: string;
}

/** Assembles commands; `onLiteral` is called when a client waits for permission to send a literal. */
export function createCommandReader(onLiteral: () => void) {
  let buffered = Buffer.alloc(0);
  let pending = Buffer.alloc(0);
  let literalBytes = 0;

  return function* read(chunk: Buffer): Generator<Command> {
    buffered = Buffer.concat([buffered, chunk]);
    for (;;) {
      if (literalBytes > 0) {
        if (buffered.length < literalBytes) return;
        pending = Buffer.concat([pending, buffered.subarray(0, literalBytes)]);
        buffered = buffered.subarray(literalBytes);
        literalBytes = 0;
      }
      const end = buffered.indexOf('\r\n');
      if (end < 0) return;
      const line = buffered.subarray(0, end);
      buffered = buffered.subarray(end + 2);
      const announced = /\{(\d+)(\+?)\}$/.exec(line.toString('latin1'));
      pending = Buffer.concat([pending, line, Buffer.from(announced ? '\r\n' : '')]);
      if (announced) {
        literalBytes = Number(announced[1]);
        if (announced[2] === '') onLiteral();
        continue;
      }
      const command = commandOf(pending.toString('utf8'));
      pending = Buffer.alloc(0);
      yield command;
    }
  };
}

function commandOf(pending: string): Command {
  const [, tag = '', word = '', rest = ''] = /^(\S+) (\S+) ?(.*)$/s.exec(pending) ?? [];
  if (word.toUpperCase() !== 'UID') {
    return { tag, name: word.toUpperCase(), args: valuesOf(rest), rest };
  }
  const [, second = '', after = ''] = /^(\S+) ?(.*)$/s.exec(rest) ?? [];
  return { tag, name: `UID ${second.toUpperCase()}`, args: valuesOf(after), rest: after };
}

function valuesOf(rest: string): string[] {
  const values: string[] = [];
  let at = 0;
  while (at < rest.length) {
    const left = rest.slice(at);
    const literal = /^\{(\d+)\+?\}\r\n/.exec(left);
    if (literal) {
      const bytes = Buffer.from(left.slice(literal[0].length)).subarray(0, Number(literal[1]));
      values.push(bytes.toString());
      at += literal[0].length + bytes.toString().length + 1;
      continue;
    }
    const [whole = left, quoted] = /^(?:"((?:[^"\\]|\\.)*)"|\S+)/s.exec(left) ?? [];
    values.push(quoted === undefined ? whole : quoted.replace(/\\(.)/g, '$1'));
    at += whole.length + 1;
  }
  return values;
}
