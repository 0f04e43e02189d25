/** In milliseconds. */
export interface SmtpTimeouts {
  connection: number;
  greeting: number;
  socket: number;
}

const second = 1000;
const usualTimeouts: SmtpTimeouts = {
  connection: 10 * second,
  greeting: 10 * second,
  socket: 30 * second,
};

/** How a mail server is talked to, besides what its URL says. */
export function lineOptions(url: string, timeouts = usualTimeouts) {
  return {
    // The URL has the last word: `?requireTLS=false` is there for a relay in the own network.
    requireTLS: carriesPassword(url),
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    dnsTimeout: timeouts.connection,
    socketTimeout: timeouts.socket,
  };
}

function carriesPassword(url: string): boolean {
  const { password, hostname } = new URL(url);
  return password !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
