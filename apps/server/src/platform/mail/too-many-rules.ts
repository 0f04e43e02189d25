/** What servers answer with when they ask for patience; 454 is how one large relay throttles. */
const temporary = /^(?:421|450|451|452|454)[ -]/;

/** Said of us as a sender, whatever the number in front. */
const tooMany = [
  /too (?:many|much|fast|frequent)/i,
  /rate[ -]?limit|throttl|slow down/i,
  /(?:limit|rate|quota|number)\b.*\bexceeded|exceeded\b.*\b(?:limit|rate|quota)/i,
  /unusual rate|unexpected volume|maximum number of/i,
  /слишком (?:много|часто)|превышен/i,
];

/** Said of many things; about us only where the line is closed or the status is one of policy. */
const later =
  /try again later|try later|come back later|server (?:is )?busy|deferred|повторите .*позже/i;
const policyStatus = /^\d{3}[ -]4\.(?:7\.\d{1,3}|3\.2|4\.5)\b/;

const aboutOneMail = [
  // Every new sender is asked to come back, whatever the number of its mails.
  /gr[ae]y[ -]?list|postgrey/i,
  // One mailbox has had enough. A pause for everybody at its provider would be anybody's to cause.
  /^\d{3}[ -]4\.2\.\d{1,3}\b/,
  /\b(?:user|recipient|mailbox you)\b.*\b(?:is receiving|has exceeded|over quota)/i,
  // Our password, and not our pace.
  /authenticat|^\d{3}[ -]4\.7\.8\b/i,
];

/** Whether an answer asks us to send less to a whole domain, rather than about one mail. */
export function saysTooMany(response: string): boolean {
  const said = response.replace(/\r?\n\d{3}[ -](?:\d\.\d{1,3}\.\d{1,3}\s)?/g, ' ');
  if (!temporary.test(said) || aboutOneMail.some((words) => words.test(said))) return false;
  if (tooMany.some((words) => words.test(said))) return true;
  return later.test(said) && (said.startsWith('421') || policyStatus.test(said));
}
